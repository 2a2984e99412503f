/** The rows of a table as threads and machines share them: in chunks, each of which is the same whoever bakes it. */
import { bakeChunk, type Chunks, chunkItems, makeChunks } from '../chunks/chunks.js';
import { componentsOf, type TableGraph } from './graph.js';
import type { RowRuns } from './rows.js';
import { rowSearch } from './search.js';

/** Rows in a chunk. */
export const CHUNK = 16;

export interface Rows {
  lengths: Uint16Array;
  hops: Uint16Array;
  wide: boolean;
}

export interface Share extends Chunks {
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
