/**
 * Fringe Search (Bjoernsson, Enzenberger, Holte & Schaeffer 2005): iterative deepening that resumes where the last
 * threshold stopped. The frontier is an unsorted linked list.
 */
import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { type Baseline, baselineOf, HEURISTICS, legalMoves, newStatistics, report, type Weighted } from './baseline.js';

/** Exact without cell costs, with an admissible heuristic and weight 1. List changes count as heap operations. */
export function fringe(grid: Grid, options: Partial<Weighted> = {}): Baseline {
  const { h = 'octile', w = 1 } = options;
  const estimate = HEURISTICS[h];
  const { stride } = grid;
  const cells = grid.open.length;
  const legal = legalMoves(grid);
  const steps = directionSteps(stride);
  const g = new Float64Array(cells);
  const parent = new Int32Array(cells);
  /** The list that is swept, beginning and ending at `head`, which is a corner of the border. */
  const after = new Int32Array(cells);
  const before = new Int32Array(cells);
  const head = 0;
  /** The query's stamp where g is valid, and the sweep's where the cell was in the list with that g. */
  const known = new Uint32Array(cells);
  const swept = new Uint32Array(cells);
  const listed = new Uint8Array(cells);
  const statistics = newStatistics();
  let stamp = 0;
  let sweeps = 0;
  let size = 0;
  let goalX = 0;
  let goalY = 0;

  const fOf = (cell: number) => g[cell] + w * estimate(goalX - (cell % stride), goalY - ((cell / stride) | 0));
  const link = (place: number, cell: number) => {
    after[cell] = after[place];
    before[cell] = place;
    before[after[place]] = cell;
    after[place] = cell;
  };
  const changed = (difference: number) => {
    size += difference;
    statistics.heapOperations++;
  };
  const unlink = (cell: number) => {
    after[before[cell]] = after[cell];
    before[after[cell]] = before[cell];
    changed(-1);
  };
  const begin = (start: number) => {
    for (let cell = after[head]; cell !== head; cell = after[cell]) listed[cell] = 0;
    after[head] = before[head] = head;
    known[start] = stamp;
    swept[start] = ++sweeps;
    g[start] = 0;
    link(head, start);
    listed[start] = size = 1;
  };

  /** Replaces a cell by its successors. @returns the first of them, or the cell that followed */
  const expand = (cell: number): number => {
    statistics.expanded++;
    report(statistics, grid, cell, parent[cell], g[cell] / STRAIGHT);
    for (let mask = legal[cell]; mask !== 0; mask &= mask - 1) {
      const d = 31 - Math.clz32(mask & -mask);
      const next = cell + steps[d];
      const cost = g[cell] + (d & 1 ? DIAGONAL : STRAIGHT);
      if (known[next] !== stamp) statistics.generated++;
      else if (g[next] < cost || (g[next] === cost && swept[next] === sweeps)) continue;
      else if (listed[next] === 1) unlink(next);
      known[next] = stamp;
      swept[next] = sweeps;
      g[next] = cost;
      parent[next] = cell;
      listed[next] = 1;
      link(cell, next);
      changed(1);
    }
    if (size > statistics.largestOpen) statistics.largestOpen = size;
    const next = after[cell];
    unlink(cell);
    listed[cell] = 0;
    return next;
  };

  /** Expands up to the threshold. @returns the next threshold; Infinity where nothing is left, -1 at the goal */
  const sweep = (goal: number, threshold: number): number => {
    let next = Infinity;
    for (let cell = after[head]; cell !== head; ) {
      statistics.lookedAt++;
      const f = fOf(cell);
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

  return baselineOf(grid, parent, statistics, (start, goal) => {
    goalX = goal % stride;
    goalY = Math.floor(goal / stride);
    stamp++;
    statistics.generated++;
    begin(start);
    let threshold = fOf(start);
    while (threshold >= 0 && threshold < Infinity) threshold = sweep(goal, threshold);
    return threshold === Infinity ? Infinity : g[goal];
  });
}
