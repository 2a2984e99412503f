/** Engines by name, ours and peers. */
import { type BenchEngine, ENGINES } from './engines.js';
import { PEERS } from './peers.js';

/** Names of all engines that run when none are named. */
export function defaultEngines(): string[] {
  return Object.keys(ENGINES).filter((name) => !ENGINES[name].onRequest);
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
