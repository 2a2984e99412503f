/** An all-pairs table in a blob: next hops as runs, row by row. Distances are not stored: they are the sums along the next hops. */
import { HPA_KIND, TABLE_KIND } from '../blob/layout.js';
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

/** A table ready for queries. The entry of two nodes at places i > j is at i * (i - 1) / 2 + j. */
export interface PairTable {
  graph: TableGraph;
  /** Distance on the doubled scale, 0 where there is no way. */
  distances: Uint32Array | Float64Array;
  /** Number of the edge that leads from the node at place i, the later one, towards the other. */
  hops: Uint8Array | Uint16Array;
}

/** Numbers of tableInfo before the checksums. */
const FIXED = 4;

/** @param hpa the blob whose nodes the table is of */
export function tableSections({ level, wide, lengths, hops }: Table, count: number, hpa: Blob) {
  return [
    { kind: TABLE_KIND.tableInfo, values: Uint32Array.of(level, count, Number(wide), lengths.length, ...hpaChecksums(hpa)) },
    { kind: TABLE_KIND.tableLengths, values: lengths },
    { kind: TABLE_KIND.tableHops, values: hops },
  ];
}

/**
 * What ties a table to the bake it was made from: the CRC-32 of each raw section of HPA*, in their order. Packing and other compression
 * leave them as they are, and the runtime has no hash to compute.
 */
export function hpaChecksums(blob: Blob): number[] {
  return blob.entries.filter(({ kind }) => kind >= HPA_KIND.hpaInfo && kind < TABLE_KIND.tableInfo).map(({ crc }) => crc);
}

/** @throws {BlobError} if the sections are damaged, or of another bake than `hpa` */
export function loadTable(blob: Blob, hpa: Blob, hpaGraph: HpaGraph): PairTable {
  const info = blob.section(TABLE_KIND.tableInfo, Uint32Array, 255, FIXED);
  const [level, count, wide, runs] = info;
  const hex = (values: ArrayLike<number>) => Array.from(values, (v) => v.toString(16).padStart(8, '0')).join('');
  const [made, found] = [hex(info.subarray(FIXED)), hex(hpaChecksums(hpa))];
  must(made === found, 'abstraction of the table', made, `${found} as in the hpa blob`);
  must(level > 0 && level <= hpaGraph.levels.length, 'level', level, `1 to ${hpaGraph.levels.length}`);
  const graph = tableGraph(hpaGraph, level);
  must(count === graph.count, 'number of nodes', count, graph.count);
  must(runs <= (count * count) / 2, 'number of runs', runs, `at most ${(count * count) / 2}`);
  const lengths = blob.section(TABLE_KIND.tableLengths, Uint16Array, runs);
  const hops = blob.section(TABLE_KIND.tableHops, hopType(graph), runs);
  return restore(graph, lengths, hops, wide > 0);
}

/** Element type of next hops. */
export function hopType({ first }: TableGraph): typeof Uint8Array | typeof Uint16Array {
  return first.some((end, i) => end - first[i - 1] > 256) ? Uint16Array : Uint8Array;
}

/** @throws {BlobError} if the next hops do not lead from every node to every other of its component */
export function restore(graph: TableGraph, lengths: Uint16Array, runs: Uint8Array | Uint16Array, wide: boolean): PairTable {
  const { count, first, to, cost } = graph;
  const components = componentsOf(graph);
  const size = (count * (count - 1)) / 2;
  const hops = new (hopType(graph))(size);
  let run = 0;
  for (let i = 0, at = 0; i < count; i++) {
    const degree = first[i + 1] - first[i];
    at += components[i];
    for (const end = (i * (i + 1)) / 2; at < end; run++) {
      must(run < lengths.length && runs[run] < degree && lengths[run] > 0 && at + lengths[run] <= end, 'run', run, 'one within its row');
      hops.fill(runs[run], at, at + lengths[run]);
      at += lengths[run];
    }
  }
  must(run === lengths.length, 'number of runs', lengths.length, run);
  const distances = new (wide ? Float64Array : Uint32Array)(size);
  // Entries on the way to one that is known, and the costs of the hops between them.
  const way = new Int32Array(2 * count);
  const costs = new Float64Array(2 * count);
  for (let i = 0, start = 0; i < count; i++) {
    for (let j = components[i]; j < i; j++) {
      let [a, b, length, sum] = [i, j, 0, 0];
      for (let at = start + j; a !== b; at = a > b ? (a * (a - 1)) / 2 + b : (b * (b - 1)) / 2 + a) {
        if (distances[at] > 0) {
          sum = distances[at];
          break;
        }
        must(length < way.length, 'next hop', 'one of a circle', 'one that leads on');
        const n = a > b ? a : b;
        const e = first[n] + hops[at];
        if (a > b) a = to[e];
        else b = to[e];
        way[length] = at;
        costs[length++] = cost[e];
      }
      while (length > 0) {
        sum += costs[--length];
        distances[way[length]] = sum;
      }
      must(wide || sum < 2 ** 32, 'distance', sum, `below ${2 ** 32}`);
    }
    start += i;
  }
  return { graph, distances, hops };
}
