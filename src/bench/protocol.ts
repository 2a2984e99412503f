/** What a benchmark calls in the process of an engine, by messages. */
import type { MoveRule } from '../grid/grid.js';
import type { Counters } from './engines.js';

export interface Job {
  engine: string;
  /** URL of a module whose `ENGINES` are known beside ours. */
  module: string | undefined;
  width: number;
  height: number;
  terrain: string;
  moveRule: MoveRule;
  size: number;
  bits: Uint8Array;
  /** As `costsToBytes` makes them; empty where all cells cost the same. */
  prices: Uint8Array;
  queries: Uint16Array;
}

export interface Ready {
  /** Every path has to be a shortest one. */
  exact: boolean;
  /** Bytes that ship beside the map, or in its place. */
  storageBytes: number;
  /** Grid to artifact, and artifact to the first query. */
  precomputeMillis: number;
  loadMillis: number;
}

/** Sums of the counters over the first pass, and the largest open list. Absent where not counted. */
export type Counts = { [K in keyof Counters]?: number | undefined } & { mostOpen?: number };

/** Answers of one engine. Arrays are by query, as far as the engine got; times are microseconds. */
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
  /** Fault of the first path that was not legal, or not of the reported cost. */
  firstFault?: string;
}

/** Calls in this order; all have an answer. */
export interface Calls {
  /** Answers when the code of the process is loaded: the time that takes is not the engine's. */
  start(): void;
  bake(job: Job): Promise<Ready>;
  /** Queries that only compile. */
  warm(): void;
  /** A pass, or more of them in less than `least` milliseconds. @returns milliseconds spent, about `most` at most */
  turn(most: number, least: number): number;
  report(): Promise<Report>;
}
/** A call by name, and the answer to it. */
export type Call = { [K in keyof Calls]: [name: K, ...args: Parameters<Calls[K]>] }[keyof Calls];
export type Answer = { result: unknown } | { error: string };
