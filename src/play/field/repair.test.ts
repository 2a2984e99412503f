import { expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { GOAL, repairOf, UNREACHED } from './repair.js';

/** Costs from a cell, and of each cell the first or the last direction to a parent. */
function flooded(grid: Grid, x: number, y: number, last: boolean): { costs: Float64Array; directions: Uint8Array } {
  const costs = Float64Array.from(dijkstra(grid, x, y));
  const steps = directionSteps(grid.stride);
  const directions = new Uint8Array(costs.length).fill(UNREACHED);
  const goal = grid.cell(x, y);
  directions[goal] = GOAL;
  for (let cell = 0; cell < costs.length; cell++) {
    if (!grid.open[cell] || cell === goal || costs[cell] === Infinity) continue;
    for (let d = 0; d < 8; d++) {
      const to = cell + steps[d];
      if ((d & 1) !== 0 && (!grid.open[cell + steps[d - 1]] || !grid.open[cell + steps[(d + 1) & 7]])) continue;
      const step = costs[cell] - costs[to];
      const isParent = grid.open[to] > 0 && step === ((d & 1) !== 0 ? DIAGONAL : STRAIGHT);
      if (isParent && (last || directions[cell] === UNREACHED)) directions[cell] = d;
    }
  }
  return { costs, directions };
}

it('lets no cell lead to one that has closed, before anything else is done', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const grid = makeGrid('noise', 7, 6, 0.15, seed);
    const open = [...grid.open.keys()].filter((cell) => grid.open[cell] > 0);
    const [goal, closed] = [open[seed % open.length], open[(7 * seed + 3) % open.length]];
    if (goal === closed) continue;
    const at = (cell: number) => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1] as const;
    const { costs, directions } = flooded(grid, ...at(goal), seed % 2 > 0);
    grid.open[closed] = 0;
    const [x, y] = at(closed);
    repairOf(grid, costs, directions, DIAGONAL).begin([[x, y, x, y]], [], 1e9, 1e9);
    const steps = directionSteps(grid.stride);
    for (const cell of open) if (directions[cell] < GOAL) expect(grid.open[cell + steps[directions[cell]]]).toBe(1);
  }
});

it('gives no cost to a closed cell that was listed', () => {
  const grid = makeGrid('noise', 5, 5, 0, 1);
  const { costs, directions } = flooded(grid, 0, 0, false);
  const closed = grid.cell(3, 3);
  grid.open[closed] = 0;
  const repair = repairOf(grid, costs, directions, DIAGONAL);
  repair.begin([[3, 3, 3, 3]], [closed], 1e9, 1e9);
  while (repair.busy) repair.advance(100);
  expect(directions[closed]).toBe(UNREACHED);
});
