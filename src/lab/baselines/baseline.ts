/** What all baselines share: heuristics, one form of search, its counters, and the way to write the path. */
import type { Grid } from '../../core/grid/grid.js';
import { movesOf, windowsOf } from '../../core/grid/moves.js';
import { type CellBoxes, packPoint } from '../../core/grid/rectangle.js';
import { octile, STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import type { Engine } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';

/** Estimated integer costs of `dx` columns and `dy` rows. Manhattan is admissible only where no diagonal is legal. */
export const HEURISTICS = {
  octile,
  manhattan: (dx: number, dy: number) => STRAIGHT * (Math.abs(dx) + Math.abs(dy)),
  // Rounded down: costs are integers, so that the estimate stays consistent.
  euclidean: (dx: number, dy: number) => Math.floor(STRAIGHT * Math.sqrt(dx * dx + dy * dy)),
  zero: (_dx: number, _dy: number) => 0,
};

export interface Weighted {
  h: keyof typeof HEURISTICS;
  /** Factor of the heuristic; above 1, paths are at most that much longer than the shortest, and found sooner. */
  w: number;
}

export interface Bounded extends Weighted {
  /** Goal bounds of all cells: moves that no shortest path to the goal starts with are left out. */
  bounds?: Pick<CellBoxes, 'box'> | undefined;
}

const ZEROS = {
  /** Nodes whose successors were made. */
  expanded: 0,
  /** Nodes reached, each once; start and goal among them. */
  generated: 0,
  /** Cells looked at: generated (A*), passed by jumps (JPS), words (JPS-Bit), table entries (JPS+). */
  lookedAt: 0,
  /** Insertions, removals and key changes of the open list. */
  heapOperations: 0,
  /** Largest size of the open list. */
  largestOpen: 0,
};
export type Statistics = typeof ZEROS & Pick<Engine, 'trace'>;
export const newStatistics = (): Statistics => ({ ...ZEROS });

/** An engine with all counters, which checks its ends itself. */
export interface Baseline extends Statistics {
  /** Writes a path into `path`. @returns false if an end is blocked or outside, or they are not connected */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean;
}

/**
 * A baseline from a search between two open cells. Checks the ends, clears the counters and writes the path that
 * parents give, from the goal to the start, its own parent.
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
      const [start, goal] = [grid.cell(x0, y0), grid.cell(goalX, goalY)];
      parent[start] = start;
      const cost = start === goal ? 0 : run(start, goal);
      if (cost === Infinity) return false;
      const points = [pointOf(grid, goal)];
      for (let cell = goal; parent[cell] !== cell; cell = parent[cell]) points.push(pointOf(grid, parent[cell]));
      path.write(points, points.length, cost / unitOf(grid));
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
  const { legal } = movesOf(grid.moveRule);
  return new Uint8Array(windowsOf(grid).map((window) => legal[window]));
}
