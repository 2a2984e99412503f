/** Flags of commands, from the descriptions of options. */
import type { Options } from 'yargs';
import {
  type Filled,
  type Given,
  kebab,
  type Option,
  type OptionTable,
  type ValueOf,
} from '../../src/options/option.js';
import { UsageError } from './errors.js';

/** A config key in kebab-case, dots kept. */
type Kebab<S extends string> = S extends `${infer C}${infer R}`
  ? C extends Lowercase<C>
    ? `${C}${Kebab<R>}`
    : `-${Lowercase<C>}${Kebab<R>}`
  : S;

/** Type parameters of a flag for yargs. */
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

/** The option as one that must be given. */
export function required<O extends Option>(option: O): O & { flag: { demandOption: true } } {
  return { ...option, flag: { ...option.flag, demandOption: true } };
}

const TYPES = { boolean: 'boolean', whole: 'number', number: 'number' } as const;

/**
 * The flags of options. Numbers out of their range are refused as the command line is parsed.
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
        ...(kind === 'choice' ? { choices } : { type: TYPES[kind as keyof typeof TYPES] ?? 'string' }),
        ...(kind !== 'boolean' && { requiresArg: true }),
        ...(initial !== undefined && kind !== 'names' && { default: initial }),
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
  if (kind === 'names') return `${about}, between commas`;
  if (kind === 'legend' || kind === 'costs') return `JSON file: ${about}`;
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
  throw new UsageError(`--${name} is ${got}, allowed is ${what} from ${least} to ${most}`);
}

/** Values of flags, as commands get them. */
export type FlagValues<F> = {
  [K in keyof F]: F[K] extends { coerce: (value: unknown) => infer V }
    ? F[K] extends { default: V } | { demandOption: true }
      ? V
      : V | undefined
    : never;
};

/** Options of flags: those with defaults, and others that were given. */
type Taken<T> = { [K in keyof T as T[K] extends Filled<infer _, infer __> ? K : never]: ValueOf<T[K]> } & Given<{
  [K in keyof T as T[K] extends Filled<infer _, infer __> ? never : K]: T[K];
}>;

/** The options that flags give, by their config keys; what is not given is not there. */
export function optionsOf<T extends OptionTable>(options: T, argv: object, prefix = ''): Taken<T> {
  const all = Object.entries(options).flatMap(([key, { kind }]) => {
    const value = (argv as Record<string, unknown>)[`${prefix}${kebab(key)}`];
    if (value === undefined) return [];
    return [[key, kind === 'names' ? listOf(String(value)) : value]];
  });
  return Object.fromEntries(all);
}

/** Names between commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
