import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { checkPairs } from '../../../test/pairs.js';
import { PathBuffer } from '../../core/search/path.js';
import { aStar } from './astar.js';

describe('aStar', () => {
  it('answers every pair of small random grids as Dijkstra does', () => {
    forAllGrids(8, 200, (grid) => checkPairs(grid, aStar(grid)));
  });

  it('answers on maps with cell costs as Dijkstra does', () => {
    forAllHpa(10, 60, ({ grid }) => checkPairs(grid, aStar(grid)));
  });

  it('answers sampled pairs of larger ones as Dijkstra does', () => {
    forAllGrids(30, 30, (grid) => checkPairs(grid, aStar(grid), 1 + Math.floor((grid.width * grid.height) / 3)));
  });

  it('refuses blocked cells and cells outside the map', () => {
    const grid = drawn(`
      ..#
      ...`);
    const search = aStar(grid);
    const path = new PathBuffer();
    expect(search.search(0, 0, 2, 1, path)).toBe(true);
    for (const [x, y] of [
      [2, 0],
      [3, 0],
      [-1, 1],
      [0, 2],
      [0.5, 0],
    ]) {
      expect(search.search(0, 0, x, y, path)).toBe(false);
      expect(search.search(x, y, 0, 0, path)).toBe(false);
    }
  });

  it('answers start equals goal with a path of one cell', () => {
    const path = new PathBuffer();
    expect(aStar(drawn('...')).search(1, 0, 1, 0, path)).toBe(true);
    expect({ cost: path.cost, length: path.cellCount, cells: [...path.cells.subarray(0, 2)] }).toEqual({
      cost: 0,
      length: 1,
      cells: [1, 0],
    });
  });

  it('counts what it expanded and generated, afresh for each query', () => {
    const search = aStar(drawn('.....'));
    const path = new PathBuffer();
    search.search(1, 0, 4, 0, path);
    // Heading east, west of the start is generated too, and the goal is generated but not expanded.
    expect([search.expanded, search.generated]).toEqual([3, 5]);
    search.search(3, 0, 4, 0, path);
    expect([search.expanded, search.generated]).toEqual([1, 3]);
  });

  it('writes waypoints where the path turns', () => {
    const path = new PathBuffer();
    const grid = drawn(`
      ...
      .#.
      .#.`);
    aStar(grid).search(0, 2, 2, 2, path);
    expect([...path.waypoints.subarray(0, 2 * path.waypointCount)]).toEqual([0, 2, 0, 0, 2, 0, 2, 2]);
  });
});
