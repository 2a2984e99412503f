/** From the runs of a table to distance and next hop of any pair; distances are sums along the next hops. */
import { ensure } from '../errors.js';
import { local } from '../search/keep.js';
import { componentsOf, type TableGraph } from './graph.js';
import type { Table } from './section.js';

export interface Pairs {
  /** Distance on the doubled scale of the nodes at places i > j at i * (i - 1) / 2 + j; 0 where there is no way. */
  distances: Uint32Array | Float64Array;
  /** The edge to take from the node at place i towards the one at j < i; there must be a way. */
  edge(i: number, j: number): number;
}

/** Distances and next hops of all pairs, searched for in the runs. @throws {BlobError} if some pair has none */
export function pairsOf({ graph, wide, lengths, hops }: Table, keep = local): Pairs {
  const { first } = graph;
  const { components, rows, ends } = keep('runs', () => runsOf(graph, lengths, hops));
  const edge = (i: number, j: number): number => {
    let low = rows[i];
    for (let high = rows[i + 1] - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (ends[middle] > j) high = middle;
      else low = middle + 1;
    }
    return first[i] + hops[low];
  };
  return { distances: keep('distances', () => distancesOf(graph, { components, rows, ends, hops }, edge, wide)), edge };
}

/** @throws {BlobError} if a row has too few runs, too many, or one of an edge that is not there */
function runsOf(graph: TableGraph, lengths: Uint16Array, hops: Runs['hops']): Omit<Runs, 'hops'> {
  const { count, first } = graph;
  const components = componentsOf(graph);
  const rows = new Int32Array(count + 1);
  // Place behind each run's last.
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
  ensure(run === lengths.length, 'number of runs', lengths.length, run);
  return { components, rows, ends };
}

interface Runs {
  components: Int32Array;
  /** First run of each row, and the number of all. */
  rows: Int32Array;
  ends: Uint16Array;
  hops: Uint8Array | Uint16Array;
}

/** Sums along the next hops, row by row; what a row needs of later ones is filled in on the way. */
function distancesOf(graph: TableGraph, { components, rows, ends, hops }: Runs, edge: Pairs['edge'], wide: boolean) {
  const { count, first, to, cost } = graph;
  const distances = new (wide ? Float64Array : Uint32Array)((count * (count - 1)) / 2);
  const entry = (a: number, b: number) => (a > b ? (a * (a - 1)) / 2 + b : (b * (b - 1)) / 2 + a);
  // Entries on the way to one that is known, and the costs of the hops between them. No way visits a node twice.
  const way = new Int32Array(count);
  const costs = new Float64Array(count);
  /** @returns the distance of two nodes, made known with all on the way */
  const follow = (a: number, b: number): number => {
    let length = 0;
    let sum = 0;
    while (a !== b) {
      const at = entry(a, b);
      sum = distances[at];
      if (sum > 0) break;
      // Ends a way that leads in a circle: no other has as many hops as there are nodes.
      ensure(length < count, 'next hop', 'one of a circle', 'one that leads on');
      const e = a > b ? edge(a, b) : edge(b, a);
      if (a > b) a = to[e];
      else b = to[e];
      way[length] = at;
      costs[length++] = cost[e];
    }
    while (length > 0) {
      sum += costs[--length];
      distances[way[length]] = sum;
    }
    return sum;
  };
  for (let i = 0; i < count; i++) {
    const row = entry(i, 0);
    for (let run = rows[i], j = components[i]; run < rows[i + 1]; run++) {
      const e = first[i] + hops[run];
      const next = to[e];
      for (; j < ends[run]; j++) {
        if (distances[row + j] > 0) continue;
        const sum = cost[e] + ((next !== j && distances[entry(next, j)]) || follow(next, j));
        ensure(wide || sum < 2 ** 32, 'distance', sum, `below ${2 ** 32}`);
        distances[row + j] = sum;
      }
    }
  }
  return distances;
}
