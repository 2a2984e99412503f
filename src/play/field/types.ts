/** What fields and floods are to their users. */
import type { Grid } from '../../core/grid/grid.js';
import type { Link } from '../../core/grid/links.js';
import type { Path, PathBuffer } from '../../core/search/path.js';
import type { Box } from './marks.js';

/** Options of `flowField` and `fleeField`. */
export interface FieldOptions {
  /** Cells farther than this, in steps, are left out and take no time; default: all cells. */
  maxCost?: number | undefined;
  /** For each goal the cost it starts with, in steps, 0 or more: a goal is worth a way so much longer to one that starts with 0. */
  costs?: ArrayLike<number> | undefined;
  /** Cost of a diagonal step between cells of cost 1. Default: the square root of 2; `fleeField` takes that of the danger. */
  diagonal?: 1 | 1.5 | 2 | undefined;
  /** x and y of the only cell whose distance and path are asked for: the field ends when they are known, and looks that way first. */
  from?: readonly [x: number, y: number] | undefined;
  /** A field of the same map whose memory the new one takes over, and which is the new one afterwards. */
  reuse?: Field | undefined;
  /** True to compute nothing yet: `advance` does, a slice at a time; likewise after an edit of the map. */
  sliced?: boolean | undefined;
}

/** Options of `fleeField`. */
export interface FleeOptions extends Omit<FieldOptions, 'costs' | 'diagonal' | 'from'> {
  /** Worth of a step away from the danger, 1.01 to 4; 1.2 by default. Higher values accept longer ways past it. */
  factor?: number | undefined;
}

/**
 * How far every cell is from the nearest goal, and which way it is. Costs are exact: a path that follows the directions costs the distance. After an edit of
 * the map the first answer is of the new map already: what the edit changes is flooded again, with `sliced` in the next calls of `advance`, until which
 * no step is illegal, and cells that wait for their new way have none.
 */
export interface Field {
  /** Whether it is complete; with `sliced` it may not be. Cells not computed yet count as not reached. */
  readonly done: boolean;
  /** Distances below this are final, in steps; Infinity when all are. */
  readonly settled: number;
  /** Work done for it, the same on every machine: cells written, and 8 for each place where paths branch. */
  readonly work: number;
  /** Version of the map when the field was begun. */
  readonly version: number;
  /**
   * Computes more of it. @param limit how much: milliseconds, or an amount of {@link Field.work}; all of it without
   * @returns whether it is done
   */
  advance(limit?: { ms?: number; work?: number }): boolean;
  /**
   * Cost in steps of the cheapest path to a goal, its start cost included; Infinity where the field does not reach.
   * @throws {RangeError} if the cell is not on the map
   */
  distanceAt(x: number, y: number): number;
  /** Direction of the next step, 0 north to 7 north-west, clockwise, of hexagons as they are drawn; -1 on a goal, at a link that the way leads over, and where the field does not reach. @throws {RangeError} as {@link Field.distanceAt} */
  directionAt(x: number, y: number): number;
  /** The next cell on the way to the nearest goal, null on a goal and where the field does not reach. @throws {RangeError} as {@link Field.distanceAt} */
  next(x: number, y: number): [x: number, y: number] | null;
  /** The path from a cell to its nearest goal, null where the field does not reach. Its cost is without the start cost. @throws {RangeError} as {@link Field.distanceAt} */
  findPath(x: number, y: number): Path | null;
  /** {@link Field.findPath} without allocation. @returns whether there is one; `path` is as it was when there is none */
  findPathInto(x: number, y: number, path: PathBuffer): boolean;
}

/** A goal: padded cell and start cost. */
export interface Seed {
  cell: number;
  cost: number;
}

/** A way of a link in the grid that is flooded: padded cells, and its integer cost. */
export interface FloodLink {
  from: number;
  to: number;
  cost: number;
  link: Link;
}

export interface Flood {
  /** The link that leads on from a cell whose direction is `LINKED`. */
  linkFrom(cell: number): FloodLink;
  /** What integer costs are to be divided by to have steps. */
  readonly step: number;
  /** Integer cost of a diagonal step between cells of cost 1. */
  readonly diagonal: number;
  /** The highest cost of interest. */
  most: number;
  /** Uint8Array(cells): direction of a cheapest next step to the goal or `GOAL`; `UNREACHED` elsewhere, but of no meaning there with a target. */
  readonly directions: Uint8Array;
  /** Cells written and 8 for each entry taken from the open list, since the start: the same on every machine. */
  work: number;
  /** Costs below this are final, Infinity when all are that were asked for. */
  settled: number;
  /**
   * Begins again.
   * @param seeds all open
   * @param most no cost above it is of interest
   * @param target the only padded cell whose cost is asked for; buckets are of cost and octile distance to it, as in A*
   */
  start(seeds: Seed[], most: number, target?: number): void;
  /** Brings it up to date with edits in some boxes, and begins to. @param seeds as they are now */
  revise(boxes: readonly Box[], seeds: Seed[]): void;
  /**
   * Are cells in boxes that edits have changed priced as those that the flood was made for? Without boxes: would it be made
   * alike now? How a target is come by, and for how much work, depends on that.
   */
  fits(grid: Grid, boxes?: readonly Box[]): boolean;
  /** Says of a cell, after the start, that nothing of interest costs as much there: paths do not lead over it at that cost or a higher one. */
  bound(cell: number, cost: number): void;
  /** Goes on until it is done or has done so much more work, and a little. @returns whether it is done */
  advance(work: number): boolean;
  /** Cost of a padded cell, Infinity where it has none, and no direction. */
  cost(cell: number): number;
  /** The first of the directions that lead on for the cost of a cell that has one, whichever the flood has come by: a function of the map and its costs. */
  directionAt(cell: number): number;
}
