/**
 * Rows of a table by repeated search: Dijkstra from one node at a time, by buckets as wide as the cheapest edge can be.
 * With its distance each node gets the set of the source's edges that shortest ways to it begin with, a bit for each; a
 * run continues while the sets of its nodes have an edge in common. So a row needs no other row, and of distances
 * there is never more than one.
 *
 * Measured and decided: docs/decisions/tables.md.
 */

import { bakeChunk, type Chunks, chunkItems, makeChunks } from '../../core/chunks/chunks.js';
import { STEP } from '../../core/grid/step-costs.js';
import { BucketRing } from '../../core/search/ring.js';
import { componentsOf, type TableGraph } from './graph.js';
import type { RowRuns } from './rows.js';

/** Edges in a number of a set. */
const WORD = 32;
/** The set of all edges. */
const EVERY = -1;

/** @param components as of {@link componentsOf} @returns appends the runs of one row, by the rule of `rows.ts` */
export function rowSearch(
  { count, first, to, cost }: Pick<TableGraph, 'count' | 'first' | 'to' | 'cost'>,
  components: Int32Array,
  runs: RowRuns,
): (source: number) => void {
  const longest = cost.reduce((most, c) => Math.max(most, c), 0);
  const ring = new BucketRing(longest / STEP);
  const row = new Float64Array(count);
  const mostEdges = first.reduce((most, end, i) => Math.max(most, end - (first[i - 1] ?? 0)), 0);
  // Per node as many numbers as the source's edges need; written before they are read.
  const sets = new Int32Array(count * Math.ceil(mostEdges / WORD));
  const common = new Int32Array(Math.ceil(mostEdges / WORD));
  const space: Space = { first, to, cost, row, sets, ring };
  /** The source's neighbors. */
  const begin = (source: number, words: number) => {
    row.fill(Infinity);
    row[source] = 0;
    ring.reset();
    for (let e = first[source], edge = 0; e < first[source + 1]; e++, edge++) {
      const t = to[e];
      if (cost[e] > row[t]) continue;
      if (cost[e] < row[t]) {
        row[t] = cost[e];
        sets.fill(0, t * words, (t + 1) * words);
        ring.push(t, Math.floor(cost[e] / STEP));
      }
      sets[t * words + Math.floor(edge / WORD)] |= 1 << (edge % WORD);
    }
  };
  return (source) => {
    let start = components[source];
    if (start === source) return;
    const words = Math.ceil((first[source + 1] - first[source]) / WORD);
    begin(source, words);
    if (words === 1) spread(space);
    else spreadWide(space, words);
    common.fill(EVERY);
    const end = (at: number) => {
      let w = 0;
      while (common[w] === 0) w++;
      runs.lengths.push(at - start);
      runs.hops.push(WORD * w + (31 - Math.clz32(common[w] & -common[w])));
    };
    for (let j = start; j < source; j++) {
      if (row[j] >= 2 ** 32) runs.wide = true;
      let bits = 0;
      for (let w = 0; w < words; w++) bits |= common[w] & sets[j * words + w];
      if (bits === 0) {
        end(j);
        start = j;
        common.fill(EVERY);
      }
      for (let w = 0; w < words; w++) common[w] &= sets[j * words + w];
    }
    end(source);
  };
}

/** State of a search: the graph, distances and sets by node, and the queue. */
type Space = Pick<TableGraph, 'first' | 'to' | 'cost'> & {
  row: Float64Array;
  sets: Int32Array;
  ring: BucketRing;
};

/** Distances and sets of all reachable nodes. Sets are final when read: edges span at least a bucket. */
function spread({ first, to, cost, row, sets, ring }: Space): void {
  for (let bucket = 0; bucket <= ring.last; bucket++) {
    for (let entry = ring.take(bucket); entry >= 0; entry = ring.entries[entry + 1]) {
      const n = ring.entries[entry];
      const g = row[n];
      // Improved after it was queued, and done already.
      if (g < bucket * STEP) continue;
      const set = sets[n];
      for (let e = first[n]; e < first[n + 1]; e++) {
        const t = to[e];
        const price = g + cost[e];
        const before = row[t];
        if (price > before) continue;
        if (price === before) {
          sets[t] |= set;
          continue;
        }
        row[t] = price;
        sets[t] = set;
        ring.push(t, Math.floor(price / STEP));
      }
    }
  }
}

/** The search for sets of several numbers: 20 % slower than for one. */
function spreadWide({ first, to, cost, row, sets, ring }: Space, words: number): void {
  for (let bucket = 0; bucket <= ring.last; bucket++) {
    for (let entry = ring.take(bucket); entry >= 0; entry = ring.entries[entry + 1]) {
      const n = ring.entries[entry];
      const g = row[n];
      if (g < bucket * STEP) continue;
      for (let e = first[n]; e < first[n + 1]; e++) {
        const t = to[e];
        const price = g + cost[e];
        const before = row[t];
        if (price > before) continue;
        if (price === before) {
          for (let w = 0; w < words; w++) sets[t * words + w] |= sets[n * words + w];
          continue;
        }
        row[t] = price;
        for (let w = 0; w < words; w++) sets[t * words + w] = sets[n * words + w];
        ring.push(t, Math.floor(price / STEP));
      }
    }
  }
}

/** Rows in a chunk. */
const CHUNK = 16;

export interface Rows {
  lengths: Uint16Array;
  hops: Uint16Array;
  wide: boolean;
}

interface Share extends Chunks {
  graph: Pick<TableGraph, 'count' | 'first' | 'to' | 'cost'>;
  components: Int32Array;
}

export function makeShare(graph: TableGraph): Share {
  const { count, first, to, cost } = graph;
  return {
    ...makeChunks(count, CHUNK, SharedArrayBuffer),
    graph: { count, first, to, cost },
    components: componentsOf(graph),
  };
}

export class RowBaker {
  /** Baked chunks by number. */
  readonly made = new Map<number, Rows>();
  private readonly runs: RowRuns = { lengths: [], hops: [], wide: false };
  private readonly search: (source: number) => void;

  constructor(private readonly share: Share) {
    this.search = rowSearch(share.graph, share.components, this.runs);
  }

  /** Bakes the next chunk that no thread has taken. @returns whether there was one */
  next(): boolean {
    return bakeChunk(this.share, (chunk) => this.made.set(chunk, this.bake(chunk)));
  }

  bake(chunk: number): Rows {
    const { runs, share } = this;
    const [first, end] = chunkItems(share, chunk);
    for (let i = first; i < end; i++) this.search(i);
    const { lengths, hops, wide } = runs;
    const made = { lengths: Uint16Array.from(lengths), hops: Uint16Array.from(hops), wide };
    [runs.lengths.length, runs.hops.length, runs.wide] = [0, 0, false];
    return made;
  }
}

/** Bakes chunks until none is left. */
export function takePart(share: Share): Map<number, Rows> {
  const baker = new RowBaker(share);
  while (baker.next());
  return baker.made;
}
