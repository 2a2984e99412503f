/** Costs from landmarks on a map that changes. */
import type { HpaGraph } from '../../core/hpa/graph.js';
import { LANDMARKS } from '../../core/hpa/landmarks.js';

/**
 * Makes costs from landmarks lower bounds again: no more than they were, and no more apart than any edge costs. What
 * closes makes them loose, not wrong.
 * @param waiting of each node 0
 * @param touched clusters in which edges are new
 */
export function repairMarks(
  { levels: [intra], inter, clusterFirst, clusterEnd }: HpaGraph,
  marks: Float64Array,
  waiting: Uint8Array,
  touched: Iterable<number>,
): void {
  const queue: number[] = [];
  const wait = (n: number) => {
    if (waiting[n] === 0) queue.push(n);
    waiting[n] = 1;
  };
  for (const c of touched) for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) wait(n);
  // Grows while it is walked; it ends, for costs fall and are sums of edges.
  for (const n of queue) {
    waiting[n] = 0;
    for (const { first, end, to, cost } of [intra, inter]) {
      for (let e = first[n]; e < end[n]; e++) {
        const t = to[e];
        for (let l = 0; l < LANDMARKS; l++) {
          const price = marks[LANDMARKS * n + l] + cost[e];
          if (price >= marks[LANDMARKS * t + l]) continue;
          marks[LANDMARKS * t + l] = price;
          wait(t);
        }
      }
    }
  }
}
