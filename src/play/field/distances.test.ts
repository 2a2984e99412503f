import { expect, it } from 'vitest';
import { anyCell, forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { anchorsIn, withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { MOVE_RULES } from '../../core/grid/rules.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { editable, findDistances, findNearest, loadGrid, type Nav } from '../../entry/runtime.js';
import { load } from '../../runtime/load-all.js';
import { navOf } from '../../runtime/load-grid.js';
import { inside } from '../../runtime/nav.js';

const someCells = (grid: Grid, next: () => number, count: number): number[] =>
  Array.from({ length: count }, () => anyCell(grid, next)).flat();

/** A matrix, and the nearest of its columns, by the oracle. */
function check(nav: Nav, grid: Grid, from: number[], to: number[]): void {
  const unit = unitOf(grid);
  const found = findDistances(nav, from, to);
  expect(found.length).toBe((from.length * to.length) / 4);
  for (let r = 0; 2 * r < from.length; r++) {
    const [x, y] = [from[2 * r], from[2 * r + 1]];
    const costs = grid.isOpen(x, y) ? dijkstra(grid, x, y) : undefined;
    const row = Array.from({ length: to.length / 2 }, (_, c) =>
      costs ? costs[grid.cell(to[2 * c], to[2 * c + 1])] / unit : Infinity,
    );
    expect([...found.subarray(r * row.length, (r + 1) * row.length)]).toEqual(row);
    const nearest = findNearest(nav, x, y, to, 3);
    const sorted = row.filter((cost) => cost < Infinity).sort((a, b) => a - b);
    expect(nearest.map((i) => row[i])).toEqual(sorted.slice(0, 3));
    expect(new Set(nearest).size).toBe(nearest.length);
  }
}

it.each(MOVE_RULES)('are what Dijkstra says with every exact engine, moves %s', async (rule) => {
  const grids: Grid[] = [];
  forAllGrids(14, 12, (grid) => void grids.push(grid));
  let round = 0;
  for (const cells of grids) {
    const next = random(++round);
    const size = 1 + (round % 2);
    if (round % 3 === 0) setCosts(cells, (x, y) => 1 + (((x >> 1) * y) % 4));
    const grid = withMoves(size > 1 ? anchorsIn(cells, size) : cells, rule);
    const canPrice = !grid.costs || rule === 'no-corners' || rule === 'never';
    const navs: Nav[] = [navOf(grid)];
    if (canPrice) navs.push(load(await bakeHierarchy(grid)));
    if (!grid.costs) navs.push(load([await bakeJps(grid), await bakeBounds(grid)]));
    for (const nav of navs)
      for (const [rows, columns] of [
        [3, 2],
        [2, 9],
        [9, 2],
      ]) // also of many cells of a small map: floods both ways
        check(nav, grid, someCells(grid, next, rows), someCells(grid, next, columns));
  }
});

it('are what Dijkstra says on larger maps and hexagons, and after edits', async () => {
  for (const weighted of [false, true]) {
    const grid = makeGrid('rooms', 70, 60, 0.35, 4);
    if (weighted) setCosts(grid, (x, y) => 1 + ((x * y) % 5 > 3 ? 1 : 0));
    const next = random(2);
    const baked = load(await bakeHierarchy(grid));
    expect(inside(baked).search.climb).toBeDefined();
    const [from, to] = [someCells(grid, next, 20), someCells(grid, next, 120)];
    check(baked, grid, from, to);
    const nav = editable(baked);
    nav.edit({ x: 10, y: 5, width: 20, height: 2, open: false });
    nav.edit({ x: 30, y: 15, width: 5, height: 25, open: true });
    check(nav, inside(nav).grid.copy() as Grid, from, to);
    check(nav, inside(nav).grid.copy() as Grid, to.slice(0, 80), from.slice(0, 8));
  }
  const hexes = withMoves(makeGrid('noise', 30, 20, 0.3, 4), 'hex-odd-q');
  for (const weighted of [false, true]) {
    if (weighted) setCosts(hexes, (x, y) => 1 + ((x * y) % 5));
    check(navOf(hexes), hexes, someCells(hexes, random(3), 4), someCells(hexes, random(4), 60));
  }
});

it('says what is wrong', () => {
  const nav = loadGrid(5, 4, () => true);
  const of = (from: unknown, to: unknown) => () => findDistances(nav, from as number[], to as number[]);
  expect([...of([], [1, 1])()]).toEqual([]);
  expect(of(undefined, [])).toThrow(new TypeError('from is undefined, expected a list of x, y pairs'));
  expect(of([], [1])).toThrow(new RangeError('to are 1 numbers, expected x, y pairs'));
  expect(of([0, 0], [5, 1])).toThrow(new RangeError('cell 5, 1 is not on the map of 5 x 4 cells'));
  expect(() => findNearest(nav, 0, 0, [1, 1], 0)).toThrow(
    new RangeError('k is 0, allowed are whole numbers of 1 or more'),
  );
});
