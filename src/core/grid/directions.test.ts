import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAllGrids } from '../../../test/grids.js';
import { DX, DY, directionSteps, FORCED, windowAt } from './directions.js';
import { type Grid, gridFrom } from './grid.js';
import { DIAGONAL, octile, STRAIGHT } from './step-costs.js';

/** Every 3 x 3 picture, by its window number as the header of directions.ts lays it out. */
const WINDOWS = Array.from({ length: 512 }, (_, window) => {
  const [nw, w, sw, n, c, s, ne, e, se] = Array.from({ length: 9 }, (_, i) => (window >> (8 - i)) & 1);
  return { window, grid: gridFrom(3, 3, [nw, n, ne, w, c, e, sw, s, se]) };
});

/** Arriving in a straight direction from an open cell, some side opens up that was blocked one step before. */
function forcedArrivals(grid: Grid, x: number, y: number): number {
  let mask = 0;
  if (!grid.isOpen(x, y)) return mask;
  for (let d = 0; d < 8; d += 2) {
    const [behindX, behindY] = [x - DX[d], y - DY[d]];
    if (!grid.isOpen(behindX, behindY)) continue;
    const opensUp = [
      [DY[d], DX[d]],
      [-DY[d], -DX[d]],
    ].some(([sx, sy]) => grid.isOpen(x + sx, y + sy) && !grid.isOpen(behindX + sx, behindY + sy));
    if (opensUp) mask |= 1 << d;
  }
  return mask;
}

describe('directions', () => {
  it('go clockwise from north, diagonals between their components', () => {
    expect(DX.map((dx, d) => [dx, DY[d]])).toEqual([
      [0, -1],
      [1, -1],
      [1, 0],
      [1, 1],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [-1, -1],
    ]);
    for (let d = 1; d < 8; d += 2) {
      const components = [d - 1, (d + 1) & 7];
      expect(components.reduce((sum, c) => sum + DX[c], 0)).toBe(DX[d]);
      expect(components.reduce((sum, c) => sum + DY[c], 0)).toBe(DY[d]);
    }
  });

  it('step to the neighbor they name', () => {
    const grid = gridFrom(5, 4, () => true);
    const steps = directionSteps(grid.stride);
    for (let d = 0; d < 8; d++) expect(grid.cell(2, 1) + steps[d]).toBe(grid.cell(2 + DX[d], 1 + DY[d]));
  });
});

describe('windows', () => {
  it('are numbered as drawn, for all 512 pictures', () => {
    for (const { window, grid } of WINDOWS) expect(windowAt(grid.open, grid.cell(1, 1), grid.stride)).toBe(window);
  });

  it('know the forced arrivals of all 512 pictures', () => {
    for (const { window, grid } of WINDOWS)
      expect([window, FORCED[window]]).toEqual([window, forcedArrivals(grid, 1, 1)]);
  });

  it('are right at the borders of any map', () => {
    forAllGrids(8, 100, (grid) => {
      for (let y = 0; y < grid.height; y++) {
        for (let x = 0; x < grid.width; x++) {
          const window = windowAt(grid.open, grid.cell(x, y), grid.stride);
          expect(FORCED[window]).toBe(forcedArrivals(grid, x, y));
        }
      }
    });
  });
});

describe('octile', () => {
  const length = fc.integer({ min: -8192, max: 8192 });

  it('is the shorter side in diagonals and the rest in straight steps', () => {
    fc.assert(
      fc.property(length, length, (dx, dy) => {
        const [short, long] = [Math.abs(dx), Math.abs(dy)].sort((a, b) => a - b);
        expect(octile(dx, dy)).toBe(short * DIAGONAL + (long - short) * STRAIGHT);
      }),
    );
  });

  it('is consistent: no move lowers it by more than the move costs', () => {
    fc.assert(
      fc.property(length, length, fc.integer({ min: 0, max: 7 }), (dx, dy, d) => {
        expect(octile(dx, dy) - octile(dx + DX[d], dy + DY[d])).toBeLessThanOrEqual(d & 1 ? DIAGONAL : STRAIGHT);
      }),
    );
  });

  it('counts in costs whose ratio is the square root of 2 to 9 digits', () => {
    expect(DIAGONAL ** 2).toBe(2 * STRAIGHT ** 2 + 1);
  });
});
