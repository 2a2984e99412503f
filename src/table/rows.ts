/**
 * From distances to next hops. A row holds, for the node at place i, the edge to take towards each node of its component at the places
 * before i. The other half needs no rows: the later of two nodes moves, and the two ends of a path grow towards each other.
 *
 * Ties, the one rule: from left to right each run is made as long as edges allow that are shortest for all of it; of these edges the
 * first is taken. So the runs depend on the distances alone, not on what found them.
 */
import { componentsOf, type TableGraph } from './graph.js';
import { hopType, type Table } from './section.js';

/** @param distances Float64Array(nodes * nodes) */
export function tableOf(graph: TableGraph, distances: Float64Array): Table {
  const { count, first, to, cost } = graph;
  const components = componentsOf(graph);
  const lengths: number[] = [];
  const hops: number[] = [];
  let wide = false;
  // Edges that are shortest for all of the run so far.
  const fit = new Int32Array(first.reduce((most, end, i) => Math.max(most, end - (first[i - 1] ?? 0)), 0));
  for (let i = 0; i < count; i++) {
    const row = i * count;
    let fitting = 0;
    let begin = components[i];
    for (let j = begin; j < i; j++) {
      const distance = distances[row + j];
      if (distance >= 2 ** 32) wide = true;
      let kept = 0;
      for (let k = 0; k < fitting; k++) {
        const e = fit[k];
        if (cost[e] + distances[to[e] * count + j] === distance) fit[kept++] = e;
      }
      if (kept === 0) {
        if (fitting > 0) {
          lengths.push(j - begin);
          hops.push(fit[0] - first[i]);
          begin = j;
        }
        for (let e = first[i]; e < first[i + 1]; e++) if (cost[e] + distances[to[e] * count + j] === distance) fit[kept++] = e;
      }
      fitting = kept;
    }
    if (fitting > 0) {
      lengths.push(i - begin);
      hops.push(fit[0] - first[i]);
    }
  }
  return { graph, wide, lengths: Uint16Array.from(lengths), hops: hopType(graph).from(hops) };
}
