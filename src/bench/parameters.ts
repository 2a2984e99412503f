/** Parameters of engines, as in `astar:h=manhattan,w=1.65,aside`. Those that a name leaves out keep their defaults. */
import { defaultsOf, type Filled, type ValueOf } from '../options/option.js';

/** Flags, choices and numbers, all with defaults. */
export type Parameters = Readonly<Record<string, Filled>>;
export type Values<P extends Parameters> = { [K in keyof P]: ValueOf<P[K]> };

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
  if (kind === 'boolean' && value === undefined) return true;
  if (choices?.includes(value ?? '')) return value;
  const number = kind === 'number' && value ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  const allowed = choices?.join(', ') ?? `a number from ${least}${most === Infinity ? '' : ` to ${most}`}`;
  const expected = kind === 'boolean' ? 'it is a flag, without a value' : `allowed is ${allowed}`;
  throw new RangeError(`${name} ${value === undefined ? 'has no value' : `is "${value}"`}; ${expected}`);
}

/** Parameters with their choices, or with the default of a number. */
export function parameterList(parameters: Parameters): string {
  const text = ([key, { kind, choices, default: initial }]: [string, Filled]) =>
    kind === 'boolean' ? key : `${key}=${choices?.join('|') ?? initial}`;
  return Object.entries(parameters).map(text).join(', ');
}
