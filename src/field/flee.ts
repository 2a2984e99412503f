/**
 * Goals of a field that leads away from another: every cell with its distance times a negative factor, of which only those matter
 * that no neighbour undercuts.
 */
import { directionSteps } from '../grid/directions.js';
import { type Grid, MAX_COST } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { type Flood, GOAL, type Seed, UNREACHED } from './flood.js';

/** @returns goals, whose lowest cost is 0, and all cells beyond the reach of `from`: nothing is lower than those, if there are any */
export function fleeSeeds(grid: Grid, from: Flood, factor: number): { seeds: Seed[]; safe: number[] } {
  const { open, stride, costs: weights } = grid;
  const { directions, most } = from;
  const steps = directionSteps(stride);
  const seeds: Seed[] = [];
  const worth = (cell: number) => -Math.round(factor * Math.min(from.cost(cell), most));
  const isLegal = (c: number, d: number) =>
    open[c + steps[d]] > 0 && ((d & 1) === 0 || (open[c + steps[d - 1]] > 0 && open[c + steps[(d + 1) & 7]] > 0));
  const price = (c: number, d: number) => (d & 1 ? DIAGONAL : STRAIGHT) * (weights ? weights[c] + weights[c + steps[d]] : 1);
  const undercuts = (c: number, d: number, own: number) => isLegal(c, d) && worth(c + steps[d]) + price(c, d) < own;
  const rim = -Math.round(factor * most);
  const dearest = DIAGONAL * (weights ? 2 * MAX_COST : 1);
  const safe: number[] = [];
  for (let c = 0; c < open.length; c++) {
    if (directions[c] === UNREACHED) {
      if (open[c] > 0 && most < Infinity) safe.push(c);
      continue;
    }
    const own = worth(c);
    const nearRim = from.cost(c) + dearest > most;
    // Mostly the cell behind is farther away, so that the others need not be asked.
    let isBest = nearRim || !(directions[c] < GOAL && undercuts(c, directions[c] ^ 4, own));
    for (let d = 0; d < 8 && (isBest || nearRim); d++) {
      isBest &&= !undercuts(c, d, own);
      if (nearRim && isLegal(c, d) && directions[c + steps[d]] === UNREACHED) seeds.push({ cell: c + steps[d], cost: rim });
    }
    if (isBest) seeds.push({ cell: c, cost: own });
  }
  const lowest = seeds.reduce((low, { cost }) => Math.min(low, cost), 0);
  for (const seed of seeds) seed.cost -= lowest;
  return { seeds, safe };
}
