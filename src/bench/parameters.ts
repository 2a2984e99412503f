/** Engines with parameters: `astar:h=manhattan,w=1.65,aside`. Those that a name leaves out keep their defaults. */
import { defaultsOf, type Filled, type ValueOf } from '../options/option.js';

/** Flags, choices and numbers, all with defaults. */
export type Parameters = Readonly<Record<string, Filled>>;
export type Values<P extends Parameters> = { [K in keyof P]: ValueOf<P[K]> };

export function splitName(name: string): { family: string; given: string[] } {
  const [family, ...rest] = name.split(':');
  const given = rest.length > 0 ? rest.join(':').split(',') : [];
  return { family, given: given.map((text) => text.trim()) };
}

/** Splits a list of engines at commas between engines, not parameters. @param isName whether a text names an engine */
export function splitList(list: string, isName: (text: string) => boolean): string[] {
  const names: string[] = [];
  for (const part of list.split(',').map((text) => text.trim())) {
    const last = names.length - 1;
    const continues = last >= 0 && names[last].includes(':') && !isName(splitName(part).family);
    if (continues) names[last] += `,${part}`;
    else names.push(part);
  }
  return names;
}

/** Values of given parameters, else defaults. @throws {RangeError} for an unknown parameter or invalid value */
export function valuesOf<P extends Parameters>(family: string, parameters: P, given: readonly string[]): Values<P> {
  const values: Record<string, unknown> = defaultsOf(parameters);
  for (const text of given) {
    const [key, value] = text.split(/=(.*)/s);
    if (!Object.hasOwn(parameters, key)) {
      const known = Object.keys(parameters).length > 0 ? `there are ${parameterList(parameters)}` : 'it has none';
      throw new RangeError(`${family} has no parameter "${key}"; ${known}`);
    }
    values[key] = readValue(`${family}:${key}`, parameters[key], value);
  }
  return values as Values<P>;
}

function readValue(name: string, { kind, choices, least = 0, most = 0 }: Filled, value: string | undefined): unknown {
  const wrong = (expected: string) =>
    new RangeError(`${name} ${value === undefined ? 'has no value' : `is "${value}"`}; ${expected}`);
  if (kind === 'boolean') {
    if (value !== undefined) throw wrong('it is a flag, without a value');
    return true;
  }
  if (choices) {
    if (value === undefined || !choices.includes(value)) throw wrong(`allowed is ${choices.join(', ')}`);
    return value;
  }
  const number = value ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrong(`allowed is a number from ${least}${most === Infinity ? '' : ` to ${most}`}`);
}

/** Parameters with their choices, or with the default of a number. */
export function parameterList(parameters: Parameters): string {
  const text = ([key, { kind, choices, default: initial }]: [string, Filled]) =>
    kind === 'boolean' ? key : `${key}=${choices?.join('|') ?? initial}`;
  return Object.entries(parameters).map(text).join(', ');
}
