/** Random choices that a seed decides. */
import type { Grid } from '../grid/grid.js';

/** Small deterministic generator (mulberry32), numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Open cells, x and y, each as likely as any other; the same one may come twice. */
export function sampleOpen(grid: Grid, count: number, random: () => number): [number, number][] {
  const runs = grid.runs();
  const ends: number[] = [];
  let total = 0;
  for (let r = 0; r < runs.length; r += 2) {
    total += runs[r + 1] - runs[r];
    ends.push(total);
  }
  return Array.from({ length: total > 0 ? count : 0 }, () => {
    const n = Math.floor(random() * total);
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] > n) high = middle;
      else low = middle + 1;
    }
    const cell = runs[2 * low + 1] - (ends[low] - n);
    return [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1];
  });
}
