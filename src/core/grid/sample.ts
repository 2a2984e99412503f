/** Random choices that a seed decides: numbers, orders, cells. The same on every machine. */
import type { Grid } from './grid.js';

/** Small deterministic generator (xorshift32). @returns numbers from 0 up to, not including, 1 */
export function random(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function shuffle<T>(list: T[], next: () => number): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
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
