import { describe, expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { bakeBounds } from '../../core/bounds/bake.js';
import { bakeHierarchy } from '../../core/ch/bake.js';
import { anchorsIn, withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { ALL_RULES } from '../../core/grid/rules.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { bakeJps } from '../../core/jps/bake.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { load } from '../../core/runtime/load-all.js';
import { navOf } from '../../core/runtime/load-grid.js';
import { inside } from '../../core/runtime/nav.js';
import { blockersOf, editable, findPathAround, loadGrid, type Nav } from '../../entry/runtime.js';

type Cell = [x: number, y: number];

/** The map with the placements closed that cover a unit, but for units in cells that are covered at both ends. */
function closed(grid: Grid, units: readonly Cell[], from: Cell, to: Cell): Grid {
  const { size } = grid;
  const covers = ([x, y]: Cell, [u, v]: Cell) => u >= x && u < x + size && v >= y && v < y + size;
  const result = grid.copy();
  for (const unit of units) {
    if (covers(from, unit) || covers(to, unit)) continue;
    for (let y = 0; y < grid.height; y++)
      for (let x = 0; x < grid.width; x++) if (covers([x, y], unit)) result.open[result.cell(x, y)] = 0;
  }
  result.costs = result.costs?.map((cost, cell) => cost * result.open[cell]);
  return result;
}

/** One query by the oracle. @returns whether the plain path met a unit */
function check(
  nav: Nav,
  units: readonly Cell[],
  from: Cell,
  to: Cell,
  avoid: Parameters<typeof findPathAround>[5],
): boolean {
  const grid = closed(inside(nav).grid.copy() as Grid, units, from, to);
  const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  const isOpen = grid.isOpen(...from) && grid.isOpen(...to);
  const expected = isOpen ? dijkstra(grid, ...from)[grid.cell(...to)] / unit : Infinity;
  const path = findPathAround(nav, ...from, ...to, avoid);
  if ((path?.cost ?? Infinity) !== expected)
    throw new Error(`from ${from} to ${to} around ${units.join(' ')}: ${path?.cost}, expected ${expected}`);
  if (path) expect(checkPath(grid, path.cells, from, to) / unit).toBe(expected);
  return (nav.findPath(...from, ...to)?.cost ?? Infinity) !== expected;
}

const anyCell = (grid: Pick<Grid, 'width' | 'height'>, next: () => number): Cell => [
  Math.floor(next() * grid.width),
  Math.floor(next() * grid.height),
];

describe.each(ALL_RULES)('paths around units, moves %s', (rule) => {
  it.each([
    [1, false],
    [1, true],
    [2, false],
    [3, true],
  ])('cost what Dijkstra says: units of %i, weighted terrain %s', (size, priced) => {
    let round = 0;
    let met = 0;
    forAllGrids(14, 60, (cells) => {
      if (rule.startsWith('hex') && size > 1) return;
      const next = random(++round);
      if (priced) setCosts(cells, (x, y) => 1 + (((x >> 1) * y) % 4));
      const grid = withMoves(size > 1 ? anchorsIn(cells, size) : cells, rule);
      const nav = navOf(grid);
      const blockers = blockersOf(nav);
      const units = Array.from({ length: 6 }, () => anyCell(grid, next));
      for (const [i, unit] of units.entries()) blockers.move(i, ...unit);
      for (let i = 0; i < 8; i++) {
        const moved = Math.floor(next() * 6);
        units[moved] = anyCell(grid, next);
        blockers.move(moved, ...units[moved]);
        const [from, to] = [i % 3 === 0 ? units[0] : anyCell(grid, next), i % 3 === 1 ? units[1] : anyCell(grid, next)];
        met += Number(check(nav, units, from, to, blockers));
        check(nav, units, from, to, units.flat());
      }
    });
    if (size === 1) expect(met).toBeGreaterThan(0);
  });
});

describe.each([
  ['jps+bounds', async (grid: Grid) => [await bakeJps(grid), await bakeBounds(grid)]],
  ['ch', async (grid: Grid) => [await bakeHierarchy(grid)]],
] as const)('paths around units: %s', (_, bake) => {
  it('of a map that changes', async () => {
    const grid = makeGrid('rooms', 24, 20, 0.4, 3);
    const nav = editable(load(await bake(grid)));
    const blockers = blockersOf(nav);
    const next = random(7);
    const units = Array.from({ length: 12 }, () => anyCell(grid, next));
    for (const [i, unit] of units.entries()) blockers.move(i, ...unit);
    for (let i = 0; i < 40; i++) {
      if (i % 4 === 3) nav.edit(randomChanges(grid, next, i > 20));
      if (i === 30) nav.reset();
      check(nav, units, anyCell(grid, next), anyCell(grid, next), i % 2 ? blockers : units.flat());
    }
  });
});

it('leaves the map as it is for everybody else', () => {
  const nav = loadGrid(5, 3, () => true);
  const blockers = blockersOf(nav);
  for (let y = 0; y < 3; y++) blockers.move(`wall ${y}`, 2, y);
  expect(findPathAround(nav, 0, 1, 4, 1, blockers)).toBe(null);
  expect(nav.findPath(0, 1, 4, 1)?.cost).toBe(4);
  expect(findPathAround(nav, 0, 1, 4, 1, [2, 1])?.cost).toBeGreaterThan(4);
  expect(blockers.size).toBe(3);
  expect(blockers.remove('wall 1')).toBe(true);
  expect(blockers.remove('wall 1')).toBe(false);
  expect(findPathAround(nav, 0, 1, 4, 1, blockers)?.cost).toBe(4);
  expect(findPathAround(nav, 0, 1, 4, 1, [])?.cost).toBe(4);
  // Two in a cell: it is free when both have gone.
  blockers.move('a', 2, 1);
  blockers.move('b', 2, 1);
  blockers.remove('a');
  expect(findPathAround(nav, 0, 1, 4, 1, blockers)).toBe(null);
});

it('says what is wrong', () => {
  const nav = loadGrid(5, 3, () => true);
  const around = (avoid: unknown) => () => findPathAround(nav, 0, 0, 4, 2, avoid as number[]);
  expect(around(undefined)).toThrow('avoid is undefined, expected a list of x, y pairs, or what blockersOf gives');
  expect(around([1])).toThrow('avoid is 1 numbers, expected x, y pairs');
  expect(around([9, 9])).toThrow('cell 9, 9 is not on the map of 5 x 3 cells');
  expect(around(blockersOf(loadGrid(5, 3, () => true)))).toThrow('blockers of another map');
  expect(() => blockersOf(nav).move('a', 5, 0)).toThrow('cell 5, 0 is not on the map of 5 x 3 cells');
});
