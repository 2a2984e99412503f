/**
 * Fringe Search (Bjoernsson, Enzenberger, Holte & Schaeffer 2005): iterative deepening that goes on from where the last threshold
 * stopped it. The frontier is a doubly linked list, never sorted; each sweep expands what is not above the threshold.
 */

import { directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { packPoint } from '../grid/rectangle.js';
import { DIAGONAL, octile, STRAIGHT } from '../grid/step-costs.js';
import type { Engine } from '../search/engine.js';
import type { PathBuffer } from '../search/path.js';
import { type Baseline, legalMoves, newStatistics, resetStatistics, type SearchStatistics, tracePath } from './baseline.js';

export interface FringeOptions {
  /**
   * Begin each threshold at the start again: iterative deepening with a table of the costs found so far. (Without the table,
   * depth first, cells are expanded again and again at ever smaller costs: exponentially often on some grids of 36 x 36.)
   */
  restart: boolean;
}
export const FRINGE_DEFAULTS: FringeOptions = { restart: false };

/** Exact, on grids without cell costs. List insertions and removals are the heap operations. */
export function fringe(grid: Grid, options: Partial<FringeOptions> = {}): Baseline {
  const { restart } = { ...FRINGE_DEFAULTS, ...options };
  const { stride } = grid;
  const cells = grid.open.length;
  const legal = legalMoves(grid);
  const steps = directionSteps(stride);
  const g = new Float64Array(cells);
  const parent = new Int32Array(cells);
  /** The list, beginning and ending at `head`, which is a corner of the border. */
  const after = new Int32Array(cells);
  const before = new Int32Array(cells);
  const head = 0;
  /** The query's stamp where g is valid, and the sweep's where the cell was in the list with that g. */
  const known = new Uint32Array(cells);
  const swept = new Uint32Array(cells);
  const listed = new Uint8Array(cells);
  const pointOf = (cell: number) => packPoint((cell % stride) - 1, Math.floor(cell / stride) - 1);
  const statistics: SearchStatistics & Pick<Engine, 'trace'> = newStatistics();
  let stamp = 0;
  let sweeps = 0;
  let size = 0;

  const unlink = (cell: number) => {
    after[before[cell]] = after[cell];
    before[after[cell]] = before[cell];
    listed[cell] = 0;
    size--;
  };
  const linkAfter = (place: number, cell: number) => {
    after[cell] = after[place];
    before[cell] = place;
    before[after[place]] = cell;
    after[place] = cell;
    listed[cell] = 1;
    size++;
  };
  const clear = () => {
    for (let cell = after[head]; cell !== head; cell = after[cell]) listed[cell] = 0;
    after[head] = before[head] = head;
    size = 0;
  };
  const begin = (start: number) => {
    clear();
    sweeps++;
    known[start] = stamp;
    swept[start] = sweeps;
    g[start] = 0;
    parent[start] = start;
    linkAfter(head, start);
  };

  /** Puts the successors of a cell behind it, and takes it out. @returns the first of them, or what came after the cell */
  const expand = (cell: number): number => {
    statistics.expanded++;
    if (statistics.trace) statistics.trace(pointOf(cell), parent[cell] === cell ? -1 : pointOf(parent[cell]), g[cell] / STRAIGHT);
    for (let mask = legal[cell]; mask !== 0; mask &= mask - 1) {
      const d = 31 - Math.clz32(mask & -mask);
      const next = cell + steps[d];
      const cost = g[cell] + (d & 1 ? DIAGONAL : STRAIGHT);
      if (known[next] === stamp) {
        if (g[next] < cost || (g[next] === cost && swept[next] === sweeps)) continue;
      } else statistics.generated++;
      known[next] = stamp;
      swept[next] = sweeps;
      g[next] = cost;
      parent[next] = cell;
      if (listed[next] === 1) {
        unlink(next);
        statistics.heapOperations++;
      }
      linkAfter(cell, next);
      statistics.heapOperations++;
    }
    if (size > statistics.largestOpen) statistics.largestOpen = size;
    const next = after[cell];
    unlink(cell);
    statistics.heapOperations++;
    return next;
  };

  /** Expands what is not above the threshold. @returns the next threshold; Infinity where nothing is left, -1 at the goal */
  const sweep = (goal: number, threshold: number): number => {
    const goalX = goal % stride;
    const goalY = Math.floor(goal / stride);
    let next = Infinity;
    for (let cell = after[head]; cell !== head; ) {
      const f = g[cell] + octile(goalX - (cell % stride), goalY - ((cell / stride) | 0));
      if (f > threshold) {
        if (f < next) next = f;
        cell = after[cell];
        continue;
      }
      if (cell === goal) return -1;
      cell = expand(cell);
    }
    return next;
  };

  return Object.assign(statistics, {
    search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean {
      resetStatistics(statistics);
      if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
      const goal = grid.cell(goalX, goalY);
      const start = grid.cell(x0, y0);
      stamp++;
      statistics.generated++;
      begin(start);
      let threshold = octile(goalX - x0, goalY - y0);
      for (;;) {
        threshold = sweep(goal, threshold);
        if (threshold < 0) break;
        if (threshold === Infinity) return false;
        if (restart) begin(start);
      }
      tracePath(grid, parent, goal, g[goal], path);
      return true;
    },
  });
}
