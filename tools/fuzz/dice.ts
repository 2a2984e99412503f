/** Random numbers and maps of fuzzers, determined by a seed. */
import { generateMap } from '../../src/core/generate/generate.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { random } from '../../test/grids.js';

export interface Dice {
  /** From 0 to below 1. */
  next(): number;
  /** From 0 to below n. */
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  const next = random(seed);
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, pick: (list) => list[below(list.length)] };
}

/** A map without costs, mostly a small one, from open to blocked. */
export function drawMap({ next, below, pick }: Dice, seed: number, most: number): Grid {
  const kind = pick(['noise', 'noise', 'noise', 'maze', 'comb', 'rooms', 'caves'] as const);
  const side = next() < 0.7 ? 12 : most;
  return generateMap(kind, { width: 1 + below(side), height: 1 + below(side), density: next(), seed });
}

/** Options of bakes. */
export const RAW = { codec: 'none', threads: 1 } as const;
export const NEAR = ['hpa', 'table'];
