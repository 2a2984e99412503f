/** Hops: across a cluster and its border in one edge; see `query.ts`. */
import type { Edges, HpaGraph } from './graph.js';

/** @returns the hops of every node, and the cost of the longest */
export function hopsOf({ count, intra, inter }: HpaGraph): Edges & { longest: number } {
  const first = new Int32Array(count + 1);
  // Each hop is an inter-edge, alone or after an intra-edge.
  let most = inter.to.length;
  for (let e = 0; e < intra.to.length; e++) most += inter.first[intra.to[e] + 1] - inter.first[intra.to[e]];
  const to = new Int32Array(most);
  const cost = new Float64Array(most);
  // Place of the hop to a node, to keep the cheaper of two.
  const place = new Int32Array(count);
  let end = 0;
  let longest = 0;
  for (let n = 0; n < count; n++) {
    const begin = end;
    for (let e = intra.first[n] - 1; e < intra.first[n + 1]; e++) {
      const crossing = e < intra.first[n];
      const via = crossing ? n : intra.to[e];
      for (let k = inter.first[via]; k < inter.first[via + 1]; k++) {
        const t = inter.to[k];
        const price = inter.cost[k] + (crossing ? 0 : intra.cost[e]);
        const i = place[t];
        if (i >= begin && i < end && to[i] === t) cost[i] = Math.min(cost[i], price);
        else {
          place[t] = end;
          to[end] = t;
          cost[end++] = price;
        }
        if (price > longest) longest = price;
      }
    }
    first[n + 1] = end;
  }
  return { first, to: to.subarray(0, end), cost: cost.subarray(0, end), longest };
}
