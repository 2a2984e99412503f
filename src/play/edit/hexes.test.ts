/** Maps of hexagons that change: answers, fields and nearest goals as on a map that was made so, after each edit. */
import { describe, expect, it } from 'vitest';
import { checkAnswers, randomChanges } from '../../../test/changes.js';
import { forAllGrids, random } from '../../../test/grids.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { ALL_RULES, MOVE_RULES } from '../../core/grid/rules.js';
import { STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import type { Path } from '../../core/search/path.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { findPathWithin } from '../../runtime/limits.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { clearanceAt } from '../../runtime/places.js';
import { findNearest } from '../field/distances.js';
import { flowField } from '../field/field.js';
import { affects } from './affects.js';
import { editable } from './edit.js';

const HEXES = ALL_RULES.slice(MOVE_RULES.length);

describe.each(HEXES)('a map of hexagons that changes, %s', (rule) => {
  it.each(['none', 'later', 'baked'])(
    'answers as a new bake would, and so do its fields; costs: %s',
    async (weights) => {
      const cases: Grid[] = [];
      forAllGrids(12, 60, (grid) => cases.push(withMoves(grid, rule)));
      for (const [i, raw] of cases.entries()) {
        const next = random(i + 1);
        if (weights === 'baked') setCosts(raw, (x, y) => 1 + (((x >> 1) * y) % 4));
        const blobs = [await bakeJps(raw, { codec: 'none' }), await bakeHierarchy(raw, { codec: 'none' })];
        if (!raw.costs) blobs.push(await bakeBounds(raw, { codec: 'none', threads: 1 }));
        const engine = weights === 'none' ? 'jps+bounds' : i % 2 ? 'ch' : raw.costs ? 'weighted' : 'jps';
        const nav = editable(load(blobs, { engine }));
        const cell = (): [number, number] => [Math.floor(next() * raw.width), Math.floor(next() * raw.height)];
        const goal = cell();
        const field = flowField(nav, goal);
        for (let edit = 0; edit < 4; edit++) {
          nav.edit(randomChanges(raw, next, weights !== 'none'));
          checkAnswers(nav, Math.floor(next() * 5), 11);
          const grid = nav.grid.copy();
          const distances = dijkstra(grid, ...goal);
          const goals = [cell(), cell(), cell()];
          for (let y = 0; y < grid.height; y++) {
            for (let x = 0; x < grid.width; x++)
              expect(field.distanceAt(x, y)).toBe(distances[grid.cell(x, y)] / unitOf(grid));
          }
          const near = findNearest(nav, ...goal, goals.flat());
          const costs = goals.map(([x, y]) => distances[grid.cell(x, y)]);
          if (grid.isOpen(...goal)) expect(near < 0 ? Infinity : costs[near]).toBe(Math.min(...costs));
        }
      }
    },
  );
});

it('a path is affected by a hexagon on it, and by no other', () => {
  const nav = editable(loadGrid(9, 9, () => true, { diagonals: 'hex-odd-r' }));
  const path = nav.findPath(0, 8, 4, 0);
  if (!path) throw new Error('no path');
  expect(path.cost).toBe(8);
  const at = (list: ArrayLike<number>) => (list.length >> 2) << 1;
  const [x, y] = path.cells.slice(at(path.cells));
  nav.setOpen(x, y, false);
  expect(affects(nav, path)).toBe(true);
  nav.setOpen(x, y, true);
  nav.setOpen(8, 8, false);
  expect(affects(nav, path)).toBe(false);
});

it.each(['average', 'entered'] as const)('tells which paths between hexagons cost something else, %s', (costs) => {
  const links = [{ from: [5, 1], to: [5, 4], cost: 2 } as const];
  const map = createGrid(9, 6, (x, y) => (y === 2 ? 0 : 1 + (x % 2)), { diagonals: 'hex-odd-r', costs, links });
  const nav = editable(loadGrid(map, { parts: [linksPart] }));
  const path = nav.findPath(1, 1, 8, 4) as Path;
  expect(path.links).toHaveLength(1);
  const afterCost = (x: number, y: number) => {
    nav.setCost(x, y, 9);
    const is = affects(nav, path);
    nav.reset();
    return is;
  };
  expect([affects(nav, path), afterCost(0, 5), afterCost(3, 1)]).toEqual([false, false, true]);
  expect([afterCost(1, 1), afterCost(8, 4)]).toEqual([costs === 'average', true]);
});

it('a limited search between hexagons finds the path within its limit', () => {
  const grid = withMoves(
    gridFrom(40, 40, (x, y) => (x * 7 + y * 5) % 4 > 0),
    'hex-even-q',
  );
  const nav = loadGrid(40, 40, (x, y) => grid.isOpen(x, y), { diagonals: 'hex-even-q' });
  const { status, path } = findPathWithin(nav, 1, 0, 38, 39, { expanded: 1e6 });
  expect([status, (path?.cost ?? 0) * STRAIGHT]).toEqual(['found', dijkstra(grid, 1, 0)[grid.cell(38, 39)]]);
});

it('clearance is that of one hexagon', () => {
  const nav = editable(loadGrid(3, 3, () => true, { diagonals: 'hex' }));
  expect([clearanceAt(nav, 1, 1), clearanceAt(nav, 5, 1)]).toEqual([1, 0]);
});
