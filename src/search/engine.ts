/** What every engine is, whatever it reads: something that answers path queries on one map. */
import type { PathBuffer } from './path.js';

/** Answers queries on one map; one at a time. */
export interface Engine {
  /** Nodes taken from the open list and put on it by the last search. */
  expanded: number;
  generated: number;
  /** Whether it runs in WebAssembly. */
  readonly wasm?: boolean;
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
