import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids, makeGrid, picture } from '../../../test/grids.js';
import { MAX_SIDE } from '../limits.js';
import { countOpen, type Grid, gridFrom, gridFromBits, gridToBits } from './grid.js';

describe('gridFrom', () => {
  it('reads arrays row by row, anything truthy as open', () => {
    const grid = gridFrom(3, 2, [1, 0, 'x', false, true, null]);
    expect(picture(grid)).toBe('.#.\n#.#');
    expect(picture(gridFrom(3, 2, Uint8Array.of(0, 0, 255, 1, 0, 0)))).toBe('##.\n.##');
  });

  it('asks a function for every cell once, in order', () => {
    const calls: string[] = [];
    const grid = gridFrom(3, 2, (x, y) => calls.push(`${x},${y}`) && x === 2);
    expect(calls).toEqual(['0,0', '1,0', '2,0', '0,1', '1,1', '2,1']);
    expect(picture(grid)).toBe('##.\n##.');
  });

  it('leaves a blocked border around the map', () => {
    const grid = gridFrom(2, 3, () => true);
    expect(grid.stride).toBe(4);
    expect([...grid.open]).toEqual([0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0]);
  });

  it.each([
    [0, 3, 'grid is 0 x 3 cells; each side must be a whole number from 1 to 8192'],
    [3, -1, 'grid is 3 x -1 cells; each side must be a whole number from 1 to 8192'],
    [2.5, 3, 'grid is 2.5 x 3 cells; each side must be a whole number from 1 to 8192'],
    [3, Number.NaN, 'grid is 3 x NaN cells; each side must be a whole number from 1 to 8192'],
    [MAX_SIDE + 1, 1, 'grid is 8193 x 1 cells; each side must be a whole number from 1 to 8192'],
    [1, MAX_SIDE + 1, 'grid is 1 x 8193 cells; each side must be a whole number from 1 to 8192'],
  ])('refuses %s x %s', (width, height, message) => {
    expect(() => gridFrom(width, height, () => true)).toThrow(new RangeError(message));
    expect(() => gridFrom(width, height, [])).toThrow(new RangeError(message));
  });

  it('refuses arrays of another length', () => {
    expect(() => gridFrom(3, 2, [1, 1, 1, 1, 1])).toThrow(
      new RangeError('5 cells given for a grid of 3 x 2; expected 6'),
    );
    expect(() => gridFrom(3, 2, new Uint8Array(7))).toThrow(
      new RangeError('7 cells given for a grid of 3 x 2; expected 6'),
    );
  });

  it('allows the largest side', () => {
    expect(countOpen(gridFrom(MAX_SIDE, 1, () => true))).toBe(MAX_SIDE);
    expect(countOpen(gridFrom(1, MAX_SIDE, () => true))).toBe(MAX_SIDE);
  });
});

describe('isOpen and contains', () => {
  const grid = gridFrom(3, 2, () => true);
  it.each([
    [-1, 0],
    [0, -1],
    [3, 0],
    [0, 2],
    [0.5, 0],
    [0, 1.5],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
  ])('are false for %s, %s', (x, y) => {
    expect([grid.contains(x, y), grid.isOpen(x, y)]).toEqual([false, false]);
  });

  it('are true for the corners', () => {
    for (const [x, y] of [
      [0, 0],
      [2, 0],
      [0, 1],
      [2, 1],
    ])
      expect([grid.contains(x, y), grid.isOpen(x, y)]).toEqual([true, true]);
  });
});

describe('bits', () => {
  it('are strips of eight columns, one byte a row', () => {
    const grid = drawn(`
      .########.
      ########..`);
    expect([...gridToBits(grid)]).toEqual([0b1, 0b0, 0b10, 0b11]);
  });

  it('give the grid back, at any size', () => {
    forAllGrids(40, 300, (grid) => {
      const bits = gridToBits(grid);
      expect(bits).toHaveLength(Math.ceil(grid.width / 8) * grid.height);
      const back = gridFromBits(grid.width, grid.height, '.G', bits);
      expect({ ...back }).toEqual({ ...grid, terrain: '.G' });
    });
  });

  it('beyond the last column are ignored', () => {
    const grid = gridFromBits(3, 2, '', Uint8Array.of(0xff, 0xfa));
    expect(picture(grid)).toBe('...\n#.#');
    expect(countOpen(grid)).toBe(4);
    expect([...gridToBits(grid)]).toEqual([0b111, 0b010]);
  });
});

/** Runs cell by cell. */
function naiveRuns(grid: Grid): number[] {
  const runs: number[] = [];
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      if (grid.isOpen(x, y) && !grid.isOpen(x - 1, y)) runs.push(grid.cell(x, y));
      if (grid.isOpen(x, y) && !grid.isOpen(x + 1, y)) runs.push(grid.cell(x, y) + 1);
    }
  }
  return runs;
}

describe('runs and countOpen', () => {
  it('are what a look at every cell gives', () => {
    forAllGrids(30, 300, (grid) => {
      expect([...grid.runs()]).toEqual(naiveRuns(grid));
      expect(countOpen(grid)).toBe(picture(grid).replace(/[^.]/g, '').length);
    });
  });

  it('hold more runs than the first buffer does', () => {
    const grid = makeGrid('noise', 120, 120, 0.5, 7);
    expect(grid.runs().length).toBeGreaterThan(4 * 1024);
    expect([...grid.runs()]).toEqual(naiveRuns(grid));
  });
});
