/** The content of an HPA* graph without its numbering, to compare a repaired graph with that of a new bake. */
import type { HpaGraph } from '../src/core/hpa/graph.js';
import type { Hops } from '../src/core/hpa/hops.js';

/** Everything as a row of numbers, nodes and paths in the order of a new bake. */
export function graphNumbers(
  { count, points, clusterFirst, clusterEnd, levels, inter, nodeLevels }: HpaGraph,
  hops: Hops,
): number[] {
  const numbers: number[] = [];
  /** Nodes in the order of a new bake, and by node its place there. */
  const nodes: number[] = [];
  const place = new Int32Array(count).fill(-1);
  for (let c = 0; c < clusterEnd.length; c++) {
    for (let n = clusterFirst[c]; n < clusterEnd[c]; n++) {
      place[n] = nodes.length;
      nodes.push(n);
    }
  }
  for (const n of nodes) {
    numbers.push(points[2 * n], points[2 * n + 1], nodeLevels[n], inter.end[n] - inter.first[n]);
    for (let e = inter.first[n]; e < inter.end[n]; e++) numbers.push(place[inter.to[e]], inter.cost[e], inter.level[e]);
    levels.forEach(({ first, end: ends, to, cost, pair, pathFirst, pathEnd, paths }, level) => {
      numbers.push(ends[n] - first[n]);
      for (let e = first[n]; e < ends[n]; e++) {
        const [path, end] = [pathFirst[pair[e] >> 1], pathEnd[pair[e] >> 1]];
        numbers.push(place[to[e]], cost[e], pair[e] & 1, end - path);
        if (paths) for (let i = path; i < end; i++) numbers.push(paths[i]);
      }
      const at = level * count + n;
      numbers.push(hops.end[at] - hops.first[at]);
      for (let e = hops.first[at]; e < hops.end[at]; e++) numbers.push(place[hops.to[e]], hops.cost[e]);
    });
  }
  return numbers;
}
