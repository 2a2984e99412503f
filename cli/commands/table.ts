/** `prep table`: all-pairs tables over the nodes of HPA*. */
import type { Argv } from 'yargs';
import { gridOfBlob, isBlob, unpackBlob } from '../../src/core/blob/pack.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { HPA, MAX_MEMORY, TABLE } from '../../src/core/options/bake.js';
import { choice } from '../../src/core/options/option.js';
import { bakeHpaFor, bakeTable } from '../../src/engines/table/bake.js';
import { tableMemory } from '../../src/engines/table/fit.js';
import { namingBlobs } from '../shared/input.js';
import { ALONE, announce, bakeMaps, openMap } from '../shared/maps.js';
import { bakeFlags, byteCount, count, flags, mapsArgument, optionsOf, size, type Values } from '../shared/options.js';

const METHOD = choice('Algorithm', ['auto', 'floyd', 'search'], 'auto');
const { default: _, ...LEVELS } = HPA.levels;
const LEVELS_AS_NEEDED = { ...LEVELS, shown: 'as needed' };
const FLAGS = flags({ ...HPA, levels: LEVELS_AS_NEEDED, ...TABLE, method: METHOD });

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', { ...mapsArgument, describe: 'Maps, or blobs of prep hpa' })
    .options({
      ...FLAGS,
      level: { ...FLAGS.level, type: 'string', coerce: levelOf, describe: 'Level of the table, 0 to 8, or top' },
      ...bakeFlags,
      ...flags({ maxMemory: { ...MAX_MEMORY, about: 'Most memory of a bake' } }),
    })
    .example('$0 table maps/*.map', 'write NAME.hpa.prep and NAME.table.prep')
    .example('$0 table out/arena.hpa.prep', 'a table for an HPA* blob')
    .epilogue('Ship it with its HPA* blob. Level 0 is the lowest that fits, top the highest.');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const { method, threads } = argv;
  const maxMemory = byteCount('max-memory', argv['max-memory']);
  const { storePaths: paths, ...options } = optionsOf(HPA, argv);
  const { level, ...tables } = optionsOf(TABLE, argv);
  await bakeMaps(
    'table',
    argv,
    async (grid, { output, map, ...common }, { file, source }) => {
      const start = performance.now();
      let hpa: Uint8Array = source;
      if (!isBlob(source)) {
        const levels = argv.levels ?? (level > 0 ? level : undefined);
        hpa = await bakeHpaFor(grid, { ...options, levels, paths, ...common, map }, tables.maxNodes);
        const seconds = (performance.now() - start) / 1000;
        const blob = output.replace(/table\.prep$/, 'hpa.prep');
        await writeFileAtomic(blob, hpa);
        const made = { map: file, mapBytes: source.length, blob, blobBytes: hpa.length, seconds };
        announce(argv.json ? undefined : ALONE, made, grid);
      }
      const levels = levelsOf(hpa);
      const wanted = { ...tables, level: level < 0 ? levels : level };
      const blob = await bakeTable(hpa, { ...common, ...wanted, method, maxMemory, threads });
      const isChosen = !isBlob(source) && argv.levels === undefined && level < 1;
      return { blob, facts: facts(blob, levels, isChosen ? `, the fewest with at most ${tables.maxNodes} nodes` : '') };
    },
    {
      // The threads share the work on a map.
      atOnce: 1,
      open: async (source, reading) =>
        isBlob(source) ? { grid: namingBlobs([reading.file], () => gridOfBlob(source)) } : openMap(source, reading),
    },
  );
}

/** A level as given; -1 for the highest. */
function levelOf(level: unknown): number {
  return level === 'top' ? -1 : Number(FLAGS.level.coerce(Number(level)));
}

function levelsOf(hpa: Uint8Array): number {
  const part = unpackBlob(hpa).find(({ artifact }) => artifact === 'hpa');
  return (part?.metadata as { options?: { levels?: number } } | undefined)?.options?.levels ?? 0;
}

/** @param why these levels */
function facts(blob: Uint8Array, levels: number, why: string): { values: object; text: string } {
  const [{ metadata }] = unpackBlob(blob);
  const {
    options: { level },
    statistics: { nodes },
  } = metadata as { options: { level: number }; statistics: { nodes: number } };
  const { runtime } = tableMemory(nodes);
  const bytesPerPair = nodes > 0 ? blob.length / nodes ** 2 : 0;
  const text =
    `  level ${level}${levels > 1 ? ` of ${levels}${why}` : ''}, ${count(nodes, 'node')}, ` +
    `${bytesPerPair.toFixed(4)} bytes per pair, ${size(runtime)} at run time`;
  return { values: { level, levels, nodes, bytesPerPair, runtimeBytes: runtime }, text };
}
