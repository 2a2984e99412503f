/** `prep table`: all-pairs tables over the nodes of HPA*. */

import type { Argv } from 'yargs';
import { gridOfBlob, isBlob, unpackBlob } from '../../src/core/blob/pack.js';
import { BakeError, BlobError } from '../../src/core/errors.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { HPA, MAX_MEMORY, TABLE } from '../../src/core/options/bake.js';
import { choice } from '../../src/core/options/option.js';
import { bakeTable } from '../../src/core/table/bake.js';
import { tableMemory } from '../../src/core/table/fit.js';
import { namingBlobs } from '../shared/input.js';
import { ALONE, announce, bakeMaps, openMap } from '../shared/maps.js';
import { bakeFlags, byteCount, count, flags, mapsArgument, optionsOf, size, type Values } from '../shared/options.js';

const METHOD = choice('Algorithm', ['auto', 'floyd', 'search'], 'auto');

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', { ...mapsArgument, describe: 'Maps, or blobs of prep hpa' })
    .options({
      ...flags({ ...HPA, ...TABLE, method: METHOD }),
      ...bakeFlags,
      ...flags({ maxMemory: { ...MAX_MEMORY, about: 'Most memory of a bake' } }),
    })
    .example('$0 table maps/*.map', 'write NAME.hpa.prep and NAME.table.prep')
    .example('$0 table out/arena.hpa.prep', 'a table for an HPA* blob')
    .epilogue('Ship a table with the HPA* blob that it was made from.');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const { method, threads } = argv;
  const maxMemory = byteCount('max-memory', argv['max-memory']);
  const { storePaths: paths, ...options } = optionsOf(HPA, argv);
  const tables = optionsOf(TABLE, argv);
  await bakeMaps(
    'table',
    argv,
    async (grid, { output, map, ...common }, { file, source }) => {
      const start = performance.now();
      let hpa: Uint8Array = source;
      if (!isBlob(source)) {
        hpa = await bakeHpa(grid, { ...options, paths, ...common, map });
        const seconds = (performance.now() - start) / 1000;
        const blob = output.replace(/table\.prep$/, 'hpa.prep');
        await writeFileAtomic(blob, hpa);
        announce(
          argv.json ? undefined : ALONE,
          { map: file, mapBytes: source.length, blob, blobBytes: hpa.length, seconds },
          grid,
        );
      }
      try {
        const blob = await bakeTable(hpa, { ...common, ...tables, method, maxMemory, threads });
        return { blob, facts: facts(blob) };
      } catch (error) {
        if (error instanceof BlobError) throw new BlobError(`${file}: ${error.message}`, error.code);
        throw error instanceof BakeError ? new BakeError(`${file}: ${error.message}`) : error;
      }
    },
    {
      // One at a time: the threads share the work on a map.
      atOnce: 1,
      open: async (source, reading) =>
        isBlob(source) ? { grid: namingBlobs([reading.file], () => gridOfBlob(source)) } : openMap(source, reading),
    },
  );
}

/** Level and size of a table, for programs and for people. */
function facts(blob: Uint8Array): { values: object; text: string } {
  const [{ metadata }] = unpackBlob(blob);
  const { options, statistics } = metadata as { options: { level: number }; statistics: { nodes: number } };
  const [{ level }, { nodes }] = [options, statistics];
  const { runtime } = tableMemory(nodes);
  const bytesPerPair = nodes > 0 ? blob.length / nodes ** 2 : 0;
  const text =
    `  level ${level}, ${count(nodes, 'node')}, ${bytesPerPair.toFixed(4)} bytes per pair, ` +
    `${size(runtime)} at run time`;
  return { values: { level, nodes, bytesPerPair, runtimeBytes: runtime }, text };
}
