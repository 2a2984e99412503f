/** Jump distances of single cells, from the lines of bits of queries. */
import { DX, DY } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { type JumpLines, straightJump } from '../jps/query/lines.js';

/**
 * Jump distances of JPS+ from an open cell in the eight directions: steps to the next jump or turning point if
 * positive, minus the steps to the wall if not.
 */
export function jumpDistances(grid: Grid, lines: JumpLines, x: number, y: number): number[] {
  return DX.map((_, d) => (d & 1 ? diagonalJump(grid, lines, x, y, d) : straightJump(lines, x, y, d)));
}

function diagonalJump(grid: Grid, lines: JumpLines, x: number, y: number, d: number): number {
  for (let steps = 0; ; steps++) {
    const [atX, atY] = [x + steps * DX[d], y + steps * DY[d]];
    if (steps > 0 && (straightJump(lines, atX, atY, d - 1) > 0 || straightJump(lines, atX, atY, (d + 1) & 7) > 0))
      return steps;
    if (!canStep(grid, atX, atY, d)) return -steps;
  }
}

/** Is the diagonal move legal? */
export function canStep(grid: Grid, x: number, y: number, d: number): boolean {
  return grid.isOpen(x + DX[d], y) && grid.isOpen(x, y + DY[d]) && grid.isOpen(x + DX[d], y + DY[d]);
}
