import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createGrid } from '../src/core/grid/create.js';
import type { Grid } from '../src/core/grid/grid.js';
import { MOVE_RULES } from '../src/core/grid/rules.js';
import { isDiagonalLegal } from '../src/core/oracle/rules.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { rebake } from '../src/entry/runtime.js';
import { findDoor } from '../src/play/edit/doors.js';
import { editable } from '../src/play/edit/edit.js';
import { flowField } from '../src/play/field/field.js';
import { linksPart } from '../src/runtime/links.js';
import { load } from '../src/runtime/load-all.js';
import { loadGrid } from '../src/runtime/load-grid.js';
import { inside } from '../src/runtime/nav.js';
import { wallsPart } from '../src/runtime/walls.js';
import { anyCell, cellsOf, random } from './grids.js';
import { sample } from './samples.js';

/** Distances on the torus from a cell, in steps, by relaxing until nothing changes. */
function distances(grid: Grid, wrap: 'x' | 'y' | 'xy', from: readonly [number, number]): number[] {
  const { width, height } = grid;
  const over = (at: number, length: number, axis: string) => (wrap.includes(axis) ? (at + length) % length : at);
  const cell = (x: number, y: number): number => {
    const [u, v] = [over(x, width, 'x'), over(y, height, 'y')];
    return grid.isOpen(u, v) ? v * width + u : -1;
  };
  const far = new Array<number>(width * height).fill(Infinity);
  if (cell(...from) < 0) return far;
  far[cell(...from)] = 0;
  for (const queue = [cell(...from)]; queue.length > 0; ) {
    const at = queue.shift() as number;
    const [x, y] = [at % width, Math.floor(at / width)];
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const to = cell(x + dx, y + dy);
        const beside = Number(cell(x + dx, y) >= 0) + Number(cell(x, y + dy) >= 0);
        if (to < 0 || to === at || (dx * dy !== 0 && !isDiagonalLegal(grid.moveRule, beside))) continue;
        const cost = far[at] + (dx * dy === 0 ? 13860 : 19601);
        if (cost >= far[to]) continue;
        far[to] = cost;
        queue.push(to);
      }
  }
  return far;
}

it('finds the shortest paths of maps that wrap around, under every move rule', async () => {
  const next = random(11);
  let over = 0;
  for (let i = 0; i < sample(320); i++) {
    const wrap = (['x', 'y', 'xy'] as const)[i % 3];
    const [width, height] = [1 + Math.floor(13 * next()), 1 + Math.floor(13 * next())];
    const density = 0.5 * next();
    const diagonals = MOVE_RULES[i % MOVE_RULES.length];
    const grid = createGrid(width, height, (x, y) => x + y === 0 || next() >= density, { wrap, diagonals });
    const blobs = i % 2 ? [await bakeHierarchy(grid)] : [await bakeJps(grid), await bakeBounds(grid)];
    const nav = load(blobs);
    const plain = load(await bakeJps(createGrid(width, height, (x, y) => grid.isOpen(x, y), { diagonals })));
    for (let s = 0; s < 4; s++) {
      const from = [Math.floor(width * next()), Math.floor(height * next())] as const;
      for (const [t, far] of distances(grid, wrap, from).entries()) {
        const to = [t % width, Math.floor(t / width)] as const;
        const path = nav.findPath(...from, ...to);
        expect(Math.round((path?.cost ?? Infinity) * 13860)).toBe(far);
        if (far < Math.round((plain.findPath(...from, ...to)?.cost ?? Infinity) * 13860)) over++;
      }
    }
  }
  expect(over).toBeGreaterThan(sample(320) * 20);
});

it('costs what the cells cost, and closes as one', async () => {
  const grid = createGrid(5, 2, (x) => (x === 0 ? 3 : 1), { wrap: 'x', diagonals: 'never' });
  expect(grid.links).toEqual([0, 1].map((y) => ({ name: 'wrap', from: [4, y], to: [0, y], cost: 2, oneWay: false })));
});

it('a column joins itself only at its ends', async () => {
  const column = (wrap: 'x' | 'xy') => createGrid(1, 5, () => true, { wrap, diagonals: 'always' });
  expect(column('xy').links?.map(({ from, to }) => [...from, ...to])).toEqual([[0, 4, 0, 0]]);
  expect(column('x').links).toBeUndefined();
  expect(load(await bakeJps(column('x'))).findPath(0, 0, 0, 4)?.cost).toBe(4);
});

it.each([
  [{ wrap: 'z' }, 'wrap is z, allowed are x, y and xy'],
  [{ wrap: 'x', size: 2 }, 'wrap is for squares and units of one cell; leave it out'],
  [{ wrap: 'x', diagonals: 'hex' }, 'wrap is for squares and units of one cell; leave it out'],
] as const)('refuses %o', (options, message) => {
  expect(() => createGrid(4, 4, () => true, options as never)).toThrow(message);
});

it.each([
  ['average', 'never', 5, 5],
  ['entered', 'never', 9, 1],
  ['entered', 'always', 9, 1],
] as const)('a step over the seam costs as any other, %s, diagonals %s', async (costs, diagonals, there, back) => {
  const grid = createGrid(6, 4, (x) => (x === 0 ? 9 : 1), { wrap: 'x', diagonals, costs });
  const nav = load(await bakeJps(grid));
  expect([nav.findPath(5, 1, 0, 1)?.cost, nav.findPath(0, 1, 5, 1)?.cost]).toEqual([there, back]);
});

