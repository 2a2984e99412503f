/** Nodes and edges of one level in depth-first order, so that rows have long runs of the same next hop. */
import type { HpaGraph } from '../hpa/graph.js';
import type { Csr } from '../hpa/levels.js';

/** Everything in it is by place in the depth-first order. `to` names places too. */
export interface TableGraph extends Csr {
  level: number;
  count: number;
  nodes: Int32Array;
  /** Place by node of the abstraction; -1 for nodes below the level. */
  places: Int32Array;
}

export function tableGraph(graph: HpaGraph, level: number): TableGraph {
  const { levels, inter, nodeLevels } = graph;
  const intra = levels[level - 1];
  const places = new Int32Array(graph.count).fill(-1);
  const nodes = new Int32Array(graph.count);
  const ends: number[] = [];
  const costs: number[] = [];
  /** A node's edges: those inside its cluster, then those across the level's borders. */
  const each = (n: number, visit: (t: number, cost: number) => void) => {
    for (let e = intra.first[n]; e < intra.end[n]; e++) visit(intra.to[e], intra.cost[e]);
    for (let e = inter.first[n]; e < inter.end[n]; e++) if (inter.level[e] >= level) visit(inter.to[e], inter.cost[e]);
  };
  let count = 0;
  const stack: number[] = [];
  for (let root = 0; root < graph.count; root++) {
    if (nodeLevels[root] >= level) stack.push(root);
    while (stack.length > 0) {
      const n = stack.pop() as number;
      if (places[n] >= 0) continue;
      places[n] = count;
      nodes[count++] = n;
      const from = stack.length;
      each(n, (t) => places[t] < 0 && stack.push(t));
      // The first edge is to be the next one taken.
      for (let a = from, b = stack.length - 1; a < b; a++, b--) [stack[a], stack[b]] = [stack[b], stack[a]];
    }
  }
  const first = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    each(nodes[i], (t, cost) => {
      ends.push(places[t]);
      costs.push(cost);
    });
    first[i + 1] = ends.length;
  }
  return {
    level,
    count,
    nodes: nodes.slice(0, count),
    places,
    first,
    to: Int32Array.from(ends),
    cost: Float64Array.from(costs),
  };
}

/** First place of each place's component: depth-first order finishes a component before it begins another. */
export function componentsOf({ count, first, to }: TableGraph): Int32Array {
  const components = new Int32Array(count);
  for (let i = 0, start = 0; i < count; i++) {
    let root = true;
    for (let e = first[i]; e < first[i + 1] && root; e++) root = to[e] > i;
    if (root) start = i;
    components[i] = start;
  }
  return components;
}
