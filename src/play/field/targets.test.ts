import { describe, expect, it } from 'vitest';
import { anyCell, forAllUnits, makeGrid, random, UNITS } from '../../../test/grids.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { ALL_RULES, isHex, isStraight } from '../../core/grid/rules.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { hexSteps } from '../../core/oracle/rules.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { editable, findPathTo, loadGrid, type Nav, sightOf, type TargetOptions } from '../../entry/runtime.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { navOf } from '../../runtime/load-grid.js';
import { inside } from '../../runtime/nav.js';

/** Distances in range by their definitions; of hexagons by going from neighbor to neighbor, walls aside. */
function measure(grid: Grid, metric: string, u: number, v: number): (x: number, y: number) => number {
  if (isHex(grid)) {
    const steps = new Map([[`${u},${v}`, 0]]);
    const list = [[u, v]];
    for (const [x, y] of list)
      for (const [dx, dy] of hexSteps(grid.moveRule, x, y) ?? []) {
        const key = `${x + dx},${y + dy}`;
        if (steps.has(key) || Math.abs(x + dx - u) > 20 || Math.abs(y + dy - v) > 20) continue;
        steps.set(key, (steps.get(`${x},${y}`) ?? 0) + 1);
        list.push([x + dx, y + dy]);
      }
    return (x, y) => steps.get(`${x},${y}`) ?? Infinity;
  }
  return (x, y) => {
    let least = Infinity;
    for (let k = 0; k < grid.size ** 2; k++) {
      const [a, b] = [Math.abs(x + (k % grid.size) - u), Math.abs(y + Math.floor(k / grid.size) - v)];
      const steps = isStraight(grid) ? a + b : Math.max(a, b) + (Math.SQRT2 - 1) * Math.min(a, b);
      const all: Record<string, number> = {
        steps,
        chebyshev: Math.max(a, b),
        manhattan: a + b,
        euclidean: Math.hypot(a, b),
      };
      least = Math.min(least, all[metric]);
    }
    return least;
  };
}

function check(nav: Nav, grid: Grid, x: number, y: number, targets: number[], options: TargetOptions): boolean {
  const { within = 1, metric = 'steps', sight } = options;
  const unit = unitOf(grid);
  const costs = grid.isOpen(x, y) ? dijkstra(grid, x, y) : undefined;
  let best = Infinity;
  const inRange = new Map<string, number>();
  for (let i = targets.length / 2 - 1; i >= 0; i--) {
    const away = measure(grid, metric, targets[2 * i], targets[2 * i + 1]);
    for (let v = 0; v < grid.height; v++)
      for (let u = 0; u < grid.width; u++) {
        if (!grid.isOpen(u, v) || away(u, v) > within + 1e-5) continue;
        if (sight && !sight.isClear(u + 0.5, v + 0.5, targets[2 * i] + 0.5, targets[2 * i + 1] + 0.5)) continue;
        inRange.set(`${u},${v}`, i);
        best = Math.min(best, costs?.[grid.cell(u, v)] ?? Infinity);
      }
  }
  const path = findPathTo(nav, x, y, targets, options);
  if ((path?.cost ?? Infinity) !== best / unit)
    throw new Error(`from ${x},${y} to ${targets}: ${path?.cost}, expected ${best / unit}, ${JSON.stringify(options)}`);
  if (!path) return false;
  const [u, v] = path.cells.slice(-2);
  expect(path.target).toBe(inRange.get(`${u},${v}`));
  expect(checkPath(grid, path.cells, [x, y], [u, v])).toBe(best);
  return true;
}

