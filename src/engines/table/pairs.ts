/** From the runs of a table to distance and next hop of any pair; distances are sums along the next hops. */

import { local } from '../../core/blob/keep.js';
import { checkViews, isView } from '../../core/blob/views.js';
import { ensure, ensureSame } from '../../core/errors.js';
import { MOST_NODES_AT_LOAD } from '../../core/limits.js';
import type { HpaGraph } from '../hpa/graph.js';
import { componentsOf, type TableGraph } from './graph.js';
import type { Table } from './section.js';

export interface Pairs {
  /**
   * Distance on the doubled scale of the nodes at places i > j, at i * (i - 1) / 2 + j; 0 where there is no way, and
   * before {@link Pairs.follow} has been asked. Pages in which nothing was asked for take no memory.
   */
  distances: Uint32Array | Float64Array;
  /** Distance of the nodes at two places, put into `distances` with all on the way. @throws {BlobError} as `edge` */
  follow(a: number, b: number): number;
  /**
   * The edge of the later of two places to take towards the other; there must be a way.
   * @param hops taken on the way before
   * @throws {BlobError} if it is no edge of that node, or there were more hops than any way has
   */
  edge(a: number, b: number, hops: number): number;
}

/** Distances and next hops of all pairs, found in the runs when asked for. @throws {BlobError} if runs do not fit */
export function pairsOf({ graph, wide, lengths, hops }: Table, keep = local): Pairs {
  const { count, first, to, cost } = graph;
  const { components, rows, ends } = keep('runs', () => runsOf(graph, lengths, hops));
  // Threads may write the same value at the same time, but not halves of doubles.
  const size = (count * (count - 1)) / 2;
  const distances = wide ? new Float64Array(size) : keep('distances', () => new Uint32Array(size));
  // Entries on the way to one that is known, and the costs of the hops between them.
  const way: number[] = [];
  const costs: number[] = [];

  const edge = (a: number, b: number, length: number): number => {
    const i = a > b ? a : b;
    const j = a > b ? b : a;
    // The arrays may have changed since.
    let low = Math.max(0, rows[i]);
    for (let high = Math.min(rows[i + 1], hops.length) - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (ends[middle] > j) high = middle;
      else low = middle + 1;
    }
    const e = first[i] + hops[low];
    // No way visits a node twice.
    ensure(length < count && e < first[i + 1], 'next hop', 'one of a circle', 'one that leads on');
    return e;
  };

  return {
    distances,
    edge,
    follow(a, b) {
      let length = 0;
      let sum = 0;
      while (a !== b && components[a] === components[b]) {
        const at = a > b ? (a * (a - 1)) / 2 + b : (b * (b - 1)) / 2 + a;
        sum = distances[at];
        if (sum > 0) break;
        const e = edge(a, b, length);
        if (a > b) a = to[e];
        else b = to[e];
        way[length] = at;
        costs[length++] = cost[e];
      }
      while (length > 0) {
        sum += costs[--length];
        ensure(wide || sum < 2 ** 32, 'distance', sum, `below ${2 ** 32}`);
        distances[way[length]] = sum;
      }
      return sum;
    },
  };
}

/** @throws {BlobError} if a row has too few or too many runs, or a run names a missing edge */
export function runsOf(graph: TableGraph, lengths: Uint16Array, hops: Table['hops']) {
  const { count, first } = graph;
  const components = componentsOf(graph);
  /** First run of each row, and the number of all. */
  const rows = new Int32Array(count + 1);
  /** Place behind each run's last. */
  const ends = new Uint16Array(lengths.length);
  let run = 0;
  for (let i = 0; i < count; i++) {
    for (let at = components[i]; at < i; run++) {
      at += lengths[run];
      ensure(lengths[run] > 0 && at <= i && hops[run] < first[i + 1] - first[i], 'run', run, 'one within its row');
      ends[run] = at;
    }
    rows[i + 1] = run;
  }
  ensureSame('number of runs', lengths.length, run);
  return { components, rows, ends };
}

/** A table, and the runs computed from it. */
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
