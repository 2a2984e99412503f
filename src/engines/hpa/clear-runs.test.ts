import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import type { Grid } from '../../core/grid/grid.js';
import { lineChecker } from './clear-runs.js';
import { lineCost } from './line.js';

/** Compares random lines between open cells with lines that are walked. */
function checkLines(grid: Grid, cost: typeof lineCost, next: () => number): void {
  const { open, stride, width, height } = grid;
  for (let i = 0; i < 400; i++) {
    const [x, y] = [Math.floor(next() * width), Math.floor(next() * height)];
    const [toX, toY] = [Math.floor(next() * width), Math.min(height - 1, y + Math.floor(next() * 9))];
    if (!grid.isOpen(x, y)) continue;
    for (const [fromX, fromY, dx, dy] of [
      [x, y, toX - x, toY - y],
      [x, y, y - toY, 0],
    ]) {
      if (!grid.contains(fromX + dx, fromY + dy)) continue;
      const cell = grid.cell(fromX, fromY);
      for (const diagonalFirst of [true, false]) {
        const [got, walked] = [cost, lineCost].map((of) => of(open, stride, cell, dx, dy, diagonalFirst));
        // An assertion a line takes longer than the lines.
        if (got !== walked) expect([fromX, fromY, dx, dy, got]).toEqual([fromX, fromY, dx, dy, walked]);
      }
    }
  }
}

describe('clear runs', () => {
  it('give any line the cost of walking it, also with runs longer than a byte counts', () => {
    const next = random(5);
    for (const [width, height, walls] of [
      [600, 12, 0.002],
      [40, 30, 0.15],
      [9, 700, 0.01],
    ]) {
      const grid = makeGrid('noise', width, height, walls, 3);
      const cost = lineChecker(grid);
      for (let round = 0; round < 6; round++) checkLines(grid, cost, next);
    }
  });
});
