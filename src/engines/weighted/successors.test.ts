import { expect, it } from 'vitest';
import { sample } from '../../../test/samples.js';
import { weightedGrid } from '../../../test/weighted.js';
import { DX, DY } from '../../core/grid/directions.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { costRange, DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { drawCosts } from '../../maps/cost-patterns.js';
import { generateMap } from '../../maps/generate/generate.js';
import { successorsOf, windowTable } from './successors.js';

/** The 8 cells around a cell as a map: moves past the middle stay legal, moves over it cost too much. */
function around(grid: Grid, x: number, y: number): Grid {
  const at = (dx: number, dy: number) => grid.cell(x - 1 + dx, y - 1 + dy);
  return gridFrom(
    3,
    3,
    (dx, dy) => grid.isOpen(x - 1 + dx, y - 1 + dy),
    (dx, dy) => (dx === 1 && dy === 1 ? 255 : (grid.costs?.[at(dx, dy)] ?? 1)),
  );
}

it('leaves out what the cells around reach for less, and of equal ways the one whose diagonal comes later', () => {
  for (let seed = 1; seed <= sample(100); seed++) {
    const grid = weightedGrid(seed, 8);
    const successors = successorsOf(grid);
    const weight = (x: number, y: number) => (grid.isOpen(x, y) ? (grid.costs?.[grid.cell(x, y)] ?? 1) : 0);
    const legal = (x: number, y: number, d: number) =>
      weight(x + DX[d], y + DY[d]) * weight(x + DX[d], y) * weight(x, y + DY[d]) > 0;
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < Math.min(grid.width, 20); x++) {
        // With 255 in the middle, cells of 1 to 4 around it are never reached over it for less; costlier ones may be.
        if (weight(x, y) === 0 || [0, 1, 2, 3, 4, 5, 6, 7].some((d) => weight(x + DX[d], y + DY[d]) > 4)) continue;
        const ring = around(grid, x, y);
        for (let a = 0; a < 8; a++) {
          const mask = successors(grid.cell(x, y), a);
          if (!legal(x, y, a ^ 4)) {
            expect(mask).toBe(0);
            continue;
          }
          const ways = dijkstra(ring, 1 - DX[a], 1 - DY[a]);
          const arriving = (weight(x, y) + weight(x - DX[a], y - DY[a])) * (a & 1 ? DIAGONAL : STRAIGHT);
          for (let d = 0; d < 8; d++) {
            const over = arriving + (weight(x, y) + weight(x + DX[d], y + DY[d])) * (d & 1 ? DIAGONAL : STRAIGHT);
            const round = ways[ring.cell(1 + DX[d], 1 + DY[d])];
            const kept = (mask >> d) & 1;
            if (!legal(x, y, d) || d === (a ^ 4) || round < over) expect(kept).toBe(0);
            else if (round > over || a & 1 || (d & 1) === 0) expect(kept).toBe(1);
          }
        }
      }
    }
  }
});

it.each([8192, 64])('numbers windows in the order in which they are met, equal ones alike, %i of them', (most) => {
  const grid = drawCosts(generateMap('noise', { width: 60, height: 50, seed: 3, density: 0.1 }), 'patches', 4);
  const numberOf = windowTable(grid, most);
  const known = new Map<string, number>();
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      const cells = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => grid.cell(x + dx, y + dy)));
      const window = cells.map((cell) => grid.costs?.[cell]).join();
      if (!known.has(window)) known.set(window, known.size < most ? known.size + 1 : 0);
      expect(numberOf(grid.cell(x, y))).toBe(known.get(window));
    }
  }
  expect(known.size).toBeGreaterThan(64);
});

it('is between the prices of open cells, 1 where there is none', () => {
  const weighted = (open: number[]) => gridFrom(4, 1, open, (x) => [9, 3, 200, 4][x]);
  expect(costRange(weighted([1, 1, 1, 1]))).toEqual({ least: 3, most: 200 });
  expect(costRange(weighted([1, 0, 0, 1]))).toEqual({ least: 4, most: 9 });
  expect(costRange(weighted([0, 0, 0, 0]))).toEqual({ least: 1, most: 1 });
  expect(costRange(gridFrom(4, 1, [0, 1, 1, 0]))).toEqual({ least: 1, most: 1 });
});
