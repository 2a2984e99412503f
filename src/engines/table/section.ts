/**
 * An all-pairs table in a blob: next hops as runs, row by row; distances are their sums
 * (docs/decisions/tables.md).
 */

import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure, ensureSame } from '../../core/errors.js';
import { MOST_NODES_AT_LOAD } from '../../core/limits.js';
import type { HpaGraph } from '../hpa/graph.js';
import { type TableGraph, tableGraph } from './graph.js';

/** An all-pairs table: what a bake makes and a blob holds. */
export interface Table {
  /** The nodes it is of. */
  graph: TableGraph;
  /** Whether a distance is above 2^32 - 1 on the doubled scale. */
  wide: boolean;
  /** Nodes per run, see `rows.ts`. */
  lengths: Uint16Array;
  /** Per run the number of an edge of the row's node; Uint8Array unless a node has more than 256 edges. */
  hops: Uint8Array | Uint16Array;
}

/** Numbers of tableInfo before the checksums. */
export const FIXED = 4;

/** @param hpa the blob whose nodes the table is of */
export function tableSections({ graph, wide, lengths, hops }: Table, hpa: Pick<Blob, 'entries'>) {
  return [
    {
      kind: KIND.tableInfo,
      values: Uint32Array.of(graph.level, graph.count, Number(wide), lengths.length, ...hpaChecksums(hpa)),
    },
    { kind: KIND.tableLengths, values: lengths },
    { kind: KIND.tableHops, values: hops },
  ];
}

/** CRC-32 of each raw section of HPA*, in order: ties a table to its bake, however packed. */
export function hpaChecksums(blob: Pick<Blob, 'entries'>): number[] {
  return blob.entries.filter(({ kind }) => kind >= KIND.hpaInfo && kind < KIND.tableInfo).map(({ crc }) => crc);
}

/**
 * Reads a table; `pairsOf` checks its next hops.
 * @param maxNodes most nodes: distances take memory in proportion to their square
 * @throws {BlobError} if damaged, of more nodes, or of another bake than `hpa`
 */
export function loadTable(blob: Blob, hpa: Blob, hpaGraph: HpaGraph, maxNodes = MOST_NODES_AT_LOAD): Table {
  const [level, count, wide, runs] = tableInfo(blob, hpa);
  ensure(level > 0 && level <= hpaGraph.levels.length, 'level', level, `1 to ${hpaGraph.levels.length}`);
  ensure(count <= maxNodes, 'number of nodes', count, maxNodes, 'unsupported', 'raise maxNodes');
  const graph = tableGraph(hpaGraph, level);
  ensureSame('number of nodes', count, graph.count);
  ensure(runs <= (count * count) / 2, 'number of runs', runs, `at most ${(count * count) / 2}`);
  const lengths = blob.section(KIND.tableLengths, Uint16Array, runs);
  const hops = blob.section(KIND.tableHops, hopType(graph), runs);
  return { graph, wide: wide > 0, lengths, hops };
}

/** The numbers of a table. @throws {BlobError} if they are damaged, or of another bake than `hpa` */
export function tableInfo(blob: Blob, hpa: Blob): Uint32Array {
  const info = blob.section(KIND.tableInfo, Uint32Array, 255, FIXED);
  const hex = (values: ArrayLike<number>) => Array.from(values, (v) => v.toString(16).padStart(8, '0')).join('');
  const [made, actual] = [hex(info.subarray(FIXED)), hex(hpaChecksums(hpa))];
  const next = 'bake the table again from this hpa blob';
  ensure(made === actual, 'abstraction of the table', made, `${actual} as in the hpa blob`, 'mismatch', next);
  return info;
}

/** Element type of next hops. */
export function hopType({ first }: TableGraph): typeof Uint8Array | typeof Uint16Array {
  return first.some((end, i) => end - first[i - 1] > 256) ? Uint16Array : Uint8Array;
}
