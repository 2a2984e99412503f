/** A* cell by cell (Hart, Nilsson & Raphael 1968), optionally weighted or with goal bounds of all cells. */
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import { engineShares } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { holds, packPoint } from '../../core/grid/rectangle.js';
import { isStraight } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import { type Baseline, type Bounded, baselineOf, HEURISTICS, legalMoves, newStatistics, report } from './baseline.js';
import { IndexedHeap } from './indexed-heap.js';

/**
 * Share of g that is subtracted from a key, so that nodes of equal f are ordered by larger g. With cell costs g may
 * have 42 bits.
 */
const [TIE, TIE_WITH_COSTS] = [2 ** -33, 2 ** -42];

/** Exact with a heuristic that never overestimates and weight 1. */
export function aStar(grid: Grid, options: Partial<Bounded> = {}): Baseline {
  const { h = 'octile', w = 1, bounds } = options;
  const { stride, costs } = grid;
  const { left, entered } = engineShares(grid);
  const cells = grid.open.length;
  const unit = unitOf(grid);
  // With four moves the octile distance is too low.
  const estimate = HEURISTICS[h === 'octile' && isStraight(grid) ? 'manhattan' : h];
  const share = 1 - (costs ? TIE_WITH_COSTS : TIE);
  // The doubled scale where cells have costs, the least of which is 1.
  const weight = costs ? 2 * w : w;
  const legal = legalMoves(grid);
  const steps = directionSteps(stride);
  const open = new IndexedHeap(cells);
  const g = new Float64Array(cells);
  const parent = new Int32Array(cells);
  /** Stamp of the query that last reached a cell, plus 1 once it has closed it; lower stamps are stale. */
  const state = new Uint32Array(cells);
  const corners = new Int32Array(2);
  const statistics = newStatistics();
  let stamp = 0;

  return baselineOf(grid, parent, statistics, (start, goal) => {
    const goalX = goal % stride;
    const goalY = Math.floor(goal / stride);
    const goalPoint = packPoint(goalX - 1, goalY - 1);
    let goalKey = Infinity;
    open.clear();
    stamp += 2;
    g[start] = 0;
    state[start] = stamp;
    statistics.generated = 1;
    open.push(start, 0);
    while (open.lowest() < goalKey) {
      const cell = open.pop();
      state[cell] = stamp + 1;
      statistics.expanded++;
      statistics.heapOperations++;
      report(statistics, grid, cell, parent[cell], g[cell] / unit);
      const x = cell % stride;
      const y = (cell / stride) | 0;
      for (let mask = legal[cell]; mask !== 0; mask &= mask - 1) {
        const d = 31 - Math.clz32(mask & -mask);
        if (bounds) {
          bounds.box(cell, d, corners);
          if (!holds(corners[0], corners[1], goalPoint)) continue;
        }
        const next = cell + steps[d];
        const both = costs ? left * costs[cell] + entered * costs[next] : 1;
        const cost = g[cell] + (d & 1 ? DIAGONAL : STRAIGHT) * both;
        const known = state[next] >= stamp;
        if (known && (g[next] <= cost || state[next] > stamp)) continue;
        g[next] = cost;
        parent[next] = cell;
        state[next] = stamp;
        const key = share * cost + weight * estimate(goalX - x - DX[d], goalY - y - DY[d]);
        if (!known) statistics.generated++;
        if (next === goal) goalKey = key;
        else {
          statistics.heapOperations++;
          if (known) open.lower(next, key);
          else open.push(next, key);
        }
      }
      statistics.largestOpen = Math.max(statistics.largestOpen, open.size);
    }
    statistics.lookedAt = statistics.generated;
    return goalKey === Infinity ? Infinity : g[goal];
  });
}
