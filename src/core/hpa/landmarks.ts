/** Landmarks (ALT; Goldberg & Harrelson 2005): a cost is at least the difference of costs from a landmark. */
import { bucketFlood } from '../search/bucket-flood.js';
import type { HpaGraph } from './graph.js';
import type { Hops } from './hops.js';

export const LANDMARKS = 8;

/** @returns Float64Array(LANDMARKS * nodes), node by node: costs on the doubled scale, Infinity if unreachable */
export function landmarkCosts({ count, levels: [intra] }: HpaGraph, hops: Hops): Float64Array {
  const marks = new Float64Array(LANDMARKS * count);
  const nearest = new Float64Array(count).fill(Infinity);
  /** Costs of entering every node, from entering the source. */
  const [costs, run] = bucketFlood(count, hops.longest);
  let reached = 0;
  const flood = (source: number) => {
    reached = 0;
    run(source, (n, cost, reach) => {
      reached++;
      for (let e = hops.first[n]; e < hops.end[n]; e++) reach(hops.to[e], cost + hops.cost[e]);
    });
  };
  // Most maps are one large component and some specks: somewhere in the large one.
  let source = 0;
  for (let i = 0; i < 8 && reached < count / 2; i++) {
    source = Math.floor((i * count) / 8);
    flood(source);
  }
  // The first landmark is the node farthest from there, each next one that farthest from all before.
  for (let l = -1; l < LANDMARKS; l++) {
    let most = 0;
    if (l >= 0) flood(source);
    for (let n = 0; n < count; n++) {
      let cost = costs[n];
      for (let e = intra.first[n]; e < intra.end[n]; e++) cost = Math.min(cost, costs[intra.to[e]] + intra.cost[e]);
      if (l >= 0) {
        marks[LANDMARKS * n + l] = cost;
        cost = nearest[n] = Math.min(nearest[n], cost);
      }
      if (cost < Infinity && cost > most) {
        most = cost;
        source = n;
      }
    }
  }
  return marks;
}
