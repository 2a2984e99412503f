/** Engines by name, ours and peers. */

import type { ReadonlyGrid } from '../grid/grid.js';
import { type BenchEngine, ENGINES } from './engines.js';
import { PEERS } from './peers.js';

/** What decides who may answer. */
type Kind = Partial<Pick<ReadonlyGrid, 'costs' | 'moveRule'>>;

/** Names of all engines that run when none are named. @param grid where cells have costs, of those that know them */
export function defaultEngines(grid: Kind = {}): string[] {
  return Object.keys(ENGINES).filter((name) => !ENGINES[name].onRequest && knows(name, grid));
}

/** Whether an engine, a baseline or a peer, answers right on a map: not all know costs of cells, or its moves. */
export function knows(name: string, { costs, moveRule = 'no-corners' }: Kind): boolean {
  const { terrain = 'uniform', rules = ['no-corners'] } = findEngine(name);
  if (!rules.includes(moveRule)) return false;
  return terrain === 'any' || terrain === (costs ? 'priced' : 'uniform');
}

/**
 * The engine of that name, a baseline or a peer included.
 * @throws {RangeError} naming the engines there are
 */
export function findEngine(name: string): BenchEngine {
  const engine = ENGINES[name] ?? PEERS[name];
  if (!engine)
    throw new RangeError(`engine "${name}" is not known; known are ${[...Object.keys(ENGINES), ...Object.keys(PEERS)].join(', ')}`);
  return engine;
}
