/**
 * Goals of a field that leads away from another: every cell with its distance times a negative factor, of which only
 * those matter that no neighbor undercuts.
 */

import { directionSteps } from '../../core/grid/directions.js';
import { sharesOf } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { leastBeside, movesMask } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { MAX_COST } from '../../core/limits.js';
import { GOAL } from './repair.js';
import type { Flood, FloodLink, Seed } from './types.js';

/**
 * The columns and rows that a flood may have reached, and those of two steps on each side: the cells next to it, and
 * the cells behind these.
 * @returns left, right, top, bottom, padded
 */
function reachOf(
  { width, height, stride }: Grid,
  { directions, most, step }: Flood,
  times: number,
): [number, number, number, number] {
  const reach = Math.floor(Math.min(most / step, directions.length)) + 2 * times;
  let [left, right, top, bottom] = [width, 1, height, 1];
  for (let goal = directions.indexOf(GOAL); goal >= 0; goal = directions.indexOf(GOAL, goal + 1)) {
    const x = goal % stride;
    const y = (goal - x) / stride;
    left = Math.min(left, Math.max(1, x - reach));
    right = Math.max(right, Math.min(width, x + reach));
    top = Math.min(top, Math.max(1, y - reach));
    bottom = Math.max(bottom, Math.min(height, y + reach));
  }
  return [left, right, top, bottom];
}

/**
 * @param times steps of the grid for each step of the map, whose cells lie that far apart
 * @returns goals, whose lowest cost is 0, and the cells round the reach of `from`, which have nothing lower beyond: no
 * path leads over them
 */
export function fleeSeeds(
  grid: Grid,
  from: Flood,
  factor: number,
  links: readonly FloodLink[] = [],
  times = 1,
): { seeds: Seed[]; safe: number[] } {
  const { open, stride, costs: weights, stepCosts } = grid;
  const { left: share, entered } = sharesOf(grid);
  const { directions, most } = from;
  const steps = directionSteps(stride);
  const beside = leastBeside(grid);
  const moves = movesMask(grid);
  const { diagonal } = from;
  const seeds: Seed[] = [];
  const worth = (cell: number) => -Math.round(factor * Math.min(from.cost(cell), most));
  const maxStep = Math.max(DIAGONAL, diagonal) * (weights ? 2 * MAX_COST : 1);
  const safe: number[] = [];

  const look = (c: number) => {
    const back = directions[c];
    // Where the cell behind leads here it is farther away by the whole step, which is what most cells have.
    const behind = c - times * steps[back];
    const isBack = back < GOAL && directions[behind] === back;
    const isUndercut = isBack && !(stepCosts && weights && weights[behind] > weights[c]);
    if (isUndercut && most === Infinity) return;
    const cost = from.cost(c);
    if (cost === Infinity) {
      if (most < Infinity) safe.push(c);
      return;
    }
    const nearRim = cost + times * maxStep > most;
    if (isUndercut && !nearRim) return;
    const current = worth(c);
    let isBest = true;
    for (let d = 0; d < 8 && (isBest || nearRim); d++) {
      if (((moves >> d) & open[c + steps[d]]) === 0) continue;
      const to = c + times * steps[d];
      if ((d & 1) !== 0 && open[c + steps[d - 1]] + open[c + steps[(d + 1) & 7]] < beside) continue;
      const price =
        (d & 1 ? diagonal : STRAIGHT) *
        (weights ? share * weights[c] + (times - 1) * 2 + entered * weights[to] : times);
      isBest &&= worth(to) + price >= current;
      if (nearRim && from.cost(to) === Infinity) seeds.push({ cell: to, cost: worth(to) });
    }
    if (isBest) seeds.push({ cell: c, cost: current });
  };

  const isNear = (cells: readonly number[]) => cells.some((cell) => from.cost(cell) < Infinity);
  const [left, right, top, bottom] = links.length > 0 ? [1, grid.width, 1, grid.height] : reachOf(grid, from, times);
  for (let y = top; y <= bottom; y++) {
    for (let c = y * stride + left; c <= y * stride + right; c++) {
      if (open[c] === 0) continue;
      // Borders and corners of the doubled grid are no cells to flee to, but some lie on the way to one.
      const [across, down] = [(c - y * stride + 1) & 1, (y & 1) === 0 ? stride : 0];
      if (times === 1 || across + down === 0) look(c);
      else if (most < Infinity && !isNear([c - across - down, c + across - down, c - across + down, c + across + down]))
        safe.push(c);
    }
  }
  // Beyond a link it may be safe.
  for (const { from: start, to } of links)
    if (from.cost(start) < Infinity && from.cost(to) === Infinity && most < Infinity)
      seeds.push({ cell: to, cost: worth(to) });
  const lowest = seeds.reduce((low, { cost }) => Math.min(low, cost), 0);
  for (const seed of seeds) seed.cost -= lowest;
  return { seeds, safe };
}
