/** `prep table`: all-pairs tables over the nodes of HPA*. */
import { readFile } from 'node:fs/promises';
import type { Argv } from 'yargs';
import { fingerprint } from '../../src/core/blob/fingerprint.js';
import { gridOfBlob, isBlob, unpackBlob } from '../../src/core/blob/pack.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { HPA, MAX_MEMORY, TABLE } from '../../src/core/options/bake.js';
import { choice, defined, unfilled } from '../../src/core/options/option.js';
import type { Options } from '../../src/engines/artifact.js';
import { bakeHpaFor, bakeTable, EMPTY_TABLE } from '../../src/engines/table/bake.js';
import { tableMemory } from '../../src/engines/table/fit.js';
import { flagsOf } from '../shared/flags-of.js';
import { namingBlobs } from '../shared/input.js';
import { ALONE, announce, bakeMaps, openMap } from '../shared/maps.js';
import { bakeFlags, byteCount, count, flags, mapsArgument, optionsOf, size, type Values } from '../shared/options.js';

const METHOD = choice('Algorithm', ['auto', 'floyd', 'search'], 'auto');
const { default: _, ...LEVELS } = HPA.levels;
const LEVELS_AS_NEEDED = { ...LEVELS, shown: 'as needed' };
const GIVEN = unfilled(HPA);
const { shown: __, ...STORED } = GIVEN.storePaths;
const STORE_PATHS = { ...STORED, about: 'Store paths of edges; --no-store-paths: smaller file' };
const FLAGS = flags({ ...GIVEN, storePaths: STORE_PATHS, levels: LEVELS_AS_NEEDED, ...TABLE, method: METHOD });

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', { ...mapsArgument, describe: 'Maps, folders, or blobs of prep hpa' })
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
  const { level, ...tables } = optionsOf(TABLE, argv);
  await bakeMaps(
    'table',
    argv,
    async (grid, { output, map, ...common }, { file, source }) => {
      const bake = async (hpa: Uint8Array, why: string) => {
        const levels = optionsOfHpa(hpa).levels;
        const wanted = { ...tables, level: level < 0 ? levels : level };
        const blob = await bakeTable(hpa, { ...common, ...wanted, method, maxMemory, threads });
        return { blob, facts: facts(blob, levels, why) };
      };
      if (isBlob(source)) return bake(source, '');
      const start = performance.now();
      const hpaFile = output.replace(/table\.prep$/, 'hpa.prep');
      const { blob: hpa, replaced, isKept, isChosen } = await hpaBlob(grid, hpaFile, argv, { ...common, map });
      const seconds = (performance.now() - start) / 1000;
      const table = await bake(hpa, isChosen ? `, the fewest with at most ${tables.maxNodes} nodes` : '');
      // Written after the table, because a command that fails changes nothing.
      if (!isKept) await writeFileAtomic(hpaFile, hpa);
      const made = { map: file, mapBytes: source.length, blob: hpaFile, blobBytes: hpa.length, seconds };
      const text = isKept ? '  (kept)' : replaced === undefined ? '' : `  (replaced one of ${replaced})`;
      announce(argv.json ? undefined : ALONE, made, grid, { values: defined({ kept: isKept, replaced }), text });
      return table;
    },
    {
      // The threads share the work on a map.
      atOnce: 1,
      open: async (source, reading) =>
        isBlob(source) ? { grid: namingBlobs([reading.file], () => gridOfBlob(source)) } : openMap(source, reading),
    },
  );
}

/**
 * The HPA* blob that the table is for: of a file of the same map with its options, changed by those that are given.
 * @returns also the options of a blob that it replaces, and whether its levels were chosen by the number of nodes
 */
async function hpaBlob(grid: Grid, file: string, argv: Arguments, common: Parameters<typeof bakeHpaFor>[1]) {
  const given = optionsOf(GIVEN, argv);
  const { storePaths, ...others } = given;
  const { level, maxNodes } = optionsOf(TABLE, argv);
  const old = await blobOf(grid, file);
  const before = old && optionsOfHpa(old);
  const levels = given.levels ?? (level > 0 ? level : undefined);
  const wanted = defined({ ...before, ...others, paths: storePaths ?? before?.paths, levels }) as object;
  const blob = await bakeHpaFor(grid, { ...wanted, ...common }, maxNodes);
  // More levels than needed are no reason to replace the blob.
  const isKept = old && before && Object.keys(given).length === 0 && optionsOfHpa(blob).levels <= before.levels;
  if (isKept) return { blob: old, isKept, isChosen: false };
  return { blob, isKept, isChosen: levels === undefined, replaced: before && flagsOf('hpa', before) };
}

/** A level as given; -1 for the highest. */
function levelOf(level: unknown): number {
  return level === 'top' ? -1 : Number(FLAGS.level.coerce(Number(level)));
}

/** Options in the metadata of a blob of HPA*. */
function optionsOfHpa(hpa: Uint8Array): Options & { levels: number } {
  const part = unpackBlob(hpa).find(({ artifact }) => artifact === 'hpa');
  return { levels: 0, ...(part?.metadata as { options?: object } | undefined)?.options };
}

/** A blob of the same map, if there is one. */
async function blobOf(grid: Grid, file: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(file);
    return Buffer.compare(fingerprint(gridOfBlob(bytes)), fingerprint(grid)) === 0 ? bytes : undefined;
  } catch {
    return undefined;
  }
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
  if (nodes === 0)
    return {
      values: { level, levels, nodes, bytesPerPair, runtimeBytes: runtime },
      text: `\n  ${EMPTY_TABLE}`,
    };
  const text =
    `  level ${level}${levels > 1 ? ` of ${levels}${why}` : ''}, ${count(nodes, 'node')}, ` +
    `${bytesPerPair.toFixed(4)} bytes per pair, ${size(runtime)} at run time`;
  return { values: { level, levels, nodes, bytesPerPair, runtimeBytes: runtime }, text };
}
