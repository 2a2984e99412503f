import { describe, expect, it } from 'vitest';
import { drawn, forAllGrids } from '../../../test/grids.js';
import { DX, DY } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { buildJumpDistances } from './build.js';

/** Jump distances as the paper defines them: walk and look, with nothing of build.ts. */
function walkedDistance(grid: Grid, x: number, y: number, d: number): number {
  let steps = 0;
  while (legal(grid, x, y, d)) {
    x += DX[d];
    y += DY[d];
    steps++;
    const stops =
      d % 2 === 0 ? isJumpPoint(grid, x, y, d) : [d + 1, d + 7].some((e) => walkedDistance(grid, x, y, e % 8) > 0);
    if (stops) return steps;
  }
  return -steps;
}

function legal(grid: Grid, x: number, y: number, d: number): boolean {
  const [dx, dy] = [DX[d], DY[d]];
  return grid.isOpen(x + dx, y + dy) && grid.isOpen(x + dx, y) && grid.isOpen(x, y + dy);
}

function isJumpPoint(grid: Grid, x: number, y: number, d: number): boolean {
  return [d + 2, d + 6].some((side) => {
    const [sx, sy] = [DX[side % 8], DY[side % 8]];
    return grid.isOpen(x + sx, y + sy) && !grid.isOpen(x + sx - DX[d], y + sy - DY[d]);
  });
}

describe('buildJumpDistances', () => {
  it('gives the distances of the picture in build.ts', () => {
    const grid = drawn(`
      ......
      ..#...`);
    const { distances } = buildJumpDistances(grid);
    expect(distances[8 * grid.cell(0, 0) + 2]).toBe(3);
    expect(distances[8 * grid.cell(3, 0) + 2]).toBe(-2);
    expect(distances[8 * grid.cell(0, 1) + 2]).toBe(-1);
  });

  it('equals the walked definition for every cell and direction of small random grids', () => {
    forAllGrids(14, 300, (grid) => {
      const { distances } = buildJumpDistances(grid);
      for (let y = 0; y < grid.height; y++) {
        for (let x = 0; x < grid.width; x++) {
          for (let d = 0; d < 8; d++) {
            const expected = grid.isOpen(x, y) ? walkedDistance(grid, x, y, d) : 0;
            const i = 8 * grid.cell(x, y) + d;
            if (distances[i] !== expected + 0)
              throw new Error(`distance of ${x}, ${y} in direction ${d} is ${distances[i]}, expected ${expected}`);
          }
        }
      }
    });
  });
});
