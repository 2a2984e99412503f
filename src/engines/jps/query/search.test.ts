import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids, makeGrid } from '../../../../test/grids.js';
import { checkLongPath, checkPairs } from '../../../../test/pairs.js';
import { NOWHERE } from '../../../../test/queries.js';
import { type Grid, gridFrom } from '../../../core/grid/grid.js';
import { STRAIGHT } from '../../../core/grid/step-costs.js';
import { dijkstra } from '../../../core/oracle/dijkstra.js';
import { PathBuffer } from '../../../core/search/path.js';
import { jumpLines } from './fill.js';
import { jumpRows } from './rows.js';
import { jumpSearch } from './search.js';

const linesOf = (grid: Grid) => jumpLines(grid, jumpRows(grid));

const checkAllPairs = (grid: Grid, stride = 1): void =>
  checkPairs(grid, jumpSearch(grid, linesOf(grid)), stride, 1, checkWaypoints);

/** Waypoints are the start, the cells where the path turns, and the goal, no others. */
function checkWaypoints({ cells, cellCount: length, waypoints, waypointCount }: PathBuffer): void {
  const expected: number[] = [];
  for (let i = 0; i < length; i++) {
    const turns =
      i === 0 ||
      i === length - 1 ||
      cells[2 * i] - cells[2 * i - 2] !== cells[2 * i + 2] - cells[2 * i] ||
      cells[2 * i + 1] - cells[2 * i - 1] !== cells[2 * i + 3] - cells[2 * i + 1];
    if (turns) expected.push(cells[2 * i], cells[2 * i + 1]);
  }
  const given = waypoints.subarray(0, 2 * waypointCount);
  if (`${given}` !== `${expected}`) throw new Error(`waypoints are ${given}, expected ${expected}`);
}

describe('jumpSearch', () => {
  it('says that there is no path, and keeps the buffer: not connected, an end blocked or not on the map', () => {
    const search = jumpSearch(drawn('..#..\n..#..'), linesOf(drawn('..#..\n..#..')));
    const path = new PathBuffer();
    expect(search.search(0, 0, 1, 1, path)).toBe(true);
    const before = path.toPath();
    for (const query of NOWHERE) expect(search.search(...query, path)).toBe(false);
    expect(path.toPath()).toEqual(before);
  });

  it('answers every pair of small random grids optimally', () => {
    forAllGrids(9, 250, (grid) => checkAllPairs(grid));
  });

  it('answers sampled pairs of grids up to 40 x 40 optimally', () => {
    forAllGrids(40, 60, (grid) => checkAllPairs(grid, 1 + Math.floor((grid.width * grid.height) / 3)));
  });

  it('goes round a corner only where both cells next to it are open', () => {
    const grid = drawn(`
      ..#
      ...
      #..`);
    checkAllPairs(grid);
    const path = new PathBuffer();
    jumpSearch(grid, linesOf(grid)).search(0, 0, 2, 2, path);
    expect(path.cost).toBeCloseTo(2 * Math.SQRT2, 6);
  });

  it('jumps along runs of many words', () => {
    // Two long corridors joined at their far end, with a door in the middle one.
    const grid = gridFrom(400, 5, (x, y) => y % 2 === 0 || (y === 1 && x === 399) || (y === 3 && x === 130));
    checkAllPairs(grid, 487);
  });

  it('leaves nothing behind: a query gives the same answer after any other', () => {
    const grid = makeGrid('maze', 40, 40, 0, 5);
    const lines = linesOf(grid);
    const used = jumpSearch(grid, lines);
    const [a, b] = [new PathBuffer(), new PathBuffer()];
    const optimal = dijkstra(grid, 0, 0);
    for (let y = 0; y < 40; y++) {
      for (let x = 0; x < 40; x++) {
        if (optimal[grid.cell(x, y)] === Infinity) continue;
        used.search(0, 0, x, y, a);
        jumpSearch(grid, lines).search(0, 0, x, y, b);
        expect([...a.cells.subarray(0, 2 * a.cellCount)]).toEqual([...b.cells.subarray(0, 2 * b.cellCount)]);
      }
    }
  });

  it('stays right when the query counter wraps round', () => {
    const grid = makeGrid('maze', 21, 21, 0, 3);
    const lines = linesOf(grid);
    const search = jumpSearch(grid, lines, undefined, undefined, 2 ** 31 - 20);
    const path = new PathBuffer();
    const optimal = dijkstra(grid, 0, 0);
    for (let i = 0; i < 40; i++) {
      const [x, y] = [2 * (i % 11), 20 - 2 * (i % 7)];
      search.search(0, 0, x, y, path);
      expect(path.cost * STRAIGHT).toBe(optimal[grid.cell(x, y)]);
    }
  });

  it('keeps costs exact where they pass 32 bits', () => checkLongPath((grid) => jumpSearch(grid, linesOf(grid))));
});
