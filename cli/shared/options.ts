/** Options that several commands share, and how their values are checked. */

import { MAX_ZSTD_LEVEL } from '../../src/blob/compress.js';
import { MOVE_RULES } from '../../src/blob/layout.js';
import { WRITE_DEFAULTS } from '../../src/blob/write.js';
import { MAX_SIZE } from '../../src/grid/grid.js';
import { DEFAULT_TERRAIN, TERRAIN_LETTERS } from '../../src/maps/movingai.js';
import { MAP_ENDING } from '../../src/maps/read-map.js';
import { UsageError } from './errors.js';
import { MAP_GROUP } from './help.js';
import { mapOptions } from './map-options.js';

/** Options of every bake. */
export const bakeOptions = {
  // Without defaults that yargs knows: where no map is named, the config's are those.
  'out-dir': {
    alias: 'd',
    type: 'string',
    requiresArg: true,
    describe: 'Folder to write to [default: out]',
  },
  terrain: {
    type: 'string',
    requiresArg: true,
    group: MAP_GROUP,
    describe: `MovingAI: letters that are open, from ${TERRAIN_LETTERS} [default: ${DEFAULT_TERRAIN}]`,
  },
  size: {
    type: 'number',
    requiresArg: true,
    describe: `Side of the unit, 1 to ${MAX_SIZE} cells [default: 1]`,
  },
  diagonals: {
    choices: MOVE_RULES,
    requiresArg: true,
    describe: 'Diagonal moves [default: no-corners]',
  },
  agent: {
    type: 'string',
    requiresArg: true,
    describe: 'Agent of the config: its size, terrain and costs',
  },
  ...mapOptions,
  codec: {
    choices: ['zstd', 'none'],
    default: WRITE_DEFAULTS.codec,
    requiresArg: true,
    describe: 'Compression',
  },
  'zstd-level': {
    type: 'number',
    default: WRITE_DEFAULTS.zstdLevel,
    requiresArg: true,
    describe: `Compression level, 1 to ${MAX_ZSTD_LEVEL}`,
  },
  threads: {
    type: 'number',
    default: WRITE_DEFAULTS.threads,
    requiresArg: true,
    describe: 'Most threads at once; 0 for one per core',
  },
  json: { type: 'boolean', default: false, describe: 'Print JSON: an object per map, a summary last' },
} as const;

/** @throws {UsageError} unless the value is a whole number in the range; yargs hands out NaN for words */
export function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    const found = Number.isNaN(value) ? 'not a number' : value;
    throw new UsageError(`--${name} is ${found}, allowed is a whole number from ${least} to ${most}`);
  }
  return value;
}

/** Reads `X,Y`. */
export function cell(name: string, value: string): [number, number] {
  const match = /^(-?\d+),(-?\d+)$/.exec(value);
  if (!match) throw new UsageError(`--${name} is "${value}", expected X,Y, for example --${name} 1,11`);
  return [Number(match[1]), Number(match[2])];
}

/** Bytes for people. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

/** Maps of commands that need not be named. */
export const mapsArgument = {
  type: 'string',
  array: true,
  default: [] as string[],
  defaultDescription: 'those of the config, or maps/',
  describe: 'Maps: MovingAI, Tiled, LDtk, PNG, CSV or ASCII',
} as const;

/** Name of a map file, or of another blob of the map, without what the kind of file adds to it. */
export function baseName(map: string): string {
  return map.replace(MAP_ENDING, '').replace(/(\.hpa)?\.prep$/i, '');
}

/** Name of the blob of a map file, or of another blob of the map, and an artifact. */
export function outputName(map: string, artifact: string): string {
  return `${baseName(map)}.${artifact}.prep`;
}

/** Milliseconds of each unit of time. */
const UNITS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Reads a time with its unit, `45s`. @throws {UsageError} unless it is one in the range, in milliseconds */
export function milliseconds(name: string, value: string, least: number, most: number): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(us|ms|s|m|min|h|d)$/.exec(value) ?? [];
  const found = Number(number) * UNITS[unit];
  if (found >= least && found <= most) return found;
  const spell = (ms: number) => (ms < 1000 ? `${ms}ms` : `${ms / 1000}s`);
  throw new UsageError(
    `--${name} is "${value}", expected a time from ${spell(least)} to ${spell(most)}, for example --${name} 3s`,
  );
}

/** A number of things: `1 map`, `2 maps`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
