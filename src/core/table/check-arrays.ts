/** Checks of a table's arrays in a mapped blob; next hops are checked where they are followed. */
import { checkViews, isView } from '../blob/views.js';
import { ensure } from '../errors.js';
import type { HpaGraph } from '../hpa/graph.js';
import type { runsOf } from './pairs.js';
import { MOST_NODES_AT_LOAD, type Table } from './section.js';

/** The arrays, and those that are made of them. */
export interface TableArrays {
  table: Table;
  runs: ReturnType<typeof runsOf>;
}

/**
 * @param info of the table
 * @throws {BlobError} if they contradict each other or the graph, or are of more nodes than that
 */
export function checkTable(
  arrays: TableArrays,
  graph: HpaGraph,
  info: Uint32Array,
  maxNodes = MOST_NODES_AT_LOAD,
): void {
  ensure(info[1] <= maxNodes, 'number of nodes', info[1], maxNodes, 'unsupported', 'raise maxNodes');
  checkViews('table', () => isTable(arrays, graph, info));
}

function isTable({ table, runs }: TableArrays, graph: HpaGraph, [level, size]: Uint32Array): boolean {
  const { lengths, hops } = table;
  const { count, nodes, places, first, to, cost } = table.graph;
  const { components, rows, ends } = runs;
  let sound =
    level === table.graph.level &&
    level > 0 &&
    level <= graph.levels.length &&
    count === size &&
    isView(nodes, Int32Array, count) &&
    isView(places, Int32Array, graph.count) &&
    isView(first, Int32Array, count + 1) &&
    isView(to, Int32Array, first[count]) &&
    isView(cost, Float64Array, to.length) &&
    lengths instanceof Uint16Array &&
    (isView(hops, Uint8Array, lengths.length) || isView(hops, Uint16Array, lengths.length)) &&
    isView(ends, Uint16Array, lengths.length) &&
    isView(components, Int32Array, count) &&
    isView(rows, Int32Array, count + 1) &&
    rows[count] === lengths.length;
  for (let i = 0; i < count && sound; i++) {
    const n = nodes[i];
    sound =
      first[i] >= 0 && first[i] <= first[i + 1] && first[i + 1] <= to.length && rows[i] >= 0 && rows[i] <= rows[i + 1];
    sound &&= n >= 0 && n < graph.count && places[n] === i && components[i] >= 0 && components[i] <= i;
    for (let e = first[i]; e < first[i + 1] && sound; e++)
      sound = to[e] >= 0 && to[e] < count && to[e] !== i && cost[e] > 0;
  }
  for (const place of places) sound &&= place >= -1 && place < count;
  return sound;
}
