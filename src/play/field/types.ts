/** Public types of fields and floods. */

import type { Grid } from '../../core/grid/grid.js';
import type { Link } from '../../core/grid/links.js';
import type { Box } from '../../core/grid/rectangle.js';
import type { Path, PathBuffer } from '../../core/search/path.js';

/** Options of `flowField` and `fleeField`. */
export interface FieldOptions {
  /** Cells farther than this, in steps, are left out and take no time; default: all cells. */
  maxCost?: number | undefined;
  /**
   * Start cost of each goal, in steps, 0 or more. A goal with start cost 12 is chosen only if it is nearer by more than
   * 12 steps.
   */
  costs?: ArrayLike<number> | undefined;
  /**
   * Cost of a diagonal step between cells of cost 1. Default: the square root of 2; `fleeField` takes that of the
   * danger.
   */
  diagonal?: 1 | 1.5 | 2 | undefined;
  /** The only cell whose distance and path are needed, `[x, y]`. The field stops when they are known. */
  from?: readonly [x: number, y: number] | undefined;
  /** A field of the same map. Its memory is reused, and it becomes the new field. */
  reuse?: Field | undefined;
  /** True to compute nothing yet: `advance` does, a slice at a time; likewise after an edit of the map. */
  sliced?: boolean | undefined;
}

/** Options of `fleeField`. */
export interface FleeOptions extends Omit<FieldOptions, 'costs' | 'diagonal' | 'from'> {
  /**
   * How much a step away from the danger counts, 1.01 to 4. Default: 1.2. Higher values accept longer paths past it.
   */
  factor?: number | undefined;
}

/**
 * Distance and direction from every cell to the nearest goal. Costs are exact: a path that follows the directions costs
 * the distance. After an edit only changed cells are computed again; with `sliced` the next calls of `advance` do that.
 * Until then no step is illegal, and cells without a known path have no next step; past walls between cells those are
 * all that are not settled.
 */
export interface Field {
  /** Whether it is complete; with `sliced` it may not be. Cells not computed yet count as not reached. */
  readonly done: boolean;
  /**
   * Distances below this are final, in steps; Infinity when all are. With `from`, 0: only the distance of that cell is.
   */
  readonly settled: number;
  /** Work done for it, the same on every machine: cells written, and 8 for each place where paths branch. */
  readonly work: number;
  /** Version of the map when the field was started. */
  readonly version: number;
  /**
   * Computes more of the field. @param limit milliseconds, or an amount of {@link Field.work}. Default: all of it
   * @returns whether it is done
   */
  advance(limit?: { ms?: number; work?: number }): boolean;
  /**
   * Cost in steps of the cheapest path to a goal, its start cost included; Infinity where the field does not reach.
   * @throws {RangeError} if the cell is not on the map
   */
  distanceAt(x: number, y: number): number;
  /**
   * Direction of the next step, 0 (north) to 7, clockwise; for hexagons as they are drawn. -1 on a goal, at a link that
   * the path takes, and where the field does not reach. @throws {RangeError} as {@link Field.distanceAt}
   */
  directionAt(x: number, y: number): number;
  /**
   * The next cell on the way to the nearest goal, null on a goal and where the field does not reach.
   * @throws {RangeError} as {@link Field.distanceAt}
   */
  next(x: number, y: number): [x: number, y: number] | null;
  /**
   * The path from a cell to its nearest goal, null where the field does not reach. Its cost does not include the start
   * cost. @throws {RangeError} as {@link Field.distanceAt}
   */
  findPath(x: number, y: number): Path | null;
  /** {@link Field.findPath} without allocation. @returns whether there is a path; otherwise `path` is unchanged */
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
  /**
   * Uint8Array(cells): direction of a cheapest next step to the goal or `GOAL`; `UNREACHED` elsewhere, but of no
   * meaning there with a target.
   */
  readonly directions: Uint8Array;
  /** Cells written and 8 for each entry taken from the open list, since the start: the same on every machine. */
  work: number;
  /** Costs below this are final, Infinity when all are. */
  settled: number;
  /** Whether all requested costs are final. */
  done: boolean;
  /**
   * Begins again.
   * @param seeds all open
   * @param most costs above it are not needed
   * @param target the only padded cell whose cost is needed: buckets are by cost and octile distance to it, as in A*
   */
  start(seeds: Seed[], most: number, target?: number): void;
  /** Begins to apply edits in some boxes. @param seeds of the edited map */
  revise(boxes: readonly Box[], seeds: Seed[]): void;
  /**
   * Whether the costs in boxes that edits have changed are within the range that the flood was made for; without boxes,
   * whether the whole grid has exactly this range. Paths of equal cost and the work for a target depend on that.
   */
  fits(grid: Grid, boxes?: readonly Box[]): boolean;
  /**
   * Says of a cell, after the start, that nothing of interest costs as much there: paths do not lead over it at that
   * cost or a higher one.
   */
  bound(cell: number, cost: number): void;
  /** Goes on until it is done or has done so much more work, and a little. @returns whether it is done */
  advance(work: number): boolean;
  /** Cost of a padded cell, Infinity where it has none, and no direction. */
  cost(cell: number): number;
  /**
   * The first of the directions that lead on for the cost of a cell that has one, whichever the flood has come by: a
   * function of the map and its costs.
   */
  directionAt(cell: number): number;
}
