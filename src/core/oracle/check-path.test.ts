import { describe, expect, it } from 'vitest';
import { drawn } from '../../../test/grids.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { checkPath } from './check-path.js';

const grid = drawn(`
  .....
  .##..
  .....`);

/** Checks a path between its own ends. */
const check = (cells: number[]) =>
  checkPath(grid, cells, [cells[0], cells[1]], [cells[cells.length - 2], cells[cells.length - 1]]);

describe('checkPath', () => {
  it.each([
    ['no move', [3, 1], 0],
    ['straight moves', [0, 0, 1, 0, 2, 0, 1, 0], 3 * STRAIGHT],
    ['all four straight directions', [3, 0, 4, 0, 4, 1, 3, 1, 3, 0], 4 * STRAIGHT],
    ['all four diagonals', [3, 0, 4, 1, 3, 2, 4, 1, 3, 0], 4 * DIAGONAL],
    ['both', [3, 0, 4, 1, 4, 2], DIAGONAL + STRAIGHT],
  ])('gives the cost of %s', (_, cells, cost) => {
    expect(check(cells)).toBe(cost);
  });

  it.each([
    ['into a blocked cell', [0, 0, 0, 1, 1, 1, 1, 2], 'illegal move from 0, 1 to 1, 1'],
    ['diagonally into a blocked cell', [0, 0, 1, 1, 2, 2], 'illegal move from 0, 0 to 1, 1'],
    ['round a corner, next to it', [3, 1, 2, 0], 'illegal move from 3, 1 to 2, 0'],
    ['round a corner, above it', [2, 0, 3, 1], 'illegal move from 2, 0 to 3, 1'],
    ['nowhere', [0, 0, 0, 0, 1, 0], 'illegal move from 0, 0 to 0, 0'],
    ['two cells along a row', [0, 0, 2, 0], 'illegal move from 0, 0 to 2, 0'],
    ['two cells along a column', [0, 0, 0, 2], 'illegal move from 0, 0 to 0, 2'],
    ['like a knight', [3, 0, 4, 2], 'illegal move from 3, 0 to 4, 2'],
    ['half a cell', [0, 0, 0.5, 0, 1, 0], 'illegal move from 0, 0 to 0.5, 0'],
    ['off the map and back', [0, 0, 0, -1, 0, 0], 'illegal move from 0, 0 to 0, -1'],
    ['off the right end into the next row', [4, 0, 5, 0, 0, 1], 'illegal move from 4, 0 to 5, 0'],
  ])('refuses to go %s', (_, cells, message) => {
    expect(() => check(cells)).toThrow(new Error(message));
  });

  it('names the first illegal move, even late in the path', () => {
    expect(() => check([0, 0, 1, 0, 2, 0, 3, 0, 3, 1, 2, 1])).toThrow(new Error('illegal move from 3, 1 to 2, 1'));
  });

  it('refuses paths that start or end elsewhere', () => {
    const cells = [0, 0, 1, 0, 2, 0];
    expect(() => checkPath(grid, cells, [1, 0], [2, 0])).toThrow(new Error('path starts at 0, 0, not at 1, 0'));
    expect(() => checkPath(grid, cells, [0, 1], [2, 0])).toThrow(new Error('path starts at 0, 0, not at 0, 1'));
    expect(() => checkPath(grid, cells, [0, 0], [3, 0])).toThrow(new Error('path ends at 2, 0, not at 3, 0'));
    expect(() => checkPath(grid, cells, [0, 0], [2, 2])).toThrow(new Error('path ends at 2, 0, not at 2, 2'));
  });

  it('refuses paths without a cell, on a blocked cell, or outside the map', () => {
    expect(() => checkPath(grid, [], [0, 0], [0, 0])).toThrow(
      new Error('path starts at undefined, undefined, not at 0, 0'),
    );
    expect(() => check([1, 1])).toThrow(new Error('path starts at blocked cell 1, 1'));
    expect(() => check([9, 9])).toThrow(new Error('path starts at blocked cell 9, 9'));
  });
});
