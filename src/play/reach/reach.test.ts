import { describe, expect, it } from 'vitest';
import { forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { anchorsIn, withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { ALL_RULES, isHex } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { bakeJps } from '../../core/jps/bake.js';
import { hexSteps, isDiagonalLegal } from '../../core/oracle/rules.js';
import { load } from '../../core/runtime/load-all.js';
import { loadGrid, navOf } from '../../core/runtime/load-grid.js';
import { inside } from '../../core/runtime/nav.js';
import { editable, type Nav, type ReachOptions, reach } from '../../entry/runtime.js';

const SQUARE = Array.from({ length: 9 }, (_, i): [number, number] => [(i % 3) - 1, Math.floor(i / 3) - 1]).filter(
  ([dx, dy]) => dx !== 0 || dy !== 0,
);

/** Costs from a cell to all others in steps, by going over all moves until nothing gets cheaper. */
function slowly(grid: Grid, x: number, y: number, { avoid = [], slow = [] }: ReachOptions): number[][] {
  const { width, height, size, costs } = grid;
  const covers = (list: ArrayLike<number>, each: number, u: number, v: number) => {
    let most = -1;
    for (let i = 0; i < list.length; i += each) {
      const inside = list[i] >= u && list[i] < u + size && list[i + 1] >= v && list[i + 1] < v + size;
      if (inside) most = Math.max(most, each === 3 ? list[i + 2] : 0);
    }
    return most;
  };
  const open = (u: number, v: number) => grid.isOpen(u, v) && covers(avoid, 2, u, v) < 0;
  const unit = costs ? 2 * STRAIGHT : STRAIGHT;
  const all = Array.from({ length: height }, () => new Array<number>(width).fill(Infinity));
  if (!grid.isOpen(x, y)) return all;
  all[y][x] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = 0; v < height; v++)
      for (let u = 0; u < width; u++)
        for (const [dx, dy] of hexSteps(grid.moveRule, u, v) ?? SQUARE) {
          if (all[v][u] === Infinity || !open(u + dx, v + dy)) continue;
          const beside = Number(open(u + dx, v)) + Number(open(u, v + dy));
          const isDiagonal = dx !== 0 && dy !== 0 && !isHex(grid);
          if (isDiagonal && !isDiagonalLegal(grid.moveRule, beside)) continue;
          const length = isDiagonal ? DIAGONAL : STRAIGHT;
          const weight = costs ? grid.costAt(u, v) + grid.costAt(u + dx, v + dy) : 1;
          const more = Math.max(0, covers(slow, 3, u + dx, v + dy));
          const cost = all[v][u] + length * weight + Math.round(more * unit);
          if (cost >= all[v + dy][u + dx]) continue;
          all[v + dy][u + dx] = cost;
          changed = true;
        }
  }
  return all.map((row) => row.map((cost) => cost / unit));
}

function randomCells(grid: Grid, next: () => number, count: number, more = false): number[] {
  return Array.from({ length: count }, () => [
    Math.floor(next() * grid.width),
    Math.floor(next() * grid.height),
    ...(more ? [Math.floor(next() * 9) / 2] : []),
  ]).flat();
}

function check(nav: Nav, grid: Grid, x: number, y: number, steps: number, options: ReachOptions): void {
  const expected = slowly(grid, x, y, options);
  const found = reach(nav, x, y, steps, options);
  const passed = new Set<string>();
  const { pass = [] } = options;
  for (let i = 0; i < pass.length; i += 2)
    for (let k = 0; k < grid.size ** 2; k++)
      passed.add(`${pass[i] - (k % grid.size)},${pass[i + 1] - Math.floor(k / grid.size)}`);
  passed.delete(`${x},${y}`);
  const listed = new Set<string>();
  for (let i = 0; i < found.cells.length; i += 2) listed.add(`${found.cells[i]},${found.cells[i + 1]}`);
  expect(listed.size).toBe(found.count);
  for (let v = 0; v < grid.height; v++)
    for (let u = 0; u < grid.width; u++) {
      const cost = expected[v][u] <= steps + 1e-6 ? expected[v][u] : Infinity;
      const stops = cost < Infinity && !passed.has(`${u},${v}`);
      if (found.costAt(u, v) !== cost || found.has(u, v) !== stops || listed.has(`${u},${v}`) !== stops)
        throw new Error(
          `${u},${v} costs ${found.costAt(u, v)}, expected ${cost}; from ${x},${y}, ${JSON.stringify(options)}`,
        );
      const path = found.pathTo(u, v);
      expect(path === null).toBe(!stops);
      if (!path) continue;
      expect(path.cost).toBe(cost);
      expect([path.cells.length, ...path.cells.slice(0, 2)]).toEqual([expect.any(Number), x, y]);
      expect([...path.cells.slice(-2)]).toEqual([u, v]);
      for (let i = 2; i < path.cells.length; i += 2) {
        const [a, b] = [path.cells[i], path.cells[i + 1]];
        const step = Math.max(Math.abs(a - path.cells[i - 2]), Math.abs(b - path.cells[i - 1]));
        if (step !== 1 || !(found.costAt(a, b) > found.costAt(path.cells[i - 2], path.cells[i - 1])))
          throw new Error(`the path to ${u},${v} steps to ${a},${b}`);
      }
    }
}

