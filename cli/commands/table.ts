/** `prep table`: all-pairs tables over the nodes of HPA*. */
import type { Argv } from 'yargs';
import { gridOfBlob, isBlob, unpackBlob } from '../../src/blob/pack.js';
import { BakeError, BlobError } from '../../src/errors.js';
import { writeFileAtomic } from '../../src/files/atomic.js';
import { bakeHpa } from '../../src/hpa/bake.js';
import { bakeTable, TABLE_DEFAULTS } from '../../src/table/bake.js';
import { tableMemory } from '../../src/table/fit.js';
import type { Values } from '../shared/command.js';
import { hpaOptions, readHpaOptions } from '../shared/hpa-options.js';
import { namingBlobs } from '../shared/input.js';
import { ALONE, announce, bakeMaps, openMap } from '../shared/maps.js';
import { bakeOptions, count, mapsArgument, size, wholeNumber } from '../shared/options.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', {
      ...mapsArgument,
      describe: 'Maps, or blobs of prep hpa',
    })
    .options({
      level: {
        type: 'number',
        default: TABLE_DEFAULTS.level,
        requiresArg: true,
        describe: 'Level of the table; 0: the lowest that fits --max-nodes',
      },
      method: {
        choices: ['auto', 'floyd', 'search'] as const,
        default: TABLE_DEFAULTS.method,
        requiresArg: true,
        describe: 'Floyd-Warshall or Dijkstra; the bytes are the same',
      },
      'max-nodes': {
        type: 'number',
        default: TABLE_DEFAULTS.maxNodes,
        requiresArg: true,
        describe: 'Most nodes of a table',
      },
      'max-memory': {
        type: 'number',
        default: TABLE_DEFAULTS.maxMemory / 1e6,
        requiresArg: true,
        describe: 'Most memory of a bake, in MB',
      },
      ...hpaOptions,
      ...bakeOptions,
    })
    .example('$0 table maps/*.map', 'write NAME.hpa.prep and NAME.table.prep')
    .example('$0 table out/arena.hpa.prep', 'a table for an HPA* blob')
    .epilogue('Ship a table with the HPA* blob that it was made from.');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const { method, threads } = argv;
  const level = wholeNumber('level', argv.level, 0, 8);
  const maxNodes = wholeNumber('max-nodes', argv['max-nodes'], 1, 65535);
  const maxMemory = 1e6 * wholeNumber('max-memory', argv['max-memory'], 1, 1e6);
  const { options, costs } = await readHpaOptions(argv);
  await bakeMaps(
    'table',
    { ...argv, costs },
    async (grid, { output, map, ...common }, { file, source }) => {
      const start = performance.now();
      let hpa: Uint8Array = source;
      if (!isBlob(source)) {
        hpa = await bakeHpa(grid, { ...options, ...common, map });
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
        const blob = await bakeTable(hpa, { ...common, level, method, maxNodes, maxMemory, threads });
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

/** What a table is of and takes, for programs and for people. */
function facts(blob: Uint8Array): { values: object; text: string } {
  const [{ metadata }] = unpackBlob(blob);
  const { options, statistics } = metadata as { options: { level: number }; statistics: { nodes: number } };
  const [{ level }, { nodes }] = [options, statistics];
  const { runtime } = tableMemory(nodes);
  const bytesPerPair = nodes > 0 ? blob.length / nodes ** 2 : 0;
  const text = `  level ${level}, ${count(nodes, 'node')}, ${bytesPerPair.toFixed(4)} bytes per pair, ${size(runtime)} at run time`;
  return { values: { level, nodes, bytesPerPair, runtimeBytes: runtime }, text };
}
