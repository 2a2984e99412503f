import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../../test/grids.js';
import { gridFrom } from '../../core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { MAX_SIDE } from '../../core/limits.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { costArray, costBound, FAR, FAR_LONG } from './floods.js';

/** One corridor, `width` wide turns included. */
const serpentine = (width: number, height: number) =>
  gridFrom(width, height, (x, y) => y % 2 === 0 || x === (y % 4 === 1 ? width - 1 : 0));

describe('costs', () => {
  it('have room for an edge beyond the largest', () => {
    expect(FAR + MAX_SIDE * DIAGONAL).toBeLessThan(2 ** 31);
    expect(MAX_SIDE ** 2 * DIAGONAL).toBeLessThan(FAR_LONG);
  });

  it('take 32 bits up to the limit, and more from there', () => {
    expect(costArray(FAR - 1, 3)).toEqual(new Int32Array(3));
    expect(costArray(FAR, 3)).toEqual(new Float64Array(3));
  });

  it('are bounded by the number of open cells, where that is enough', () => {
    expect(costBound(gridFrom(3, 1, () => true))).toBe(2 * STRAIGHT);
    expect(costBound(gridFrom(3, 1, () => false))).toBe(0);
    const limit = Math.floor((FAR - 1) / STRAIGHT) + 1;
    expect(costBound(gridFrom(8192, 15, (x, y) => y * 8192 + x < limit))).toBe((limit - 1) * STRAIGHT);
    expect(costBound(gridFrom(8192, 15, (x, y) => y * 8192 + x < limit + 1))).toBeLessThan(FAR);
  });

  it('are bounded by twice the radius, where that is less', () => {
    // From the first corner all is at most 350 + 350 steps away.
    expect(costBound(gridFrom(351, 351, () => true))).toBe(2 * 700 * STRAIGHT);
    // Two components, the second one with the larger radius.
    expect(costBound(gridFrom(700, 351, (_, y) => y !== 1))).toBe(2 * (699 + 348) * STRAIGHT);
  });

  it('never exceed the bound', () => {
    for (const grid of [serpentine(401, 601), makeGrid('maze', 480, 481, 0, 3)]) {
      const costs = dijkstra(grid, 0, 0).filter((cost) => cost < Infinity);
      expect(costs.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(costBound(grid));
    }
    // The corridor is longer than 32 bits hold.
    expect(costBound(serpentine(401, 601))).toBeGreaterThan(FAR);
  });
});