describe.each(ALL_RULES)('reach, moves %s', (rule) => {
  it.each([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ])('has the cells and costs that Dijkstra has: units of %i, weighted terrain %s', (size, priced) => {
    let i = 0;
    forAllGrids(12, 60, (cells) => {
      if (rule.startsWith('hex') && size > 1) return;
      const next = random(++i);
      if (priced) setCosts(cells, (x, y) => 1 + (((x >> 1) * y) % 4));
      const grid = withMoves(size > 1 ? anchorsIn(cells, size) : cells, rule);
      const nav = navOf(grid);
      let reuse = reach(nav, 0, 0, 3);
      for (let n = 0; n < 4; n++) {
        const [x, y] = randomCells(grid, next, 1);
        const options = {
          ...(n > 0 && { avoid: randomCells(grid, next, 4), pass: randomCells(grid, next, 4) }),
          ...(n > 1 && { slow: randomCells(grid, next, 6, true) }),
          ...(n > 2 && { reuse }),
        };
        check(nav, grid, x, y, [Infinity, 3, 4.5, 2 + Math.SQRT2][n], options);
        reuse = reach(nav, x, y, 4, { reuse });
      }
    });
  });
});

it('is of the map as it is after edits', async () => {
  const grid = makeGrid('rooms', 24, 18, 0.4, 5);
  const nav = editable(load(await bakeJps(grid, { codec: 'none' })));
  reach(nav, 3, 3, 9);
  nav.edit([
    { x: 4, y: 0, width: 3, height: 18, open: true },
    { x: 10, y: 5, width: 2, height: 2, open: false },
  ]);
  check(nav, inside(nav).grid.copy() as Grid, 5, 5, 12, {});
  nav.setCost(6, 6, 3);
  check(nav, inside(nav).grid.copy() as Grid, 5, 5, 12, { avoid: [5, 7] });
});

it('a unit may stand where it may not enter, or among friends', () => {
  const nav = loadGrid(5, 1, () => true);
  const found = reach(nav, 2, 0, 1, { avoid: [2, 0, 3, 0], pass: [2, 0] });
  expect([...found.cells]).toEqual([2, 0, 1, 0]);
  expect(found.pathTo(2, 0)?.cells).toEqual(Uint16Array.of(2, 0));
  expect(reach(nav, 0, 0, 1, { pass: [1, 0] }).cells).toEqual(Int32Array.of(0, 0));
});

it('says what is wrong', () => {
  const nav = loadGrid(5, 4, () => true);
  const of = (options: object) => () => reach(nav, 0, 0, 3, options as ReachOptions);
  expect(() => reach(nav, 9, 0, 3)).toThrow('cell 9, 0 is not on the map of 5 x 4 cells');
  expect(() => reach(nav, 0, 0, -1)).toThrow('steps is -1, allowed are 0 or more');
  expect(of({ avoid: 7 })).toThrow('avoid is 7, expected a list of numbers');
  expect(of({ pass: [1] })).toThrow('pass is 1 numbers, expected x, y of each cell');
  expect(of({ slow: [1, 1] })).toThrow('slow is 2 numbers, expected x, y, steps of each cell');
  expect(of({ slow: [1, 1, -2] })).toThrow('slow of cell 1, 1 is -2, allowed are 0 to 10000 steps');
  expect(of({ avoid: [7, 7] })).toThrow('cell 7, 7 is not on the map of 5 x 4 cells');
  expect(
    of({
      reuse: reach(
        loadGrid(5, 4, () => true),
        0,
        0,
        1,
      ),
    }),
  ).toThrow('reach of another map');
  // Nothing of a refused one is left.
  expect(reach(nav, 0, 0, 1).count).toBe(3);
});

it('goes on where costs exceed 32-bit integers', () => {
  // A corridor of 150 rows, each cell of cost 255.
  const isOpen = (x: number, y: number) => y % 2 === 0 || x === (y % 4 === 1 ? 99 : 0);
  const nav = loadGrid(100, 299, (x, y) => (isOpen(x, y) ? 255 : 0));
  const cost = nav.findPath(0, 0, 99, 296)?.cost ?? 0;
  expect(cost).toBeGreaterThan(2 ** 31 / (2 * STRAIGHT));
  const near = reach(nav, 0, 0, 1000);
  const all = reach(nav, 0, 0, Infinity, { reuse: near });
  expect(all.costAt(99, 296)).toBe(cost);
  expect(all.pathTo(99, 296)?.cost).toBe(cost);
  expect(all.count).toBe(100 * 150 + 149);
  expect(reach(nav, 0, 0, 1000, { reuse: all }).count).toBe(4);
});
