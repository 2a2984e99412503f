/** Engines by name, as `astar:h=manhattan,w=1.65`: parameters that a name leaves out keep their defaults. */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { defaultsOf, type Filled } from '../../core/options/option.js';
import { BENCHES } from '../../engines/list.js';
import type { BenchEngine } from './engines.js';
import { FAMILIES, type Parameters, type Values } from './families.js';

export const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  `
  astar-euclidean astar:h=euclidean  astar-manhattan astar:h=manhattan  astar-zero astar:h=zero
  astar-w1.75 astar:w=1.75  astar+bounds astar:bounds
  jps-bit-prune jps-bit:prune  jps-prune-pre jps-pre:prune
  jps+bounds-fast jps+bounds:fast  hpa-plain hpa:plain  hpa10 hpa:cluster=10
  hpa10-raw hpa:cluster=10,raw  hpa2 hpa:levels=2  hpa3 hpa:levels=3  hpa-no-paths hpa:no-paths
  hpa20 hpa:cluster=20  hpa20-2 hpa:cluster=20,levels=2  hpa20-3 hpa:cluster=20,levels=3  hpa+cache hpa:cache
  table2 table:level=2  table3 table:level=3`
    .trim()
    .split(/\s\s+/)
    .map((pair) => pair.split(' ')),
);

/** Default engines: none that is very slow. */
const DEFAULT_NAMES: readonly string[] = `
  astar astar-euclidean astar-manhattan astar-zero astar-w1.75 astar+bounds jps-online jps-bit jps-bit-prune jps-pre
  jps-prune-pre jps jps+bounds jps+bounds-fast weighted ch hpa hpa10 hpa10-raw hpa2 hpa3 table`
  .trim()
  .split(/\s+/)
  .concat(Object.keys(BENCHES));

/** What decides who may answer. */
type Kind = Partial<Pick<ReadonlyGrid, 'costs' | 'moveRule'>>;

/** Names of all engines that run when none are named. @param grid where cells have costs, of those that know them */
export function defaultEngines(grid: Kind = {}): string[] {
  return [...new Set(DEFAULT_NAMES)].filter((name) => knows(name, grid));
}

/** Whether an engine answers right on a map: not all know costs of cells, or its moves. */
export function knows(engine: string | BenchEngine, { costs, moveRule = 'no-corners' }: Kind): boolean {
  const { terrain = 'uniform', rules = ['no-corners'] } = typeof engine === 'string' ? findEngine(engine) : engine;
  return rules.includes(moveRule) && (terrain === 'any' || terrain === (costs ? 'weighted' : 'uniform'));
}

/** The engine of a name: family with parameters, or alias. @throws {RangeError} naming what is allowed */
export function findEngine(name: string): BenchEngine {
  const [family, given] = (Object.hasOwn(ALIASES, name) ? ALIASES[name] : name).split(/:(.*)/s);
  if (!Object.hasOwn(FAMILIES, family)) {
    const names = [...Object.keys(FAMILIES), ...Object.keys(ALIASES)];
    throw new RangeError(`engine "${name}" is not known; known are ${names.join(', ')}`);
  }
  const { about, parameters, engine } = FAMILIES[family];
  const texts = given === undefined ? [] : given.split(',').map((text) => text.trim());
  return { about, ...engine(valuesOf(family, parameters, texts)) };
}

/** Values of parameters, or their defaults. @throws {RangeError} for an unknown parameter or invalid value */
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

export function parameterList(parameters: Parameters): string {
  const text = ([key, { kind, choices, default: initial }]: [string, Filled]) =>
    kind === 'boolean' ? key : `${key}=${choices?.join('|') ?? initial}`;
  return Object.entries(parameters).map(text).join(', ');
}

/** Parts a list of engines at its commas, but not between the parameters of one. */
export function engineList(list: string): string[] {
  const isName = (text: string) => Object.hasOwn(FAMILIES, text) || Object.hasOwn(ALIASES, text);
  const names: string[] = [];
  for (const text of list.split(',').map((part) => part.trim())) {
    if (isName(text.split(':')[0]) || !names.at(-1)?.includes(':')) names.push(text);
    else names[names.length - 1] += `,${text}`;
  }
  return names;
}

/** A line for each family with its parameters, and each alias. */
export function engineLines(): string[] {
  const line = (name: string, about: string) => `  ${name.padEnd(19)}${about}`;
  const parameterLine = ([key, option]: [string, Filled]) => {
    const values = option.kind === 'boolean' ? '' : `: ${parameterList({ [key]: option })}`;
    return line(`    ${key}`, `${option.about}${values}${option.choices ? ` (${option.default})` : ''}`);
  };
  const families = Object.entries(FAMILIES).flatMap(([name, { about, parameters }]) => [
    line(name, about),
    ...Object.entries(parameters).map(parameterLine),
  ]);
  return [...families, ...Object.entries(ALIASES).map(([name, full]) => line(name, full))];
}
