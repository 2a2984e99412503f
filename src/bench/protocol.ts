/** What a benchmark and its workers say to each other. */

import type { MoveRule } from '../grid/grid.js';
import type { Counters } from './engines.js';

export interface Job {
  engine: string;
  width: number;
  height: number;
  terrain: string;
  moveRule: MoveRule;
  size: number;
  bits: Uint8Array;
  /** As `costsToBytes` makes them; none where all cells cost the same. */
  prices: Uint8Array;
  queries: Uint16Array;
}

/**
 * What a worker is told after that; each is answered by a message. Answer queries for some milliseconds to get
 * compiled, of which nothing is kept; answer them for some milliseconds or to the end of the pass; report.
 */
export type Order = { warm: number } | { turn: number } | { report: true };

export interface Ready {
  /** Bytes that ship beside the map, or in its place. */
  storageBytes: number;
  /** Grid to artifact, and artifact to the first query. */
  precomputeMillis: number;
  loadMillis: number;
}

export interface Turn {
  passEnded: boolean;
  millis: number;
}

/** Sums of the counters over the first pass, and the largest open list. Absent where not counted. */
export type Counts = { [K in keyof Counters]?: number | undefined } & { mostOpen?: number };

/** What one engine answered. Arrays are by query, as far as the engine got; times are microseconds. */
export interface Report {
  /** Of each pass; the last is left out if it is not complete, unless it is the only one. */
  passes: Float64Array[];
  /** Integer cost of each path as the checker walked it; -1 if illegal or misreported, Infinity if there was none. */
  costs: Float64Array;
  /** Until the first 20 steps are known, and of the longest piece: best of some passes; only for walks. */
  begins?: Float64Array;
  segments?: Float64Array;
  counts: Counts;
  /** Bytes of JavaScript heap and typed arrays before the first query and after the last one, the grid included. */
  memoryBefore: number;
  memoryAfter: number;
  /** What was wrong with the first path that was not legal, or not of the reported cost. */
  firstFault?: string;
}

/** `up` when the code of a worker is loaded: the time that takes is not the engine's. */
export type Reply = { up: true } | Ready | Turn | Report | { error: string };
