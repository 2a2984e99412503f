import { expect, it } from 'vitest';
import { forAllGrids, makeGrid } from '../../../test/grids.js';
import { anchorsOf } from './clearance.js';
import { createGrid } from './create.js';
import { type Grid, setCosts } from './grid.js';
import { groundCosts, withWallCosts } from './wall-costs.js';

/** Number of king's moves to the nearest wall, by looking at every cell; outside of the map all is wall. */
function distanceToWall({ width, height, isOpen }: Grid, at: Grid, x: number, y: number): number {
  let least = Infinity;
  for (let v = -1; v <= height; v++)
    for (let u = -1; u <= width; u++)
      if (!isOpen.call(at, u, v)) least = Math.min(least, Math.max(Math.abs(u - x), Math.abs(v - y)));
  return least;
}

it('cells at distance 1, 2, ... of a wall cost so much more', () => {
  forAllGrids(14, 200, (grid) => {
    setCosts(grid, (x, y) => 1 + ((x + 2 * y) % 7));
    const higher = withWallCosts(grid, [4, 0, 2]);
    for (let y = 0; y < grid.height; y++)
      for (let x = 0; x < grid.width; x++) {
        if (!grid.isOpen(x, y)) continue;
        const more = [4, 0, 2][distanceToWall(grid, grid, x, y) - 1] ?? 0;
        expect(higher.costAt(x, y)).toBe(grid.costAt(x, y) + more);
      }
    expect(groundCosts(higher)).toEqual((grid.costs ?? grid.open).map((cost) => cost || 1));
  });
});

it('a larger unit pays for its most expensive cell', () => {
  const grid = createGrid(9, 9, () => true, { size: 2, wallCosts: [5, 3] });
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((x) => grid.costAt(x, 4))).toEqual([6, 4, 1, 1, 1, 1, 4, 6]);
});

it('refuses what makes no sense', () => {
  const grid = makeGrid('noise', 9, 9, 0.2, 3);
  expect(() => withWallCosts(grid, [])).toThrow('wallCosts is [], allowed are 1 to 8 whole numbers from 0 to 254');
  expect(() => withWallCosts(grid, [1.5])).toThrow(
    'wallCosts is [1.5], allowed are 1 to 8 whole numbers from 0 to 254',
  );
  expect(() => withWallCosts(anchorsOf(grid, 2), [4])).toThrow(
    'the grid is of squares of 2 cells; give that of single cells',
  );
  const costly = createGrid(3, 3, () => 250);
  expect(() => withWallCosts(costly, [9], 'a.map')).toThrow(
    'a.map: cell 0, 0 costs 250, with its wall cost 259; allowed is 255 at most',
  );
});
