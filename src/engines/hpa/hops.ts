/** Hops: across a cluster and the border behind it in one edge; see `plan.ts`. */
import type { HpaGraph } from './graph.js';
import type { Edges } from './levels.js';

export interface Hops extends Edges {
  longest: number;
}

/**
 * Visits the ways from a node across borders of a level or above (0 the lowest).
 * @param visit target, cost, intra-edge or -1, and the node that the border is crossed from
 */
function eachHop(
  { levels, inter }: HpaGraph,
  level: number,
  n: number,
  visit: (to: number, cost: number, edge: number, via: number) => void,
): void {
  const { first, end, to, cost } = levels[level];
  // One before the node's edges stands for staying where it is.
  for (let e = first[n] - 1; e < end[n]; e++) {
    const stay = e < first[n];
    const via = stay ? n : to[e];
    for (let k = inter.first[via]; k < inter.end[via]; k++) {
      if (inter.level[k] > level) visit(inter.to[k], inter.cost[k] + (stay ? 0 : cost[e]), stay ? -1 : e, via);
    }
  }
}

/** Cheapest hops over borders of each level: those of node n on level l are in row l * nodes + n. */
export function hopsOf(graph: HpaGraph): Hops {
  const { count, levels, inter, nodeLevels } = graph;
  const first = new Int32Array(levels.length * count + 1);
  // Each hop is an inter-edge, with or without an intra-edge before it.
  let most = levels.length * inter.to.length;
  for (const { to } of levels) for (const t of to) most += inter.end[t] - inter.first[t];
  const to = new Int32Array(most);
  const cost = new Float64Array(most);
  // Where the hop to a node is, to keep the cheaper of two.
  const place = new Int32Array(count);
  let begin = 0;
  let end = 0;
  let longest = 0;
  const add = (t: number, price: number) => {
    const i = place[t];
    if (price > longest) longest = price;
    if (i >= begin && i < end && to[i] === t) cost[i] = Math.min(cost[i], price);
    else {
      place[t] = end;
      to[end] = t;
      cost[end++] = price;
    }
  };
  for (let at = 0; at < first.length; at++) {
    const n = at % count;
    const level = (at - n) / count;
    first[at] = begin = end;
    if (nodeLevels[n] > level) eachHop(graph, level, n, add);
  }
  return { first, end: first.subarray(1), to: to.subarray(0, end), cost: cost.subarray(0, end), longest };
}
