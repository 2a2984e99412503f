/**
 * Landmarks (ALT; Goldberg & Harrelson 2005): the cheapest way between two nodes costs at least the difference of their costs from
 * a landmark. Abstract costs being dearer than the octile distance, this is by far the better estimate.
 */
import { STEP } from './flood.js';
import type { HpaGraph } from './graph.js';
import type { Hops } from './hops.js';

/** Number of landmarks. */
export const LANDMARKS = 8;

/** @returns Float64Array(LANDMARKS * nodes) at LANDMARKS * node + landmark, cost on the doubled scale, Infinity where there is no way */
export function landmarkCosts({ count, levels: [intra] }: HpaGraph, hops: Hops): Float64Array {
  const marks = new Float64Array(LANDMARKS * count);
  const g = new Float64Array(count);
  const nearest = new Float64Array(count).fill(Infinity);
  // All that is open at once is at most the longest hop dearer than the bucket being emptied.
  const ring: number[][] = Array.from({ length: Math.ceil(hops.longest / STEP) + 2 }, () => []);
  /** Costs of entering every node, from entering the source. @returns number of nodes reached */
  const flood = (source: number): number => {
    let reached = 0;
    let open = 1;
    g.fill(Infinity)[source] = 0;
    ring[0].push(source);
    for (let b = 0; open > 0; b++) {
      const bucket = ring[b % ring.length];
      while (bucket.length > 0) {
        const n = bucket.pop() as number;
        open--;
        // Improved after it was queued, and done already.
        if (g[n] < b * STEP) continue;
        reached++;
        for (let e = hops.first[n]; e < hops.first[n + 1]; e++) {
          const t = hops.to[e];
          const price = g[n] + hops.cost[e];
          if (price >= g[t]) continue;
          g[t] = price;
          ring[Math.floor(price / STEP) % ring.length].push(t);
          open++;
        }
      }
    }
    return reached;
  };
  let source = 0;
  // Most maps are one large component and some specks: somewhere in the large one.
  for (let i = 1; i < 8 && flood(source) < count / 2; i++) source = Math.floor((i * count) / 8);
  for (let l = -1; l < LANDMARKS; l++) {
    if (l >= 0) flood(source);
    let farthest = source;
    for (let n = 0; n < count; n++) {
      let cost = g[n];
      for (let e = intra.first[n]; e < intra.first[n + 1]; e++) cost = Math.min(cost, g[intra.to[e]] + intra.cost[e]);
      if (l >= 0) marks[LANDMARKS * n + l] = cost;
      if (l >= 0 || cost === Infinity) nearest[n] = Math.min(nearest[n], cost);
      const far = l < 0 ? cost : nearest[n];
      if (far < Infinity && far > (l < 0 ? g[farthest] : nearest[farthest])) farthest = n;
    }
    source = farthest;
  }
  return marks;
}
