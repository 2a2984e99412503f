/** Files of commands, flags from the descriptions of options, and flags that several commands share. */

import type { Argv, InferredOptionTypes, Options } from 'yargs';
import { MOST_WALL_COSTS } from '../../src/core/limits.js';
import { LAYOUT, THREADS, WRITE } from '../../src/core/options/bake.js';
import { WALKER } from '../../src/core/options/maps.js';
import {
  type Complete,
  type Filled,
  flag,
  type Given,
  kebab,
  names,
  type Option,
  type OptionTable,
  text,
  unfilled,
  whole,
} from '../../src/core/options/option.js';
import { parseMemory } from '../../src/core/threads/memory.js';
import { FILES, FORMAT_OPTIONS, MAP_ENDING } from '../../src/maps/formats.js';
import { UsageError } from './errors.js';
import { MAP_GROUP } from './help.js';
import { paint } from './output.js';

export interface CommandFile {
  /** Declares the arguments, with examples and exit codes for its help. */
  builder(yargs: Argv): Argv<unknown>;
  /** @param argv the {@link Values} of its builder */
  handler(argv: object): Promise<void>;
}

/** Arguments of a `handler`: the values that its `builder` declares. */
export type Values<Builder extends (yargs: Argv) => Argv<unknown>> =
  ReturnType<Builder> extends Argv<infer T> ? T : never;

/** A config key in kebab-case, dots kept. */
type Kebab<S extends string> = S extends `${infer C}${infer R}`
  ? C extends Lowercase<C>
    ? `${C}${Kebab<R>}`
    : `-${Lowercase<C>}${Kebab<R>}`
  : S;

type FlagOf<O> = O extends Option<infer _, infer F> & { flag: { demandOption: true } }
  ? { coerce: (value: unknown) => F; demandOption: true }
  : O extends Filled<readonly string[], string>
    ? { coerce: (value: unknown) => string }
    : O extends Filled<infer _, infer F>
      ? { coerce: (value: unknown) => F; default: F }
      : O extends Option<infer _, infer F>
        ? { coerce: (value: unknown) => F }
        : never;

/** Flags by their names, for `options` of yargs. */
export type Flags<T extends OptionTable, P extends string = ''> = {
  [K in keyof T & string as `${P}${Kebab<K>}`]: FlagOf<T[K]>;
};

export function required<O extends Option>(option: O): O & { flag: { demandOption: true } } {
  return { ...option, flag: { ...option.flag, demandOption: true } };
}

const TYPES = { boolean: 'boolean', whole: 'number', number: 'number' } as const;

/**
 * The flags of options. Numbers out of range are errors.
 * @param prefix before each name, as `tiled.`
 * @param group heading in the help
 */
export function flags<T extends OptionTable, const P extends string = ''>(
  options: T,
  { prefix, group }: { prefix?: P; group?: string } = {},
): Flags<T, P> {
  const all = Object.entries(options).map(([key, option]): [string, Options] => {
    const name = `${prefix ?? ''}${kebab(key)}`;
    const { kind, choices, default: initial, shown, flag } = option;
    return [
      name,
      {
        // Choices are texts, also digits.
        ...{ type: TYPES[kind as keyof typeof TYPES] ?? 'string', ...(kind === 'choice' && { choices }) },
        ...(kind !== 'boolean' && { requiresArg: true }),
        ...(initial !== undefined && !Array.isArray(initial) && { default: initial }),
        ...(shown !== undefined && { defaultDescription: shown }),
        ...(group !== undefined && { group }),
        ...flag,
        describe: describe(option),
        coerce: (value: unknown) => inRange(name, option, value),
      },
    ];
  });
  return Object.fromEntries(all) as Flags<T, P>;
}

function describe({ kind, about, more, least = 0, most = 0 }: Option): string {
  if (kind === 'names' || kind === 'tiles') return `${about}, between commas`;
  if (kind === 'legend' || kind === 'costs' || kind === 'walls' || kind === 'links') return `JSON file: ${about}`;
  if (more?.startsWith('0 ')) return `${about}; ${more}`;
  return kind === 'whole' && most < 1000 ? `${about}, ${least} to ${most}` : about;
}

/** @throws {UsageError} if a number is out of range; yargs gives NaN for words, a list for a repeated flag */
function inRange(name: string, { kind, least = 0, most = 0 }: Option, value: unknown): unknown {
  if ((kind !== 'whole' && kind !== 'number') || value === undefined || Array.isArray(value)) return value;
  const number = value as number;
  if (number >= least && number <= most && (kind === 'number' || Number.isInteger(number))) return number;
  const got = Number.isNaN(number) ? 'not a number' : number;
  const what = kind === 'whole' ? 'a whole number' : 'a number';
  throw new UsageError(`--${name} is ${got}; it must be ${what} from ${least} to ${most}`);
}

/** Options with defaults, and others that were given. */
type Taken<T> = Complete<T> & Given<Omit<T, keyof Complete<T>>>;

/** The given options by their config keys. */
export function optionsOf<T extends OptionTable>(options: T, argv: object, prefix = ''): Taken<T> {
  const all = Object.entries(options).flatMap(([key, option]) => {
    const { kind } = option;
    const value = (argv as Record<string, unknown>)[`${prefix}${kebab(key)}`];
    if (value === undefined) return [];
    const isList = kind === 'names' || kind === 'tiles';
    return [[key, isList ? listOf(String(value)) : kind === 'wholes' ? wholesOf(key, option, value) : value]];
  });
  return Object.fromEntries(all);
}

