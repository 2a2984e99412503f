/** The interface of engines: they answer path queries on one map. */
import type { PathBuffer } from './path.js';

/** Cells of the start and the goal of a path. */
export type Query = readonly [x0: number, y0: number, x1: number, y1: number];

/**
 * Told of the nodes that a search expands, in order; of a node that is expanded again after it got cheaper, again. If
 * it returns true, the search ends there, and has found nothing.
 * @param point x | y << 16
 * @param parent the point that it was reached from, -1 at an end of the path
 * @param cost of the way to it in steps, from the start
 * @param fromGoal whether it was reached from the goal, by engines that search from both ends: the cost is from there,
 * then
 */
export type Trace = (point: number, parent: number, cost: number, fromGoal?: boolean) => unknown;

/** A contraction hierarchy as matrices of distances read it; costs are integers. */
export interface Climb {
  /** What costs are to be divided by to have steps. */
  unit: number;
  /** Leaves the nodes that an open padded cell reaches directly, and what that costs. @returns how many */
  ends(cell: number): number;
  reached: Int32Array;
  reachCosts: Float64Array;
  /** Edges of node n to higher ones: first[n] to first[n + 1]. */
  first: ArrayLike<number>;
  targets: Int32Array;
  costs: Float64Array;
  /** The least that a path may cost. */
  distance(dx: number, dy: number): number;
  /** Cost of a way from an open padded cell over no node, Infinity where there is none. */
  line(cell: number, dx: number, dy: number): number;
}

/** Answers queries on one map; one at a time. */
export interface Engine {
  /** Nodes taken from the open list and put on it by the last search. */
  expanded: number;
  generated: number;
  /** Whether it runs in WebAssembly. */
  readonly wasm?: boolean;
  /** Called for every expansion while set; searches then run in JavaScript. Unset, it costs nothing. */
  trace?: Trace | undefined;
  /**
   * Set by near-optimal engines: smoothed paths are improved by exact searches in windows. False saves time. Walks are
   * never improved.
   */
  refine?: boolean;
  /**
   * Leaves a path in the buffer.
   * @returns whether there is one; the buffer is as it was when there is none: a cell blocked or not on the map, or no
   * way between them
   * @throws {BlobError} if the arrays that the engine was made from contradict its grid
   */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean;
  /** Brings it up to date with its grid, if the engine can. @param cells padded cells that changed */
  repair?(cells: Iterable<number>): void;
  /** What distances in bulk are made from, of contraction hierarchies. */
  readonly climb?: Climb;
  /** A search between open cells of the map, where the engine saves time by that. */
  between?(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean;
  /** The path in pieces, where the engine can; null without a path. */
  walk?(x0: number, y0: number, goalX: number, goalY: number): Walk | null;
}

/** A search with a trace, which the engine does not keep: it also answers for other navs. */
export function searchTraced(
  engine: Engine,
  trace: Trace | undefined,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  path: PathBuffer,
): boolean {
  engine.trace = trace;
  try {
    return engine.search(x0, y0, x1, y1, path);
  } finally {
    engine.trace = undefined;
  }
}

/** Are two cells connected? @throws {RangeError} if one of them is not on the map */
export type Reachable = (x0: number, y0: number, x1: number, y1: number) => boolean;

/** The cells of a path from start to goal, found lazily. You may stop at any time; any number may be active. */
export interface Walk extends IterableIterator<[x: number, y: number]> {
  /** In steps, known immediately: the cells cost at most that. */
  readonly cost: number;
  /** Cells where the rest of the coarse path enters each cluster; the walk may pass next to them. */
  portals(): Portal[];
}

/** A cell at which a coarse path enters a cluster. */
export interface Portal {
  x: number;
  y: number;
  /** The cluster: its first cell, and its side in cells. At the right and lower edge it may be smaller. */
  cluster: { x: number; y: number; size: number };
}
