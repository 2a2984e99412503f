/** Engines by name. */
import type { ReadonlyGrid } from '../grid/grid.js';
import type { Filled } from '../options/option.js';
import type { BenchEngine } from './engines.js';
import { FAMILIES } from './families.js';
import { ALIASES, DEFAULT_NAMES } from './names.js';
import { parameterList, valuesOf } from './parameters.js';

/** What decides who may answer. */
type Kind = Partial<Pick<ReadonlyGrid, 'costs' | 'moveRule'>>;

/** Names of all engines that run when none are named. @param grid where cells have costs, of those that know them */
export function defaultEngines(grid: Kind = {}): string[] {
  return DEFAULT_NAMES.filter((name) => knows(name, grid));
}

/** Whether an engine answers right on a map: not all know costs of cells, or its moves. */
export function knows(engine: string | BenchEngine, { costs, moveRule = 'no-corners' }: Kind): boolean {
  const { terrain = 'uniform', rules = ['no-corners'] } = typeof engine === 'string' ? findEngine(engine) : engine;
  return rules.includes(moveRule) && (terrain === 'any' || terrain === (costs ? 'priced' : 'uniform'));
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

/** Parts a list of engines at its commas, but not between the parameters of one. */
export function engineList(list: string): string[] {
  const names: string[] = [];
  for (const part of list.split(',').map((text) => text.trim())) {
    const [first] = part.split(':');
    const isName = Object.hasOwn(FAMILIES, first) || Object.hasOwn(ALIASES, first);
    if (!isName && names.at(-1)?.includes(':')) names[names.length - 1] += `,${part}`;
    else names.push(part);
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
