/** What a flood is to its users. */
import type { Grid } from '../../core/grid/grid.js';
import type { Link } from '../../core/grid/links.js';
import type { Box } from './marks.js';

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
   * Begins anew.
   * @param seeds all open
   * @param most no cost above it is of interest
   * @param target padded cell whose cost alone is asked for, then buckets are of cost and octile distance to it, as in A*
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
