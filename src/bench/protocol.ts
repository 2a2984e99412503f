/** What a benchmark and its workers say to each other. */

import type { MoveRule } from '../grid/grid.js';
import type { Counters } from './engines.js';

/** To a worker, first of all. */
export interface Job {
  engine: string;
  width: number;
  height: number;
  terrain: string;
  moveRule: MoveRule;
  /** Side of the square that walks. */
  size: number;
  /** As `gridToBits` makes them. */
  bits: Uint8Array;
  /** As `costsToBytes` makes them; none where all cells cost the same. */
  prices: Uint8Array;
  /** Start x, y, goal x, y of each query. */
  queries: Uint16Array;
}

/** What a worker is told after that; each is answered by a message. */
export type Order =
  /** Answer queries for some milliseconds, to get compiled; nothing is kept. */
  | { warm: number }
  /** Answer queries for some milliseconds, or to the end of the pass. */
  | { turn: number }
  /** Say what was measured. */
  | { report: true };

export interface Ready {
  storageBytes: number;
  precomputeMillis: number;
  loadMillis: number;
}

export interface Turn {
  /** Did the pass end? */
  passEnded: boolean;
  millis: number;
}

/** Sums of the counters over the first pass; of the largest open lists also the largest. Absent where the engine does not count. */
export type Counts = { [K in keyof Counters]?: number | undefined } & { mostOpen?: number };

export interface Report {
  /** Microseconds by query, of each pass; the last is left out if it is not complete, unless it is the only one. */
  passes: Float64Array[];
  /** See `Record` in measures.ts. */
  costs: Float64Array;
  begins?: Float64Array;
  segments?: Float64Array;
  counts: Counts;
  memoryBefore: number;
  memoryAfter: number;
  /** What was wrong with the first path that was not legal, or not of the cost that was said. */
  firstFault?: string;
}

/** From a worker, when its code is loaded: the time that takes is not the engine's. */
export interface Up {
  up: true;
}

export type Reply = Up | Ready | Turn | Report | { error: string };
