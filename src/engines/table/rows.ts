/**
 * Rows of a table, and from distances to these. A row holds, for the node at place i, the edge to take towards each
 * node of its component at the places before i. The other half needs no rows: the later of two nodes moves, and the two
 * ends of a path grow towards each other.
 *
 * Ties, the one rule: from left to right each run is made as long as edges allow that are shortest for all of it; of
 * these edges the first is taken. So the runs depend only on the distances, not on the algorithm.
 */
import { componentsOf, type TableGraph } from './graph.js';
import { hopType, type Table } from './section.js';

/** Runs of some rows, one row after the other. */
export interface RowRuns {
  /** Nodes per run; those of a row begin with its component's first node and end before its own. */
  lengths: number[];
  /** Number of an edge of the row's node. */
  hops: number[];
  /** Whether a distance is above 2^32 - 1. */
  wide: boolean;
}

/** @param parts all rows, in order */
export function runsTable(
  graph: TableGraph,
  parts: readonly (Pick<RowRuns, 'wide'> & Record<'lengths' | 'hops', ArrayLike<number>>)[],
): Table {
  const count = parts.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const table = {
    graph,
    wide: parts.some(({ wide }) => wide),
    lengths: new Uint16Array(count),
    hops: new (hopType(graph))(count),
  };
  let at = 0;
  for (const { lengths, hops } of parts) {
    table.lengths.set(lengths, at);
    table.hops.set(hops, at);
    at += lengths.length;
  }
  return table;
}

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
        for (let e = first[i]; e < first[i + 1]; e++)
          if (cost[e] + distances[to[e] * count + j] === distance) fit[kept++] = e;
      }
      fitting = kept;
    }
    if (fitting > 0) {
      lengths.push(i - begin);
      hops.push(fit[0] - first[i]);
    }
  }
  return runsTable(graph, [{ lengths, hops, wide }]);
}
