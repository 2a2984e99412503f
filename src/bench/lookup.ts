/** Engines by name, ours and peers. */

import type { ReadonlyGrid } from '../grid/grid.js';
import type { BenchEngine } from './engines.js';
import { FAMILIES } from './families.js';
import { ALIASES, DEFAULT_NAMES } from './names.js';
import { type Parameter, parameterList, splitList, splitName, valuesOf } from './parameters.js';
import { PEERS } from './peers.js';

/** What decides who may answer. */
type Kind = Partial<Pick<ReadonlyGrid, 'costs' | 'moveRule'>>;

/** Names of all engines that run when none are named. @param grid where cells have costs, of those that know them */
export function defaultEngines(grid: Kind = {}): string[] {
  return DEFAULT_NAMES.filter((name) => knows(name, grid));
}

/** Whether an engine, a baseline or a peer, answers right on a map: not all know costs of cells, or its moves. */
export function knows(name: string, { costs, moveRule = 'no-corners' }: Kind): boolean {
  const { terrain = 'uniform', rules = ['no-corners'] } = findEngine(name);
  if (!rules.includes(moveRule)) return false;
  return terrain === 'any' || terrain === (costs ? 'priced' : 'uniform');
}

/** The engine of a name: family with parameters, alias or peer. @throws {RangeError} naming what is allowed */
export function findEngine(name: string): BenchEngine {
  if (Object.hasOwn(PEERS, name)) return PEERS[name];
  const { family, given } = splitName(Object.hasOwn(ALIASES, name) ? ALIASES[name] : name);
  if (!Object.hasOwn(FAMILIES, family)) {
    const names = [...Object.keys(FAMILIES), ...Object.keys(ALIASES), ...Object.keys(PEERS)];
    throw new RangeError(`engine "${name}" is not known; known are ${names.join(', ')}`);
  }
  const { about, parameters, engine } = FAMILIES[family];
  return { about, ...engine(valuesOf(family, parameters, given)) };
}

/** Parts a list of engines at its commas, but not between the parameters of one. */
export function engineList(list: string): string[] {
  return splitList(list, (text) => [FAMILIES, ALIASES, PEERS].some((names) => Object.hasOwn(names, text)));
}

/** A line for each family with its parameters, each alias and each peer. */
export function engineLines(): string[] {
  const line = (name: string, about: string) => `  ${name.padEnd(19)}${about}`;
  const parameterLine = ([key, parameter]: [string, Parameter]) => {
    const values = 'flag' in parameter ? '' : `: ${parameterList({ [key]: parameter })}`;
    return line(`    ${key}`, `${parameter.about}${values}${'choices' in parameter ? ` (${parameter.default})` : ''}`);
  };
  return [
    ...Object.entries(FAMILIES).flatMap(([name, { about, parameters }]) => [
      line(name, about),
      ...Object.entries(parameters).map(parameterLine),
    ]),
    ...Object.entries(ALIASES).map(([name, full]) => line(name, full)),
    ...Object.entries(PEERS).map(([name, { about }]) => line(name, about)),
  ];
}
