/** Hops: across a cluster and the border behind it in one edge; see `query.ts`. */
import type { Edges, HpaGraph } from './graph.js';

export interface Hops extends Edges {
  /** Cost of the longest. */
  longest: number;
}

/**
 * The hops of every node and level: those of node n, level l (0 the lowest) are first[l * (nodes + 1) + n] .. the next. On each level only
 * borders of that level are crossed.
 */
export function hopsOf({ count, levels, inter, nodeLevels }: HpaGraph): Hops {
  const first = new Int32Array(levels.length * (count + 1));
  // Each hop is an inter-edge, alone or after an intra-edge.
  let most = levels.length * inter.to.length;
  for (const { to } of levels) for (const t of to) most += inter.first[t + 1] - inter.first[t];
  const to = new Int32Array(most);
  const cost = new Float64Array(most);
  // Where the hop to a node is, to keep the cheaper of two.
  const place = new Int32Array(count);
  let end = 0;
  let longest = 0;
  levels.forEach((intra, l) => {
    const offset = l * (count + 1);
    for (let n = 0; n < count; n++) {
      const begin = end;
      first[offset + n] = end;
      first[offset + n + 1] = end;
      if (nodeLevels[n] <= l) continue;
      // One before the node's edges stands for staying where it is.
      for (let e = intra.first[n] - 1; e < intra.first[n + 1]; e++) {
        const stay = e < intra.first[n];
        const via = stay ? n : intra.to[e];
        for (let k = inter.first[via]; k < inter.first[via + 1]; k++) {
          if (inter.level[k] <= l) continue;
          const t = inter.to[k];
          const price = inter.cost[k] + (stay ? 0 : intra.cost[e]);
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
      first[offset + n + 1] = end;
    }
  });
  return { first, to: to.subarray(0, end), cost: cost.subarray(0, end), longest };
}