/** @throws {UsageError} unless they are whole numbers of the option's range, between commas */
function wholesOf(key: string, { least = 0, most = 0 }: Option, value: unknown): number[] {
  const numbers = listOf(String(value)).map(Number);
  const isOne = (number: number) => Number.isInteger(number) && number >= least && number <= most;
  if (numbers.length > 0 && numbers.length <= MOST_WALL_COSTS && numbers.every(isOne)) return numbers;
  throw new UsageError(
    `--${kebab(key)} is ${value}; it must be 1 to ${MOST_WALL_COSTS} whole numbers from ${least} to ${most}, between ` +
      'commas: 4,2',
  );
}

export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

const group = MAP_GROUP;

/** Flags of walkers; `costs` and `links` are files. */
const { terrain, stepCosts, ...walker } = unfilled(WALKER);
export const terrainFlag = flags({ terrain }, { group });
export const walkerFlags = {
  ...terrainFlag,
  ...flags({ stepCosts }, { group }),
  ...flags({ ...walker, agent: text('Agent of the config: its size, terrain and costs') }),
};

/** Flags of the options of formats. `readingOf` uses the same table. */
const formatFlags: object = Object.assign(
  {},
  ...FORMAT_OPTIONS.map((one) => flags(unfilled(one.flags), { prefix: `${one.name}.`, group })),
);

export const mapFlags = {
  ...flags({ ...FILES, mapLevels: names('Levels to bake [default: all]') }, { group }),
  ...formatFlags,
};

/** Values of {@link mapFlags} and {@link walkerFlags}; `costs` and `agent` are read elsewhere. */
export type MapArguments = Partial<InferredOptionTypes<typeof mapFlags & Omit<typeof walkerFlags, 'costs'>>>;

export const outDir = { ...text('Folder to write to'), shown: 'out', flag: { alias: 'd' } };
export const outFile = (about: string) => ({ ...text(about), flag: { alias: 'o' } });
export const json = (each: string) => flag(`Print JSON: an object per ${each}, a summary last`, false);
export const cellSize = whole('Side of a cell of a picture in pixels', 1, 64, 1);

/** Flags of every bake, also of worlds. Without named maps, the config has the maps and out-dir. */
export const worldFlags = {
  ...flags({ outDir }),
  ...walkerFlags,
  ...mapFlags,
  ...flags({ ...WRITE, threads: THREADS, json: json('map') }),
};

export const bakeFlags = { ...worldFlags, ...flags(LAYOUT) };

export function cell(name: string, value: string): [number, number] {
  const match = /^(-?\d+),(-?\d+)$/.exec(value);
  if (!match) throw new UsageError(`--${name} is "${value}", expected X,Y, for example --${name} 1,11`);
  return [Number(match[1]), Number(match[2])];
}

/** Reads a cell `X,Y` of a map. @throws {UsageError} if it is not on the map */
export function cellOfFloor({ width, height }: { width: number; height: number }, name: string, value: string) {
  const [x, y] = cell(name, value);
  if (x >= 0 && y >= 0 && x < width && y < height) return [x, y] as [number, number];
  throw new UsageError(
    `--${name} is ${value}, which is not on the map; X goes from 0 to ${width - 1}, Y from 0 to ${height - 1}`,
  );
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

/** The last line of a command for several maps: `3 maps: 2 built, 1 failed; 684 B, 0.12 s`. */
export function closingLine(maps: number, counts: Record<string, number>, bytes: number, seconds: number): string {
  const paints: Record<string, (text: string) => string> = {
    built: paint.done,
    baked: paint.done,
    failed: paint.error,
  };
  const parts = Object.entries(counts).flatMap(([name, number]) =>
    number > 0 ? [paints[name]?.(`${number} ${name}`) ?? `${number} ${name}`] : [],
  );
  return `${count(maps, 'map')}: ${parts.join(', ')}; ${size(bytes)}, ${seconds.toFixed(2)} s`;
}

/** Positional arguments, none or more. @param shown their default in words */
export function listArgument(describe: string, shown?: string) {
  return { type: 'string', array: true, default: [] as string[], defaultDescription: shown, describe } as const;
}

export const MAP_KINDS = 'Map: MovingAI, Tiled, LDtk, RPG Maker, PNG, CSV or ASCII';
export const mapsArgument = listArgument(
  `${MAP_KINDS.replace('Map', 'Maps')}; or folders`,
  'those of the config, or maps/',
);

/** Name of a map file, or of a blob of HPA*, without its ending. */
export function baseName(map: string): string {
  return map.replace(MAP_ENDING, '').replace(/(\.hpa)?\.prep$/i, '');
}

/** Reads a number of bytes with its unit, `2GB`. @throws {UsageError} */
export function byteCount(name: string, text: string): number {
  try {
    return parseMemory(text);
  } catch {
    throw new UsageError(`--${name} is "${text}", expected a number and a unit, for example --${name} 2GB`);
  }
}

const UNITS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Reads a time with its unit, `45s`. @throws {UsageError} unless it is in the range, in milliseconds */
export function milliseconds(name: string, value: string, least: number, most: number): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(us|ms|s|m|min|h|d)$/.exec(value) ?? [];
  const time = Number(number) * UNITS[unit];
  if (time >= least && time <= most) return time;
  const spell = (ms: number) => (ms < 1000 ? `${ms}ms` : `${ms / 1000}s`);
  throw new UsageError(
    `--${name} is "${value}", expected a time from ${spell(least)} to ${spell(most)}, for example --${name} 3s`,
  );
}

export function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
