/** The canonical rays of a flood, which write costs and directions of cells. */
import { canonicalAfter, directionSteps } from '../../core/grid/directions.js';
import { sharesOf } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { leastBeside } from '../../core/grid/rules.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { type Marks, MIXED, WALL } from './marks.js';

/** What rays write, and where they end. */
export interface RaysOn {
  costs: Float64Array;
  directions: Uint8Array;
  /** No ray writes a higher cost. */
  most: number;
  /** Cells that rays have written. */
  work: number;
  /** Lists a cell where a ray branches or reaches its limit, and the directions to go from there. */
  list: (cell: number, mask: number, cost: number) => void;
}

/** Goes from a cell of a cost in a direction, up to a cost. */
export type Ray = (from: number, direction: number, start: number, limit: number) => void;

export function raysOf(
  grid: Grid,
  { bytes: marks, after, diagonal }: Marks,
  on: RaysOn,
): { goStraight: Ray; goDiagonally: Ray } {
  const { open, costs: weights } = grid;
  const { costs, directions, list } = on;
  const steps = directionSteps(grid.stride);
  /** How many walls there may be next to a diagonal, times WALL. */
  const spare = WALL * (2 - leastBeside(grid));
  // From the goal on: the cell that a step enters comes first.
  const { left: behind, entered: ahead } = sharesOf(grid);

  // One function for all rays was slower by a fifth.
  const goStraight: Ray = (from, d, start, limit) => {
    const step = steps[d];
    const ends = (1 << d) | WALL;
    const back = d ^ 4;
    // Where the first two cells differ in cost, the ray ends at the second.
    const unit = weights ? STRAIGHT * (ahead * weights[from] + behind * weights[from + step]) : STRAIGHT;
    const end = Math.min(limit, on.most - unit);
    let c = from;
    let cost = start;
    for (;;) {
      if (cost > end) {
        if (end === limit) list(c, 1 << d, cost);
        break;
      }
      c += step;
      cost += unit;
      if (costs[c] <= cost) break;
      const mark = marks[c];
      if ((mark & ends) !== 0) {
        if ((mark & WALL) !== 0) break;
        costs[c] = cost;
        directions[c] = back;
        const onward = (mark & MIXED) !== 0 ? after(c, d) : canonicalAfter(open, steps, c, d);
        if (onward !== 0) list(c, onward, cost);
        break;
      }
      costs[c] = cost;
      directions[c] = back;
    }
    on.work += (cost - start) / unit;
  };

  const goDiagonally: Ray = (from, d, start, limit) => {
    const step = steps[d];
    const left = steps[d - 1];
    const right = steps[(d + 1) & 7];
    const unit = weights ? diagonal * (ahead * weights[from] + behind * weights[from + step]) : diagonal;
    const end = Math.min(limit, on.most - unit);
    let c = from;
    let cost = start;
    for (;;) {
      if (cost > end) {
        if (end === limit) list(c, 1 << d, cost);
        return;
      }
      if ((marks[c + left] & WALL) + (marks[c + right] & WALL) > spare) return;
      c += step;
      cost += unit;
      if (costs[c] <= cost || (marks[c] & WALL) !== 0) return;
      costs[c] = cost;
      directions[c] = d ^ 4;
      if ((marks[c] & MIXED) !== 0) {
        const onward = after(c, d);
        if (onward !== 0) list(c, onward, cost);
        return;
      }
      on.work++;
      goStraight(c, d - 1, cost, limit);
      goStraight(c, (d + 1) & 7, cost, limit);
    }
  };
  return { goStraight, goDiagonally };
}
