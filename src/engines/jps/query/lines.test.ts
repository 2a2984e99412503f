import { describe, expect, it } from 'vitest';
import { forAllGrids } from '../../../../test/grids.js';
import { DX, DY } from '../../../core/grid/directions.js';
import { buildJumpDistances } from '../build.js';
import { jumpLines } from './fill.js';
import { diagonalAt, type JumpLines, numberBeyond, straightJump } from './lines.js';
import { jumpRows } from './rows.js';

/** A diagonal jump, mark by mark. */
function diagonalJump(lines: JumpLines, x: number, y: number, d: number): number {
  const line = diagonalAt(lines, x, y, d) + (d < 4 ? 0 : 3);
  for (let run = 1; ; run++) {
    const p = x + run * DX[d];
    const [wall, ...stops] = [0, 1, 2].map((i) => (lines.arena.ints[line + (p >> 5) * lines.pitch[1] + i] >> p) & 1);
    if (wall) return 1 - run;
    if (stops.includes(1)) return run;
  }
}

describe('jump lines', () => {
  it('hold the jump distances that a bake builds cell by cell, on maps of up to three words a row', () => {
    forAllGrids(70, 150, (grid) => {
      const { distances } = buildJumpDistances(grid);
      const lines = jumpLines(grid, jumpRows(grid));
      for (let y = 0; y < grid.height; y++) {
        for (let x = 0; x < grid.width; x++) {
          for (let d = 0; d < 8 && grid.isOpen(x, y); d++) {
            const found = d & 1 ? diagonalJump(lines, x, y, d) : straightJump(lines, x, y, d);
            if (found !== distances[8 * grid.cell(x, y) + d])
              throw new Error(`from ${x}, ${y} in direction ${d}: ${found}`);
          }
        }
      }
    });
  });

  it('number every arrival, no two the same', () => {
    forAllGrids(70, 100, (grid) => {
      const { arrivals } = buildJumpDistances(grid);
      const lines = jumpLines(grid, jumpRows(grid));
      const numbers = Array.from(arrivals, (arrival) => {
        const [cell, d] = [arrival >> 3, arrival & 7];
        const y = Math.floor(cell / grid.stride) - 1;
        return numberBeyond(lines, (cell % grid.stride) - 1 - DX[d], y - DY[d], d);
      });
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from(arrivals.keys()));
      expect(lines.count).toBe(arrivals.length);
    });
  });
});
