/** One description of an option, from which come its flag, its config key, the JSON schema and its default. */

/** Meaning of a value in a legend: a blocked cell, an open one, or its cost. */
export type Meaning = 'blocked' | 'open' | number;

/** An option. @typeParam T value in a config @typeParam F value of the flag */
export interface Option<T = unknown, F = T> {
  kind:
    | 'boolean'
    | 'whole'
    | 'number'
    | 'text'
    | 'choice'
    | 'names'
    | 'tiles'
    | 'wholes'
    | 'legend'
    | 'meanings'
    | 'costs'
    | 'walls'
    | 'links';
  about: string;
  /** A second part of the description, only for the JSON schema. */
  more?: string;
  /** Used where nothing is given. */
  default?: T;
  /** Shown as the default where the value comes from elsewhere. */
  shown?: string;
  least?: number;
  most?: number;
  choices?: readonly string[];
  pattern?: RegExp;
  /** Further settings for yargs: alias, conflicts, implies, demandOption. */
  flag?: Flag;
  /** Type of the flag's value; never set. */
  readonly given?: F;
}

/** Properties of a flag that a config key has not. */
export interface Flag {
  alias?: string;
  conflicts?: string | readonly string[];
  implies?: string;
  demandOption?: true;
  hidden?: true;
  group?: string;
}

/** An option with a default. */
export interface Filled<T = unknown, F = T> extends Option<T, F> {
  default: T;
}

export interface Range {
  least: number;
  most: number;
}

/** Options by the names of their config keys. */
export type OptionTable = Readonly<Record<string, Option>>;

export type ValueOf<O> = O extends Option<infer T, infer _> ? T : never;
/** Options as a config gives them. */
export type Given<T> = { [K in keyof T]?: ValueOf<T[K]> | undefined };
/** Options with defaults, all given. */
export type Complete<T> = { [K in keyof T as T[K] extends Filled<infer _, infer __> ? K : never]: ValueOf<T[K]> };

/** A choice between true and false. */
export function flag(about: string, initial?: undefined): Option<boolean>;
export function flag(about: string, initial: boolean): Filled<boolean>;
export function flag(about: string, initial?: boolean): Option<boolean> {
  return { kind: 'boolean', about, ...(initial !== undefined && { default: initial }) };
}

/** A whole number in a range, both ends included. */
export function whole(about: string, least: number, most: number): Option<number> & Range;
export function whole(about: string, least: number, most: number, initial: number): Filled<number> & Range;
export function whole(about: string, least: number, most: number, initial?: number): Option<number> {
  return { kind: 'whole', about, least, most, ...(initial !== undefined && { default: initial }) };
}

/** A number in a range, both ends included. */
export function number(about: string, least: number, most: number): Option<number>;
export function number(about: string, least: number, most: number, initial: number): Filled<number>;
export function number(about: string, least: number, most: number, initial?: number): Option<number> {
  return { kind: 'number', about, least, most, ...(initial !== undefined && { default: initial }) };
}

/** A text that is not empty. */
export function text(about: string): Option<string>;
export function text(about: string, initial: string): Filled<string>;
export function text(about: string, initial?: string): Option<string> {
  return { kind: 'text', about, ...(initial !== undefined && { default: initial }) };
}

/** A choice between words. */
export function choice<C extends string>(about: string, choices: readonly C[]): Option<C>;
export function choice<C extends string>(about: string, choices: readonly C[], initial: C): Filled<C>;
export function choice<C extends string>(about: string, choices: readonly C[], initial?: C): Option<C> {
  return { kind: 'choice', about, choices, ...(initial !== undefined && { default: initial }) };
}

/** A list of whole numbers in a range, both ends included; on the command line between commas. */
export function wholes(about: string, least: number, most: number): Option<readonly number[], string> & Range {
  return { kind: 'wholes', about, least, most };
}

/** A list of names; on the command line between commas. */
export function names(about: string, initial: readonly string[] = []): Filled<readonly string[], string> {
  return { kind: 'names', about, default: initial };
}

/** A list of numbers and ranges of tiles, as `10-15`; on the command line between commas. */
export function tiles(about: string): Filled<readonly (number | string)[], string> {
  return { kind: 'tiles', about, default: [] };
}

/** Meanings by value; on the command line the name of a JSON file, in a config that or the object. */
export function legend(about: string): Option<string | Readonly<Record<string, Meaning>>, string> {
  return { kind: 'legend', about };
}

export function defaultsOf<T extends OptionTable>(options: T): Complete<T> {
  const filled = Object.entries(options).filter(([, option]) => option.default !== undefined);
  return Object.fromEntries(filled.map(([name, option]) => [name, option.default])) as Complete<T>;
}

/** The same options without defaults, which are shown still: another source stands between flag and default. */
export function unfilled<T extends OptionTable>(options: T): { [K in keyof T]: Unfilled<T[K]> } {
  const all = Object.entries(options).map(([name, { default: initial, ...option }]) => {
    const shows = initial !== undefined && !(Array.isArray(initial) && initial.length === 0);
    return [name, { ...(shows && { shown: String(initial) }), ...option }];
  });
  return Object.fromEntries(all);
}
type Unfilled<O> = O extends Option<infer T, infer F> ? Option<T, F> : never;

/** The flag of a config key: `tiled.blockedLayers` is `tiled.blocked-layers`. */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Values that may be undefined as optional properties. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same values without those that are undefined, which would replace defaults. */
export function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Options under their names, each as another value. */
export function mapped<K extends string, V, R>(
  values: Readonly<Record<K, V>>,
  make: (value: V, name: K) => R,
): Record<K, R> {
  const all = Object.entries<V>(values).map(([name, value]) => [name, make(value, name as K)]);
  return Object.fromEntries(all) as Record<K, R>;
}
