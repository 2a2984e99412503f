/** Holds a search against Dijkstra, pair by pair. */

import { expect } from 'vitest';
import { type Grid, gridFrom } from '../src/core/grid/grid.js';
import { STRAIGHT, unitOf } from '../src/core/grid/step-costs.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { PathBuffer } from '../src/core/search/path.js';
import { IS_LONG } from './samples.js';

interface Search {
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean;
}

/**
 * From every `stride`-th cell to every cell, in the default tests to every fifth where cells are left out anyway: found
 * where Dijkstra finds a way, legal, of the reported cost.
 * @param factor most that a path may be longer than the shortest; 1: of the same integer cost
 * @param check of each path
 */
export function checkPairs(
  grid: Grid,
  search: Search,
  stride = 1,
  factor = 1,
  check: (path: PathBuffer) => void = () => {},
): void {
  const path = new PathBuffer();
  const at = (i: number): [number, number] => [i % grid.width, Math.floor(i / grid.width)];
  const step = stride === 1 || IS_LONG ? 1 : 5;
  for (let s = 0; s < grid.width * grid.height; s += stride) {
    const optimal = dijkstra(grid, ...at(s));
    for (let t = s % step; t < grid.width * grid.height; t += step) {
      const expected = optimal[grid.cell(...at(t))];
      const found = search.search(...at(s), ...at(t), path);
      if (found !== Number.isFinite(expected))
        throw new Error(`from ${at(s)} to ${at(t)}: found is ${found}, the optimum is ${expected}`);
      if (!found) continue;
      const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), at(s), at(t));
      if (cost < expected || cost > factor * expected || path.cost !== cost / unitOf(grid)) {
        throw new Error(
          `from ${at(s)} to ${at(t)}: the path costs ${cost}, reported ${path.cost}, the optimum is ${expected}`,
        );
      }
      check(path);
    }
  }
}

/** Checks the only path of a corridor of 1100 x 401 cells: about 221,000 steps, 3.06e9 in integer costs. */
export function checkLongPath(searchOn: (grid: Grid) => Search): void {
  const grid = gridFrom(1100, 401, (x, y) => y % 2 === 0 || x === (y % 4 === 1 ? 1099 : 0));
  const path = new PathBuffer();
  expect(searchOn(grid).search(0, 0, 1099, 400, path)).toBe(true);
  const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [0, 0], [1099, 400]);
  expect(cost).toBeGreaterThan(2 ** 31);
  expect([cost, path.cost * STRAIGHT]).toEqual([dijkstra(grid, 0, 0)[grid.cell(1099, 400)], cost]);
}
