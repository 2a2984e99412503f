/**
 * All-pairs distances by repeated search: Dijkstra from one node at a time, by buckets as wide as the cheapest edge can be.
 *
 * Measured and decided: docs/decisions.md, "Tables: next hops are searched where they are".
 */

import { STEP } from '../hpa/flood.js';
import type { Edges } from '../hpa/levels.js';

const EMPTY = -1;

/**
 * @param distances Float64Array(nodes * nodes), all Infinity where a row was not searched yet
 * @returns fills one row: the distances from a node, Infinity where there is no way
 */
export function rowSearch({ first, to, cost }: Edges, distances: Float64Array): (source: number) => void {
  const count = first.length - 1;
  const longest = cost.reduce((most, c) => Math.max(most, c), 0);
  const heads = new Int32Array(2 ** Math.ceil(Math.log2(longest / STEP + 2))).fill(EMPTY);
  const mask = heads.length - 1;
  // A node enters the queue at most once per edge into it.
  const items = new Int32Array(to.length + 1);
  const links = new Int32Array(to.length + 1);
  return (source) => {
    const row = distances.subarray(source * count, (source + 1) * count).fill(Infinity);
    row[source] = 0;
    items[0] = source;
    links[0] = EMPTY;
    heads[0] = 0;
    let used = 1;
    let last = 0;
    for (let bucket = 0; bucket <= last; bucket++) {
      let item = heads[bucket & mask];
      heads[bucket & mask] = EMPTY;
      for (; item !== EMPTY; item = links[item]) {
        const n = items[item];
        const g = row[n];
        // Improved after it was queued, and done already.
        if (g < bucket * STEP) continue;
        for (let e = first[n]; e < first[n + 1]; e++) {
          const t = to[e];
          const price = g + cost[e];
          if (price >= row[t]) continue;
          row[t] = price;
          const b = Math.floor(price / STEP);
          if (b > last) last = b;
          items[used] = t;
          links[used] = heads[b & mask];
          heads[b & mask] = used++;
        }
      }
    }
  };
}

/** What the threads of one bake share. */
export interface SharedRows {
  edges: Edges;
  /** In shared memory, as is `next`, the next row to be searched. */
  distances: Float64Array;
  next: Int32Array;
}

/** Searches rows until none is left. */
export function takePart({ edges, distances, next }: SharedRows): void {
  const search = rowSearch(edges, distances);
  const count = edges.first.length - 1;
  for (let source = Atomics.add(next, 0, 1); source < count; source = Atomics.add(next, 0, 1)) search(source);
}