it.each([
  ['never', 'average', true],
  ['never', 'entered', true],
  ['always', 'average', true],
  ['always', 'entered', true],
  ['no-corners', 'average', false],
  ['one-corner', 'entered', false],
] as const)('edits reach the seam, moves %s, costs %s, cells open: %s', (diagonals, costs, opens) => {
  const next = random(3);
  for (let map = 0; map < sample(160); map++) {
    const wrap = (['x', 'y', 'xy'] as const)[map % 3];
    const [width, height] = [1 + Math.floor(6 * next()), 1 + Math.floor(6 * next())];
    const made = (of: (x: number, y: number) => number) =>
      loadGrid(createGrid(width, height, of, { wrap, diagonals, costs }), { parts: [linksPart] });
    const original = made((x, y) => Number(x + y === 0 || next() >= 0.3));
    const nav = editable(original);
    const before = JSON.stringify(inside(original).linked?.links);
    for (let e = 0; e < 8; e++) {
      const cell = anyCell(nav, next);
      if (opens && next() < 0.5) nav.setOpen(...cell, next() < 0.6);
      else if (opens || nav.isOpen(...cell)) nav.setCost(...cell, 1 + Math.floor(9 * next()));
      const fresh = made((x, y) => (nav.isOpen(x, y) ? nav.costAt(x, y) : 0));
      const from = anyCell(nav, next);
      const toAll = flowField(nav, from);
      for (const to of cellsOf(nav)) {
        const expected = fresh.findPath(...from, ...to)?.cost ?? Infinity;
        expect(nav.findPath(...from, ...to)?.cost ?? Infinity).toBeCloseTo(expected, 6);
        expect(toAll.distanceAt(...to)).toBeCloseTo(fresh.findPath(...to, ...from)?.cost ?? Infinity, 6);
      }
    }
    // Another map of the same blobs or cells keeps its costs.
    expect(JSON.stringify(inside(original).linked?.links)).toBe(before);
  }
});

it('a door in the seam opens, and a rebake keeps the costs over it', async () => {
  const doors = [{ name: 'gate', cells: [0, 0] }];
  const nav = editable(
    loadGrid(
      createGrid(8, 1, (x) => x !== 0, { wrap: 'x', doors }),
      { parts: [linksPart] },
    ),
  );
  findDoor(nav, 'gate').open();
  expect(nav.findPath(1, 0, 7, 0)?.cost).toBe(2);
  nav.setCost(0, 0, 5);
  const { nav: baked } = await rebake(nav, ['jps'], { load, worker: resolve('dist/browser/bake-worker.js') });
  expect([nav, baked].map((one) => one.findPath(1, 0, 7, 0)?.cost)).toEqual([6, 6]);
});

it.each([
  [
    'x',
    8,
    3,
    [
      [7, 0, 'east'],
      [7, 1, 'east'],
      [0, 2, 'west'],
    ],
    [7, 1, 0, 1],
    7,
  ],
  [
    'x',
    8,
    3,
    [
      [7, 0, 'east'],
      [7, 1, 'east'],
    ],
    [7, 1, 0, 1],
    3,
  ],
  ['x', 8, 3, [[7, 0, 'east']], [7, 1, 0, 2], Math.SQRT2],
  ['x', 8, 3, [[0, 1, 'west']], [7, 1, 0, 2], 2],
  ['y', 3, 8, [[1, 7, 'south']], [1, 7, 1, 0], 3],
  ['y', 3, 8, [[1, 0, 'north']], [0, 7, 1, 0], 2],
  // The border between both rows is not the seam.
  [
    'y',
    4,
    2,
    [
      [1, 0, 'south'],
      [0, 0, 'south'],
    ],
    [0, 0, 1, 1],
    Math.SQRT2,
  ],
  ['y', 4, 2, [[1, 1, 'south']], [0, 0, 1, 1], Math.SQRT2],
  [
    'y',
    4,
    2,
    [
      [1, 1, 'south'],
      [1, 0, 'south'],
    ],
    [0, 0, 1, 1],
    2,
  ],
  // A wall that ends at the seam.
  ['x', 8, 3, [[7, 0, 'south']], [7, 0, 0, 1], 2],
  ['xy', 4, 4, [[3, 3, 'east']], [3, 3, 0, 0], 2],
  ['xy', 4, 4, [], [3, 3, 0, 0], Math.SQRT2],
] as const)('walls hold on the seam: %s, %i x %i, %j', (wrap, width, height, walls, query, cost) => {
  const nav = loadGrid(
    createGrid(width, height, () => true, { wrap, walls }),
    { parts: [linksPart, wallsPart] },
  );
  const [x0, y0, x1, y1] = query;
  expect(nav.findPath(x0, y0, x1, y1)?.cost).toBeCloseTo(cost, 6);
  expect(nav.findPath(x1, y1, x0, y0)?.cost).toBeCloseTo(cost, 6);
});

it('edits leave links of kept paths as they are', async () => {
  const nav = editable(load(await bakeJps(createGrid(8, 2, () => true, { wrap: 'x', diagonals: 'never' }))));
  const kept = nav.findPath(0, 0, 7, 0);
  const other = nav.findPath(0, 1, 7, 1);
  nav.setCost(7, 0, 3);
  expect([kept?.cost, kept?.links?.[0].link.cost]).toEqual([1, 1]);
  const later = nav.findPath(0, 0, 7, 0);
  expect([later?.cost, later?.links?.[0].link.cost]).toEqual([2, 2]);
  expect(nav.findPath(0, 1, 7, 1)?.links?.[0].link).toBe(other?.links?.[0].link);
  nav.reset();
  expect(nav.findPath(0, 0, 7, 0)?.links?.[0].link.cost).toBe(1);
  expect(later?.links?.[0].link.cost).toBe(2);
});
