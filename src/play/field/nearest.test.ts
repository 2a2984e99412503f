import { expect, it } from 'vitest';
import { anyCell, makeGrid, random } from '../../../test/grids.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { load } from '../../runtime/load-all.js';
import { navOf } from '../../runtime/load-grid.js';
import type { Nav } from '../../runtime/nav.js';
import { editable } from '../edit/edit.js';
import { findDistance, findDistances, findNearest } from './distances.js';

it('tells distances, and the nearest of few and of many goals, as Dijkstra does', async () => {
  for (const weighted of [false, true]) {
    const grid = makeGrid('noise', 70, 60, 0.35, 4);
    if (weighted) setCosts(grid, (x, y) => 1 + ((x * y) % 5 > 3 ? 1 : 0));
    const nav = load(await bakeJps(grid));
    const next = random(2);
    for (let i = 0; i < 12; i++) {
      const [x, y] = anyCell(grid, next);
      // Goals far away on one side are what many searches are needed for.
      const goals = Array.from({ length: i % 3 ? 5 : 150 }, () => anyCell(grid, next)).filter(
        ([gx]) => Math.abs(gx - x) > 20,
      );
      const costs = dijkstra(grid, x, y);
      const all = goals.map(([gx, gy]) => costs[grid.cell(gx, gy)] / unitOf(grid));
      for (const [k, [gx, gy]] of goals.slice(0, 5).entries())
        expect(findDistance(nav, x, y, gx, gy)).toBeCloseTo(all[k], 6);
      const found = findNearest(nav, x, y, goals.flat());
      expect(found < 0 ? Infinity : all[found]).toBe(Math.min(Infinity, ...all));
    }
    expect(() => findNearest(nav, 0, 0, [1])).toThrow(new RangeError('goals are 1 numbers, expected x, y pairs'));
    expect(() => findNearest(nav, 70, 0, [])).toThrow(new RangeError('cell 70, 0 is not on the map of 70 x 60 cells'));
  }
});

it('finds the nearest of many goals behind a wall, where each looks nearer than it is', () => {
  const nav = navOf(gridFrom(70, 3, (x, y) => y !== 1 || x === 69));
  const row = Array.from({ length: 60 }, (_, x) => [x, 2]);
  expect(findNearest(nav, 0, 0, row.flat())).toBe(59);
  expect(findNearest(nav, 0, 0, row.reverse().flat())).toBe(0);
  // The goals that are left in the end are no nearer.
  const others = row.flatMap(() => [30, 2]);
  expect(findNearest(nav, 0, 0, others)).toBe(0);
});

it('finds what links make near', async () => {
  const far = { from: [1, 0], to: [29, 0], cost: 1 } as const;
  const nav = load(await bakeJps(createGrid(30, 1, () => true, { links: [far] })));
  expect(findNearest(nav, 0, 0, [4, 0, 29, 0, 6, 0])).toBe(1);
  expect(findNearest(nav, 0, 0, [4, 0, 29, 0, 6, 0, 28, 0], 2)).toEqual([1, 3]);
});

it.each([
  ['jps+bounds', false],
  ['ch', false],
  ['ch', true],
] as const)('tells distances on maps that changed: %s, with costs %s', async (engine, weighted) => {
  const grid = makeGrid('noise', 30, 30, 0.2, 5);
  if (weighted) setCosts(grid, (x, y) => 1 + ((x * y) % 3));
  const stored = { codec: 'none', threads: 1 } as const;
  const bakes = engine === 'ch' ? [bakeHierarchy(grid, stored)] : [bakeJps(grid, stored), bakeBounds(grid, stored)];
  const nav = editable(load(await Promise.all(bakes)));
  const next = random(3);
  const below = () => Math.floor(30 * next());
  for (let i = 0; i < 300; i++) {
    if (i % 30 === 0) nav.edit({ x: Math.min(27, below()), y: below(), width: 3, open: i % 60 > 0 });
    const [x, y, u, v] = [below(), below(), below(), below()];
    expect(findDistance(nav, x, y, u, v)).toBe(nav.findPath(x, y, u, v)?.cost ?? Infinity);
  }
});

it('distances and nearest goals of tables count what the entered cell costs', async () => {
  const average = withMoves(makeGrid('rooms', 30, 24, 0.2, 3), 'never');
  setCosts(average, (x, y) => 1 + ((x * 7 + y * 5) % 40));
  const entered = Object.assign(average.copy(), { stepCosts: 'entered' as const });
  const tableOf = async (grid: Grid): Promise<Nav> => {
    const hpa = await bakeHpa(grid, { codec: 'none', threads: 1, cluster: 6 });
    return load([hpa, await bakeTable(hpa, { codec: 'none', threads: 1 })]);
  };
  const [before, nav] = [await tableOf(average), await tableOf(entered)];
  const goals = [3, 4, 28, 20, 15, 11, 7, 22, 22, 2].filter((_, i, all) => nav.isOpen(all[i & ~1], all[i | 1]));
  for (let i = 0; i < 200; i++) {
    const [x, y] = [(i * 7) % 30, (i * 11) % 24];
    if (!nav.isOpen(x, y)) continue;
    const costs = [...findDistances(nav, [x, y], goals)];
    for (const [g, cost] of costs.entries()) {
      const [toX, toY] = goals.slice(2 * g, 2 * g + 2);
      const more = (nav.costAt(toX, toY) - nav.costAt(x, y)) / 2;
      expect(cost).toBeCloseTo(findDistance(before, x, y, toX, toY) + more, 9);
      expect(findDistance(nav, x, y, toX, toY)).toBe(cost);
    }
    const least = Math.min(...costs);
    expect(findNearest(nav, x, y, goals)).toBe(least < Infinity ? costs.indexOf(least) : -1);
  }
});
