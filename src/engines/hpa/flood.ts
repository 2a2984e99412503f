/** Searches over copies of cells. Costs of HPA* are doubled: a step costs its two cells' weights, 1 without costs. */

import { directionSteps, openOf } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { besideOf } from '../../core/grid/rules.js';
import { DIAGONAL, STEP, STRAIGHT } from '../../core/grid/step-costs.js';
import { MAX_COST } from '../../core/limits.js';
import { BucketRing } from '../../core/search/ring.js';

/** A square of cells that is searched: each with a cost, and blocked ones all around. */
export interface CellSearch {
  stride: number;
  /** Per cell of the copy, 0 blocked. */
  weights: Uint8Array;
  /** Least open cells next to a legal diagonal. */
  beside: number;
  /** Cost from the source per cell of the copy; Infinity where it is not reached, which is set before a search. */
  costs: Float64Array;
  /** Cost from each cell to the goal at least, where all cells cost 1. */
  ahead: Float64Array;
  /**
   * Dijkstra (1959) in buckets a step wide, to all cells or to one.
   * @param bound cost that a path to the goal stays below
   * @param cheapest factor of `ahead`
   * @returns cost of the goal, the bound if there is no path below it
   */
  search(source: number, goal?: number, bound?: number, cheapest?: number): number;
}

export function cellSearch(grid: Pick<Grid, 'moveRule' | 'costs'>, stride: number): CellSearch {
  const weights = new Uint8Array(stride * stride);
  const costs = new Float64Array(stride * stride);
  const ahead = new Float64Array(stride * stride);
  const beside = besideOf(grid);
  const steps = directionSteps(stride);
  const ring = new BucketRing((2 * DIAGONAL * (grid.costs ? MAX_COST : 1)) / STEP);
  let [best, target, scale] = [0, 0, 0];
  const reach = (cell: number, cost: number): void => {
    if (cost >= costs[cell] || cost + scale * ahead[cell] >= best) return;
    costs[cell] = cost;
    if (cell === target) best = cost;
    // Costs are integers, so that no quotient or product is off.
    ring.push(cell, Math.floor(cost / STEP));
  };
  return {
    stride,
    weights,
    beside,
    costs,
    ahead,
    search(source, goal = -1, bound = Infinity, cheapest = 0) {
      [best, target, scale] = [bound, goal, cheapest];
      ring.reset();
      reach(source, 0);
      for (let bucket = 0; bucket <= ring.last; bucket++) {
        for (let entry = ring.take(bucket); entry >= 0; entry = ring.entries[entry + 1]) {
          const cell = ring.entries[entry];
          const cost = costs[cell];
          // Stale entries are done.
          if (cost < bucket * STEP || cost >= best) continue;
          // As `expandMoves` of search/bucket-flood.ts: a call of it here takes 3 to 4 % of a query.
          const local = weights[cell];
          let before = weights[cell - 1];
          for (let d = 0; d < 8; d += 2) {
            const weight = weights[cell + steps[d]];
            if (weight > 0) reach(cell + steps[d], cost + (local + weight) * STRAIGHT);
            if (openOf(before, weight) >= beside) {
              const corner = cell + steps[(d + 7) & 7];
              if (weights[corner] > 0) reach(corner, cost + (local + weights[corner]) * DIAGONAL);
            }
            before = weight;
          }
        }
      }
      return best;
    },
  };
}

/** A flood over one cluster. */
export interface Flood extends Omit<CellSearch, 'ahead' | 'search'> {
  size: number;
  /** Copies the cluster around the cell x, y of the map and floods it from there, unless that was the last run. */
  run(x: number, y: number): void;
  at(x: number, y: number): number;
}

export function clusterFlood(grid: Grid, size: number): Flood {
  const { stride, weights, beside, costs, search } = cellSearch(grid, size + 2);
  let source = -1;
  const at = (x: number, y: number) => ((y % size) + 1) * stride + (x % size) + 1;
  return {
    size,
    stride,
    weights,
    beside,
    costs,
    at,
    run(x, y) {
      if (source === grid.cell(x, y)) return;
      source = grid.cell(x, y);
      const from = grid.costs ?? grid.open;
      const wide = Math.min(size, grid.width - x + (x % size));
      const high = Math.min(size, grid.height - y + (y % size));
      weights.fill(0);
      costs.fill(Infinity);
      for (let row = 0; row < high; row++) {
        const c = grid.cell(x - (x % size), y - (y % size) + row);
        for (let i = 0; i < wide; i++) weights[(row + 1) * stride + i + 1] = from[c + i];
      }
      search(at(x, y));
    },
  };
}
