/** The rows of a table as threads and machines share them: in chunks, each of which is the same whoever bakes it. */
import { componentsOf, type TableGraph } from './graph.js';
import type { RowRuns } from './rows.js';
import { rowSearch } from './search.js';

/** Rows in a chunk. */
export const CHUNK = 16;

/** The rows of a chunk. */
export interface Chunk {
  lengths: Uint16Array;
  hops: Uint16Array;
  wide: boolean;
}

/** What the threads of one bake share. */
export interface Share {
  graph: Pick<TableGraph, 'count' | 'first' | 'to' | 'cost'>;
  components: Int32Array;
  /** In shared memory: the next chunk, and the number of rows that are done. */
  counters: Int32Array;
  /** Not zero where a chunk was there before. */
  finished: Uint8Array;
}
const [NEXT, DONE] = [0, 1];

export function makeShare({ count, first, to, cost, ...graph }: TableGraph): Share {
  const components = componentsOf({ count, first, to, cost, ...graph });
  const counters = new Int32Array(new SharedArrayBuffer(8));
  return {
    graph: { count, first, to, cost },
    components,
    counters,
    finished: new Uint8Array(Math.ceil(count / CHUNK)),
  };
}

/** Rows of all threads that are done. */
export function rowsDone({ counters }: Share): number {
  return Atomics.load(counters, DONE);
}

/** Takes chunks as done that were there before. */
export function finish(share: Share, chunks: Iterable<number>): void {
  for (const chunk of chunks) {
    share.finished[chunk] = 1;
    Atomics.add(share.counters, DONE, rowsOf(share, chunk));
  }
}

/** Leaves nothing to take. */
export function stopAll({ counters, finished }: Share): void {
  Atomics.store(counters, NEXT, finished.length);
}

function rowsOf({ graph }: Share, chunk: number): number {
  return Math.min(graph.count, (chunk + 1) * CHUNK) - chunk * CHUNK;
}

/** Bakes chunks. */
export class RowBaker {
  /** Those that it has baked, by number. */
  readonly made = new Map<number, Chunk>();
  private readonly runs: RowRuns = { lengths: [], hops: [], wide: false };
  private readonly search: (source: number) => void;

  constructor(private readonly share: Share) {
    this.search = rowSearch(share.graph, share.components, this.runs);
  }

  /** Bakes the next chunk that nobody has taken. @returns whether there was one */
  next(): boolean {
    const { counters, finished } = this.share;
    let chunk = Atomics.add(counters, NEXT, 1);
    while (finished[chunk] > 0) chunk = Atomics.add(counters, NEXT, 1);
    if (chunk >= finished.length) return false;
    this.made.set(chunk, this.bake(chunk));
    Atomics.add(counters, DONE, rowsOf(this.share, chunk));
    return true;
  }

  bake(chunk: number): Chunk {
    const { runs, share } = this;
    const first = chunk * CHUNK;
    for (let i = first; i < first + rowsOf(share, chunk); i++) this.search(i);
    const { lengths, hops, wide } = runs;
    const made = { lengths: Uint16Array.from(lengths), hops: Uint16Array.from(hops), wide };
    [runs.lengths.length, runs.hops.length, runs.wide] = [0, 0, false];
    return made;
  }
}

/** Bakes chunks until none is left. */
export function takePart(share: Share): Map<number, Chunk> {
  const baker = new RowBaker(share);
  while (baker.next());
  return baker.made;
}
