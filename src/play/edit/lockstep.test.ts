import { expect, it } from 'vitest';
import { createGrid } from '../../core/grid/create.js';
import type { WallInput } from '../../core/grid/walls.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { wallsPart } from '../../runtime/walls.js';
import type { Change } from './cells.js';
import { editable } from './edit.js';

it.each([
  [
    ['111011', '101111', '111001'],
    [],
    [
      { x: 3, y: 0, open: true },
      { x: 3, y: 2, cost: 3 },
    ],
  ],
  [
    ['11', '11', '11', '11', '01', '11'],
    [
      [0, 2],
      [0, 4],
      [1, 3],
    ],
    [
      { x: 0, y: 0, open: false },
      { x: 0, y: 0, cost: 4 },
    ],
  ],
  [
    ['1111', '1111', '1111'],
    [
      [0, 0],
      [1, 1],
    ],
    [
      { x: 2, y: 1, cost: 4 },
      { x: 2, y: 1, cost: 1 },
    ],
  ],
] as [string[], number[][], Change[]][])(
  'paths without diagonals do not depend on costs that no open cell has: %j, walls south of %j',
  (rows, walled, edits) => {
    const walls = walled.map(([x, y]): WallInput => [x, y, 'south']);
    const grid = createGrid(rows[0].length, rows.length, (x, y) => rows[y][x] === '1', { diagonals: 'never', walls });
    const cells = (...batches: Change[][]) => {
      const nav = editable(loadGrid(grid, { parts: [wallsPart] }));
      for (const batch of batches) nav.edit(batch);
      const all = rows.flatMap((row, y) => Array.from(row, (_, x) => [x, y] as const));
      return all.flatMap((from) => all.map((to) => `${nav.findPath(...from, ...to)?.cells}`));
    };
    const flips = edits.filter(({ open }) => open !== undefined);
    const expected = cells(flips);
    expect(cells(edits)).toEqual(expected);
    expect(cells(...edits.map((edit) => [edit]))).toEqual(expected);
    expect(cells(edits, flips)).toEqual(expected);
  },
);
