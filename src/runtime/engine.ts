/** What an engine is to the loader: something that answers queries from what the blobs of a map hold. */
import type { Blob } from '../blob/read.js';
import type { Grid } from '../grid/grid.js';
import type { PathBuffer } from '../search/path.js';
import type { GridNav } from './load.js';

/** Answers queries on one map; one at a time. */
export interface Engine {
  /** Counters of the last search. */
  expanded: number;
  generated: number;
  /**
   * Leaves a path in the buffer.
   * @returns whether there is one; the buffer is as it was when there is none: a cell blocked or not on the map, or no way between them
   * @throws {BlobError} if the arrays that the engine was made from contradict its grid
   */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean;
  /** The same in pieces, where the engine can; null when there is no path. */
  walk?(x0: number, y0: number, goalX: number, goalY: number): Walk | null;
}

/** Are two cells connected? @throws {RangeError} if one of them is not on the map */
export type Reachable = (x0: number, y0: number, x1: number, y1: number) => boolean;

/** The cells of a path from start to goal, found as they are asked for. It may be left at any time, and any number may be under way. */
export interface Walk extends IterableIterator<[x: number, y: number]> {
  /** In steps, known at once: the cells cost that or less. */
  readonly cost: number;
}

/** Makes an engine from the blobs of a map. */
export interface EngineMaker<E extends Engine = Engine> {
  /** Kinds of sections, one of each artifact that it reads: where the blobs have them all, they have this engine. */
  needs: readonly number[];
  /**
   * @param blobs for each kind that it needs the first blob that has it
   * @throws {BlobError} if what they hold is damaged
   */
  make(blobs: Blob[], grid: Grid): E;
  /**
   * Adds to a map what the engine can do beyond finding paths, where another has not: maps ask the engine that finds their paths first.
   * @param use gives the engine; makes it at the first call, if it is not there yet
   */
  extend?(nav: Extendable, use: () => E): void;
}

/** A map while it is made. */
export type Extendable = { -readonly [Key in keyof GridNav]: GridNav[Key] };
