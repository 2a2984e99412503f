/** What all baselines share: one form of search, one set of counters, one way to write the path that was found. */

import { windowAt } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { movesOf } from '../grid/moves.js';
import { packPoint } from '../grid/rectangle.js';
import { STRAIGHT } from '../grid/step-costs.js';
import type { Engine } from '../search/engine.js';
import type { PathBuffer } from '../search/path.js';

export interface SearchStatistics {
  /** Nodes whose successors were made. */
  expanded: number;
  /** Nodes reached, each once; start and goal among them. */
  generated: number;
  /** Cells looked at: generated (A*), passed by jumps (JPS), words (JPS-Bit), table entries (JPS+), entries swept. */
  lookedAt: number;
  /** Insertions, removals and key changes of the open list. */
  heapOperations: number;
  /** Most nodes that were in the open list at once. */
  largestOpen: number;
  /** Did a limit of time or nodes end the search? Then a path may exist although none was found. */
  limited: boolean;
}

/** An engine with all counters, which checks its ends itself. */
export interface Baseline extends SearchStatistics, Pick<Engine, 'trace'> {
  /** Writes a path into `path`. @returns false if an end is blocked or outside, or they are not connected */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean;
}

/** Counters of a search, and the trace that it reports to. */
export type Statistics = SearchStatistics & Pick<Engine, 'trace'>;

const ZEROS: SearchStatistics = {
  expanded: 0,
  generated: 0,
  lookedAt: 0,
  heapOperations: 0,
  largestOpen: 0,
  limited: false,
};
export const newStatistics = (): Statistics => ({ ...ZEROS });

/**
 * A baseline from a search between two open cells, which may be the same one. Checks the ends, clears the counters and
 * writes the path that parents give, from the goal to the start, its own parent.
 * @param run returns the integer cost of the path, or Infinity
 */
export function baselineOf(
  grid: Grid,
  parent: Int32Array,
  statistics: Statistics,
  run: (start: number, goal: number) => number,
): Baseline {
  return Object.assign(statistics, {
    search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean {
      Object.assign(statistics, ZEROS);
      if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
      const goal = grid.cell(goalX, goalY);
      const cost = run(grid.cell(x0, y0), goal);
      if (cost === Infinity) return false;
      const points = [pointOf(grid, goal)];
      for (let cell = goal; parent[cell] !== cell; cell = parent[cell]) points.push(pointOf(grid, parent[cell]));
      path.write(Int32Array.from(points), points.length, cost / (grid.costs ? 2 * STRAIGHT : STRAIGHT));
      return true;
    },
  });
}

const pointOf = ({ stride }: Grid, cell: number) => packPoint((cell % stride) - 1, Math.floor(cell / stride) - 1);

/** Reports an expansion to the trace, if any. @param parent the cell itself at the start @param cost in steps */
export function report({ trace }: Statistics, grid: Grid, cell: number, parent: number, cost: number): void {
  if (trace) trace(pointOf(grid, cell), parent === cell ? -1 : pointOf(grid, parent), cost);
}

/** Uint8Array(cells), direction mask of the legal moves out of each cell. */
export function legalMoves(grid: Grid): Uint8Array {
  const { open, stride } = grid;
  const legal = new Uint8Array(open.length);
  const table = movesOf(grid.moveRule).legal;
  const runs = grid.runs();
  for (let r = 0; r < runs.length; r += 2) {
    for (let c = runs[r]; c < runs[r + 1]; c++) legal[c] = table[windowAt(open, c, stride)];
  }
  return legal;
}
