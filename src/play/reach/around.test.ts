import { describe, expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { anyCell, forAllUnits, makeGrid, random, UNITS } from '../../../test/grids.js';
import { linkedMaps } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { ALL_RULES } from '../../core/grid/rules.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { wallsPart } from '../../entry/parts.js';
import { blockersOf, editable, findPathAround, loadGrid, type Nav } from '../../entry/runtime.js';
import { load } from '../../runtime/load-all.js';
import { navOf } from '../../runtime/load-grid.js';
import { inside } from '../../runtime/nav.js';

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
  slow: number[] = [],
): boolean {
  const grid = closed(inside(nav).grid.copy() as Grid, units, from, to);
  const unit = unitOf(grid);
  const isOpen = grid.isOpen(...from) && grid.isOpen(...to);
  const { size } = grid;
  const extra = new Map<number, number>();
  for (let i = 0; i < slow.length; i += 3)
    for (let k = 0; k < size * size; k++) {
      const cell = grid.cell(slow[i] - (k % size), slow[i + 1] - Math.floor(k / size));
      extra.set(cell, Math.max(extra.get(cell) ?? 0, slow[i + 2] * unit));
    }
  const extraOf = (cell: number) => extra.get(cell) ?? 0;
  const expected = isOpen ? dijkstra(grid, ...from, extraOf)[grid.cell(...to)] / unit : Infinity;
  const path = findPathAround(nav, ...from, ...to, avoid, slow.length > 0 ? { slow } : undefined);
  if ((path?.cost ?? Infinity) !== expected)
    throw new Error(`from ${from} to ${to} around ${units.join(' ')}: ${path?.cost}, expected ${expected}`);
  if (path) {
    let cost = checkPath(grid, path.cells, from, to, path.links);
    for (let i = 2; i < path.cells.length; i += 2) cost += extraOf(grid.cell(path.cells[i], path.cells[i + 1]));
    expect(cost / unit).toBe(expected);
  }
  return (nav.findPath(...from, ...to)?.cost ?? Infinity) !== expected;
}

/** Half steps more in some cells. */
const slowCells = (grid: Grid, next: () => number): number[] =>
  Array.from({ length: 12 }, () => [...anyCell(grid, next), Math.floor(next() * 9) / 2]).flat();

describe.each(ALL_RULES)('paths around units, moves %s', (rule) => {
  it.each(UNITS)('cost what Dijkstra says: units of %i, weighted terrain %s', (...units) => {
    let met = 0;
    forAllUnits(rule, units, [14, 60], (grid, next) => {
      const nav = navOf(grid);
      const blockers = blockersOf(nav);
      const others = Array.from({ length: 6 }, () => anyCell(grid, next));
      for (const [i, other] of others.entries()) blockers.move(i, ...other);
      for (let i = 0; i < 8; i++) {
        const moved = Math.floor(next() * 6);
        others[moved] = anyCell(grid, next);
        blockers.move(moved, ...others[moved]);
        const [from, to] = [0, 1].map((end) => (i % 3 === end ? others[end] : anyCell(grid, next)));
        met += Number(check(nav, others, from, to, blockers));
        check(nav, others, from, to, others.flat());
        check(nav, others, from, to, blockers, slowCells(grid, next));
      }
    });
    if (units[0] === 1) expect(met).toBeGreaterThan(0);
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
      const slow = slowCells(grid, next);
      check(nav, units, anyCell(grid, next), anyCell(grid, next), i % 2 ? units.flat() : blockers, slow);
    }
  });
});

it('leads over links, through slow cells and around units of a map that changes', async () => {
  const next = random(11);
  let found = 0;
  for await (const [grid, loaded] of linkedMaps(sample(128, 8), next)) {
    const nav = editable(loaded);
    const blockers = blockersOf(nav);
    const units = Array.from({ length: 5 }, () => anyCell(grid, next));
    for (const [i, unit] of units.entries()) blockers.move(i, ...unit);
    for (let i = 0; i < 20; i++) {
      if (i % 5 === 4 && grid.size === 1) nav.setOpen(...anyCell(grid, next), next() < 0.5);
      const [from, to] = [anyCell(grid, next), anyCell(grid, next)];
      check(nav, units, from, to, blockers, slowCells(grid, next));
      found += Number((findPathAround(nav, ...from, ...to, blockers)?.links?.length ?? 0) > 0);
    }
  }
  expect(found).toBeGreaterThan(sample(64, 8));
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
  const slowed = (slow: unknown) => () => findPathAround(nav, 0, 0, 4, 2, [], { slow } as { slow: number[] });
  expect(slowed([1, 1])).toThrow('slow is 2 numbers, expected x, y, steps of each cell');
  expect(slowed([1, 1, -1])).toThrow('slow of cell 1, 1 is -1, allowed are 0 to 10000 steps');
  expect(() => findPathAround(nav, 0, 0, 4, 2, [], { slows: [] } as object)).toThrow('slows');
  expect(() => blockersOf(nav).move('a', 5, 0)).toThrow('cell 5, 0 is not on the map of 5 x 3 cells');
});

it('leads through slow cells between walls', () => {
  for (const diagonals of ['no-corners', 'never'] as const)
    for (let seed = 1; seed < 8; seed++) {
      const next = random(seed);
      const walls = Array.from({ length: 40 }, () => {
        const side = next() < 0.5 ? ('east' as const) : ('south' as const);
        return [Math.floor(next() * 11), Math.floor(next() * 9), side] as const;
      });
      const nav = loadGrid(
        createGrid(12, 10, () => next() < 0.9, { diagonals, walls }),
        { parts: [wallsPart] },
      );
      const { grid } = inside(nav);
      for (let i = 0; i < 20; i++) {
        const units = Array.from({ length: 5 }, () => anyCell(grid as Grid, next));
        const slow = slowCells(grid as Grid, next);
        check(nav, units, anyCell(grid as Grid, next), anyCell(grid as Grid, next), units.flat(), slow);
      }
    }
});
