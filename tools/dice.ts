/** Random numbers of a fuzzer, seeded by its second argument so that a failure can be repeated. */
import { random } from '../test/grids.js';

export interface Dice {
  /** How many queries are asked, and the seed. */
  queries: number;
  seed: number;
  /** From 0 to below 1. */
  next(): number;
  /** From 1 to n. */
  upTo(n: number): number;
  pick<T>(list: readonly T[]): T;
}

/** @param queries where the command line does not say how many */
export function diceOf(queries: number): Dice {
  const [count = queries, seed = 1] = process.argv.slice(2).map(Number);
  const next = random(seed);
  const upTo = (n: number) => 1 + Math.floor(next() * n);
  return { queries: count, seed, next, upTo, pick: (list) => list[upTo(list.length) - 1] };
}