describe.each(ALL_RULES)('paths to targets in range, moves %s', (rule) => {
  it.each(UNITS)('cost what Dijkstra says: units of %i, weighted terrain %s', (...units) => {
    let found = 0;
    forAllUnits(rule, units, [14, 50], (grid, next) => {
      const nav = navOf(grid);
      for (let n = 0; n < 6; n++) {
        const targets = Array.from({ length: 1 + (n % 3) }, () => anyCell(grid, next)).flat();
        const metrics = isHex(grid)
          ? (['steps'] as const)
          : (['steps', 'chebyshev', 'manhattan', 'euclidean'] as const);
        const sight = n % 2 && units[0] === 1 && !isHex(grid) ? sightOf(nav) : undefined;
        const options = { within: [0, 1, 2, 1.5, Math.SQRT2, 5][n], metric: metrics[n % metrics.length], sight };
        found += Number(check(nav, grid, ...anyCell(grid, next), targets, options));
      }
    });
    if (!rule.startsWith('hex')) expect(found).toBeGreaterThan(0);
  });
});

it('is of the map as it is after edits', async () => {
  const nav = editable(load(await bakeJps(makeGrid('rooms', 24, 18, 0.4, 5), { codec: 'none' })));
  findPathTo(nav, 3, 3, [20, 15]);
  nav.edit({ x: 4, y: 0, width: 3, height: 18, open: true });
  nav.edit({ x: 10, y: 5, width: 2, height: 2, open: false });
  const next = random(3);
  for (let i = 0; i < 40; i++) {
    const grid = inside(nav).grid.copy() as Grid;
    check(nav, grid, ...anyCell(grid, next), [...anyCell(grid, next)], { within: i % 5, sight: sightOf(nav) });
  }
});

it('says what is wrong, and answers immediately in range', () => {
  const nav = loadGrid(5, 4, (x) => x !== 3);
  const hexes = loadGrid(5, 4, () => true, { diagonals: 'hex-odd-r' });
  const of =
    (targets: unknown, options: object, map: Nav = nav) =>
    () =>
      findPathTo(map, 0, 0, targets as number[], options as TargetOptions);
  expect(of([2, 0], { within: 2 })()).toEqual({
    cost: 0,
    cells: Uint16Array.of(0, 0),
    waypoints: Uint16Array.of(0, 0),
    target: 0,
  });
  expect(of([4, 0], {})()).toBe(null);
  expect(of([4, 0, 3, 3], {})()?.target).toBe(1);
  expect(of([], {})()).toBe(null);
  expect(of(undefined, {})).toThrow(new TypeError('targets is undefined, expected a list of x, y pairs'));
  expect(of([1], {})).toThrow(new RangeError('targets are 1 numbers, expected x, y pairs'));
  expect(of([5, 0], {})).toThrow(new RangeError('cell 5, 0 is not on the map of 5 x 4 cells'));
  expect(of([1, 0], { within: -1 })).toThrow(new RangeError('within is -1, allowed are 0 or more'));
  expect(of([1, 0], { metric: 'miles' })).toThrow(
    new RangeError('metric is miles, allowed are steps, chebyshev, manhattan, euclidean'),
  );
  expect(of([1, 0], { metric: 'euclidean' }, hexes)).toThrow(
    new RangeError('metric is euclidean, hexagons support only steps'),
  );
  expect(of([1, 0], { sight: true })).toThrow(new TypeError('sight is true, expected what sightOf gives'));
});

it('has no target of another floor in range, however near that lies', () => {
  const floors = [
    { name: 'hall', x: 0, y: 0, width: 5, height: 3 },
    { name: 'cellar', x: 0, y: 4, width: 5, height: 3 },
  ];
  const links = [{ name: 'stairs', from: [4, 0], to: [4, 6] }] as const;
  const nav = loadGrid(
    createGrid(5, 7, (_, y) => y !== 3, { floors, links }),
    { parts: [linksPart] },
  );
  const path = findPathTo(nav, 0, 2, [0, 4], { within: 2 });
  expect([path?.links?.length, path?.cells.at(-1)]).toEqual([1, 4]);
  expect(findPathTo(nav, 0, 4, [0, 4], { within: 2 })?.cost).toBe(0);
});
