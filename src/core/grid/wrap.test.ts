import { expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { bakeJps } from '../jps/bake.js';
import { isDiagonalLegal } from '../oracle/rules.js';
import { load } from '../runtime/load-all.js';
import { createGrid } from './create.js';
import type { Grid } from './grid.js';
import { MOVE_RULES } from './rules.js';

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
    const [width, height] = [2 + Math.floor(12 * next()), 2 + Math.floor(12 * next())];
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
