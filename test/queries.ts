/** Queries on random maps. */
import { labelComponents } from '../src/core/grid/components.js';
import type { Grid } from '../src/core/grid/grid.js';
import { random } from './grids.js';

/** On a map of two rows `..#..`: queries that have no path. */
export const NOWHERE: readonly [number, number, number, number][] = [
  [0, 0, 3, 1],
  [2, 0, 0, 0],
  [0, 0, 2, 1],
  [2, 0, 2, 0],
  [-1, 0, 0, 0],
  [0, 0, 0, 2],
  [0.5, 0, 0, 0],
  [0, 0, Number.NaN, 0],
];

/** Up to `count` random pairs of cells in one component, the same for the same grid: x, y of start and goal. */
export function connectedPairs(grid: Grid, count: number): [number, number, number, number][] {
  const { width, height } = grid;
  const components = labelComponents(grid);
  const next = random(width * height + 1);
  const upTo = (n: number) => Math.floor(next() * n);
  const pairs: [number, number, number, number][] = [];
  for (let i = 0; i < count; i++) {
    const [x, y, goalX, goalY] = [upTo(width), upTo(height), upTo(width), upTo(height)];
    const label = components[grid.cell(x, y)];
    if (label > 0 && label === components[grid.cell(goalX, goalY)]) pairs.push([x, y, goalX, goalY]);
  }
  return pairs;
}
