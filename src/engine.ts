/** What an engine is to the loader: something that answers queries from what the blobs of a map hold. */
import type { Blob } from './blob/read.js';
import type { Grid } from './grid/grid.js';
import type { GridNav } from './load.js';
import type { PathBuffer } from './search/path.js';

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
  /** Adds to a map what this engine can do beyond finding paths. */
  extend?(nav: GridNav): void;
}

/** The cells of a path from start to goal, found as they are asked for. It may be left at any time, and any number may be under way. */
export interface Walk extends IterableIterator<[x: number, y: number]> {
  /** In steps, known at once: the cells cost that or less. */
  readonly cost: number;
}

/**
 * Makes an engine from the blobs of a map, or nothing where they do not hold what it needs.
 * @param find the first blob that has a section of a kind
 * @throws {BlobError} if what they hold is damaged
 */
export type EngineMaker = (find: (kind: number) => Blob | undefined, grid: Grid) => Engine | undefined;
