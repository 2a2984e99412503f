import { expect, it } from 'vitest';
import { cellsOf, forAllGrids } from '../../../test/grids.js';
import { forAllHpa } from '../../../test/hpa.js';
import { gridFrom } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { dijkstra } from './dijkstra.js';
import { oracle } from './flood.js';

type Cell = [number, number];

/** From some cells to all: every cost as the naive Dijkstra has it, all goals together and one by one. */
function compare(grid: Parameters<typeof oracle>[0], starts: number): void {
  const { costs } = oracle(grid);
  const cells = cellsOf(grid);
  for (let i = 0; i < starts; i++) {
    const from = cells[(i * 7919) % cells.length];
    const distances = dijkstra(grid, ...from);
    const expected = cells.map((cell) => distances[grid.cell(...cell)]);
    expect(costs(from, cells)).toEqual(expected);
    for (let k = 0; k < cells.length; k += 13) {
      expect(costs(from, [cells[k]])).toEqual([expected[k]]);
      // Stopped early, then asked again.
      expect(costs(from, [cells[k], cells[0]])).toEqual([expected[k], expected[0]]);
    }
  }
}

it('finds the costs of plain Dijkstra on any grid', () => {
  forAllGrids(14, 60, (grid) => compare(grid, 3));
});

it('finds them on weighted grids, patches and the most expensive cells included', () => {
  forAllHpa(12, 60, ({ grid }) => compare(grid, 3));
});

it('finds them where one cheap cell makes the buckets narrow', () => {
  const grid = gridFrom(
    40,
    30,
    (x, y) => (x * 7 + y * 13) % 11 > 1,
    (x, y) => (x === 20 && y === 15 ? 1 : 250 + ((x + y) % 6)),
  );
  compare(grid, 2);
});

it('answers blocked cells, and a cell from itself', () => {
  const grid = gridFrom(3, 1, [1, 0, 1]);
  expect(oracle(grid).costs([0, 0], [[0, 0]])).toEqual([0]);
  const blocked: Cell[] = [
    [1, 0],
    [2, 0],
  ];
  expect(oracle(grid).costs([0, 0], blocked)).toEqual([Infinity, Infinity]);
  expect(oracle(grid).costs([1, 0], [[1, 0]])).toEqual([Infinity]);
  expect(oracle(gridFrom(2, 2, () => true)).costs([0, 0], [[1, 1]])).toEqual([DIAGONAL]);
  const weighted = gridFrom(2, 1, [1, 1], () => 3);
  expect(oracle(weighted).costs([0, 0], [[1, 0]])).toEqual([6 * STRAIGHT]);
});
