/** Flags that several commands share, and how their values are read. */

import { MAP_ENDING } from '../../src/maps/read-map.js';
import { THREADS, WRITE } from '../../src/options/bake.js';
import { flag, text, whole } from '../../src/options/option.js';
import { parseMemory } from '../../src/threads/memory.js';
import { UsageError } from './errors.js';
import { flags } from './flags.js';
import { mapFlags, walkerFlags } from './map-options.js';

export const outDir = { ...text('Folder to write to'), shown: 'out', flag: { alias: 'd' } };
export const outFile = (about: string) => ({ ...text(about), flag: { alias: 'o' } });
export const json = (each: string) => flag(`Print JSON: an object per ${each}, a summary last`, false);
export const cellSize = whole('Side of a cell of a picture in pixels', 1, 64, 1);

/** Flags of every bake. Where no map is named, out-dir and those of maps come from the config. */
export const bakeFlags = {
  ...flags({ outDir }),
  ...walkerFlags,
  ...mapFlags,
  ...flags({ ...WRITE, threads: THREADS, json: json('map') }),
};

/** Reads `X,Y`. */
export function cell(name: string, value: string): [number, number] {
  const match = /^(-?\d+),(-?\d+)$/.exec(value);
  if (!match) throw new UsageError(`--${name} is "${value}", expected X,Y, for example --${name} 1,11`);
  return [Number(match[1]), Number(match[2])];
}

/** Reads a cell `X,Y` of a map. @throws {UsageError} if it is not on the map */
export function cellOn({ width, height }: { width: number; height: number }, name: string, value: string) {
  const [x, y] = cell(name, value);
  if (x >= 0 && y >= 0 && x < width && y < height) return [x, y] as [number, number];
  throw new UsageError(
    `--${name} is ${value}, which is not on the map; X goes from 0 to ${width - 1}, Y from 0 to ${height - 1}`,
  );
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

/** Reads a number of bytes with its unit, `2GB`. @throws {UsageError} */
export function byteCount(name: string, text: string, example = '2GB'): number {
  try {
    return parseMemory(text);
  } catch {
    throw new UsageError(`--${name} is "${text}", expected a number and a unit, for example --${name} ${example}`);
  }
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
  const time = Number(number) * UNITS[unit];
  if (time >= least && time <= most) return time;
  const spell = (ms: number) => (ms < 1000 ? `${ms}ms` : `${ms / 1000}s`);
  throw new UsageError(
    `--${name} is "${value}", expected a time from ${spell(least)} to ${spell(most)}, for example --${name} 3s`,
  );
}

/** A number of things: `1 map`, `2 maps`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
