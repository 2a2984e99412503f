/** An all-pairs table in a blob: next hops as runs, row by row. Distances are not stored: they are the sums along the next hops. */
import { HPA_INFO, TABLE_HOPS, TABLE_INFO, TABLE_LENGTHS } from '../blob/layout.js';
import type { Blob } from '../blob/read.js';
import { must } from '../errors.js';
import type { HpaGraph } from '../hpa/graph.js';
import { componentsOf, type TableGraph, tableGraph } from './graph.js';

/** What a bake makes and a blob holds. */
export interface Table {
  /** Level of the abstraction, 1 the lowest. */
  level: number;
  /** Whether a distance is above 2^32 - 1 on the doubled scale. */
  wide: boolean;
  /** Nodes per run, see `rows.ts`. */
  lengths: Uint16Array;
  /** Per run the number of an edge of the row's node; Uint8Array unless a node has more than 256 edges. */
  hops: Uint8Array | Uint16Array;
}

/** A table ready for queries. */
export interface PairTable {
  graph: TableGraph;
  /** Distance on the doubled scale of the nodes at places i > j at i * (i - 1) / 2 + j; 0 where there is no way. */
  distances: Uint32Array | Float64Array;
  /** The edge to take from the node at place i towards the one at j < i; there must be a way. */
  edge(i: number, j: number): number;
}

/** Numbers of tableInfo before the checksums. */
export const FIXED = 4;

/** @param hpa the blob whose nodes the table is of */
export function tableSections({ level, wide, lengths, hops }: Table, count: number, hpa: Blob) {
  return [
    { kind: TABLE_INFO, values: Uint32Array.of(level, count, Number(wide), lengths.length, ...hpaChecksums(hpa)) },
    { kind: TABLE_LENGTHS, values: lengths },
    { kind: TABLE_HOPS, values: hops },
  ];
}

/**
 * What ties a table to the bake it was made from: the CRC-32 of each raw section of HPA*, in their order. Packing and other compression
 * leave them as they are, and the runtime has no hash to compute.
 */
export function hpaChecksums(blob: Blob): number[] {
  return blob.entries.filter(({ kind }) => kind >= HPA_INFO && kind < TABLE_INFO).map(({ crc }) => crc);
}

/**
 * Reads a table from its sections, and checks it against the bake of HPA* that it belongs to.
 * @throws {BlobError} if the sections are damaged, or of another bake than `hpa`
 */
export function loadTable(blob: Blob, hpa: Blob, hpaGraph: HpaGraph): PairTable {
  const info = blob.section(TABLE_INFO, Uint32Array, 255, FIXED);
  const [level, count, wide, runs] = info;
  const hex = (values: ArrayLike<number>) => Array.from(values, (v) => v.toString(16).padStart(8, '0')).join('');
  const [made, found] = [hex(info.subarray(FIXED)), hex(hpaChecksums(hpa))];
  must(
    made === found,
    'abstraction of the table',
    made,
    `${found} as in the hpa blob`,
    'mismatch',
    'bake the table again from this hpa blob',
  );
  must(level > 0 && level <= hpaGraph.levels.length, 'level', level, `1 to ${hpaGraph.levels.length}`);
  const graph = tableGraph(hpaGraph, level);
  must(count === graph.count, 'number of nodes', count, graph.count);
  must(runs <= (count * count) / 2, 'number of runs', runs, `at most ${(count * count) / 2}`);
  const lengths = blob.section(TABLE_LENGTHS, Uint16Array, runs);
  const hops = blob.section(TABLE_HOPS, hopType(graph), runs);
  return restore(graph, lengths, hops, wide > 0);
}

/** Element type of next hops. */
export function hopType({ first }: TableGraph): typeof Uint8Array | typeof Uint16Array {
  return first.some((end, i) => end - first[i - 1] > 256) ? Uint16Array : Uint8Array;
}

/**
 * Runs are searched where they are: they fit a processor's second cache, hops one by one would not.
 * @throws {BlobError} if the next hops do not lead from every node to every other of its component
 */
export function restore(graph: TableGraph, lengths: Uint16Array, hops: Uint8Array | Uint16Array, wide: boolean): PairTable {
  const { count, first } = graph;
  const components = componentsOf(graph);
  const rows = new Int32Array(count + 1);
  // Place behind each run's last.
  const ends = new Uint16Array(lengths.length);
  let run = 0;
  for (let i = 0; i < count; i++) {
    for (let at = components[i]; at < i; run++) {
      at += lengths[run];
      must(lengths[run] > 0 && at <= i && hops[run] < first[i + 1] - first[i], 'run', run, 'one within its row');
      ends[run] = at;
    }
    rows[i + 1] = run;
  }
  must(run === lengths.length, 'number of runs', lengths.length, run);
  const edge = (i: number, j: number): number => {
    let low = rows[i];
    for (let high = rows[i + 1] - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (ends[middle] > j) high = middle;
      else low = middle + 1;
    }
    return first[i] + hops[low];
  };
  return { graph, distances: distancesOf(graph, { components, rows, ends, hops }, edge, wide), edge };
}

interface Runs {
  components: Int32Array;
  /** First run of each row, and the number of all. */
  rows: Int32Array;
  ends: Uint16Array;
  hops: Uint8Array | Uint16Array;
}

/** Sums along the next hops, row by row; what a row needs of later ones is filled in on the way. */
function distancesOf(graph: TableGraph, { components, rows, ends, hops }: Runs, edge: PairTable['edge'], wide: boolean) {
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
      must(length < count, 'next hop', 'one of a circle', 'one that leads on');
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
        must(wide || sum < 2 ** 32, 'distance', sum, `below ${2 ** 32}`);
        distances[row + j] = sum;
      }
    }
  }
  return distances;
}
