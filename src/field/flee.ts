/**
 * Goals of a field that leads away from another: every cell with its distance times a negative factor, of which only those matter
 * that no neighbour undercuts.
 */
import { besideOf } from '../grid/beside.js';
import { directionSteps } from '../grid/directions.js';
import { type Grid, MAX_COST } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import type { Flood, Seed } from './flood.js';

/** @returns goals, whose lowest cost is 0, and all cells beyond the reach of `from`: nothing is lower than those, if there are any */
export function fleeSeeds(grid: Grid, from: Flood, factor: number): { seeds: Seed[]; safe: number[] } {
  const { open, stride, costs: weights } = grid;
  const { directions, most } = from;
  const steps = directionSteps(stride);
  const beside = besideOf(grid);
  const seeds: Seed[] = [];
  const worth = (cell: number) => -Math.round(factor * Math.min(from.cost(cell), most));
  const dearest = DIAGONAL * (weights ? 2 * MAX_COST : 1);
  const safe: number[] = [];
  for (let c = 0; c < open.length; c++) {
    if (open[c] === 0) continue;
    const cost = from.cost(c);
    if (cost === Infinity) {
      if (most < Infinity) safe.push(c);
      continue;
    }
    const nearRim = cost + dearest > most;
    // Where the cell behind leads here it is farther away by the whole step, which is what most cells have.
    const behind = c - steps[directions[c]];
    if (!nearRim && directions[behind] === directions[c] && from.cost(behind) < Infinity) continue;
    const own = worth(c);
    let isBest = true;
    for (let d = 0; d < 8 && (isBest || nearRim); d++) {
      const to = c + steps[d];
      if (open[to] === 0 || ((d & 1) !== 0 && open[c + steps[d - 1]] + open[c + steps[(d + 1) & 7]] < beside)) continue;
      const price = (d & 1 ? DIAGONAL : STRAIGHT) * (weights ? weights[c] + weights[to] : 1);
      isBest &&= worth(to) + price >= own;
      if (nearRim && from.cost(to) === Infinity) seeds.push({ cell: to, cost: worth(to) });
    }
    if (isBest) seeds.push({ cell: c, cost: own });
  }
  const lowest = seeds.reduce((low, { cost }) => Math.min(low, cost), 0);
  for (const seed of seeds) seed.cost -= lowest;
  return { seeds, safe };
}
