/** Queues and caches of paths between hexagons: each answer is a legal path of the least cost, however it is found. */
import { describe, expect, it } from 'vitest';
import { anyCell, HEX_RULES, makeGrid, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { withMoves } from '../../core/grid/clearance.js';
import { setCosts } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import type { Path } from '../../core/search/path.js';
import { cachePaths } from '../../runtime/cache.js';
import { linksPart } from '../../runtime/links.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { straighten } from '../straighten/straighten.js';
import { pathQueue } from './queue.js';

describe.each(HEX_RULES.flatMap((rule) => [false, true].map((weighted) => ({ rule, weighted }))))(
  'paths between hexagons, $rule, weighted terrain $weighted',
  ({ rule, weighted }) => {
    const grid = withMoves(makeGrid('noise', 40, 30, 0.3, 5), rule);
    if (weighted) setCosts(grid, (x, y) => 1 + (((x >> 2) + (y >> 1)) % 4));
    const unit = unitOf(grid);
    const nav = loadGrid(grid);
    const next = random(3);
    const cell = () => anyCell(grid, next);

    function check(path: Path | null, from: readonly [number, number], to: readonly [number, number]): void {
      const cost = dijkstra(grid, ...from)[grid.cell(...to)] / unit;
      expect(path?.cost ?? Infinity).toBe(grid.isOpen(...to) ? cost : Infinity);
      if (path) expect(checkPath(grid, path.cells, from, to)).toBe(Math.round(cost * unit));
    }

    it.each([100, 1e9])('of a queue with a budget of %s', (work) => {
      const queue = pathQueue(nav, { budget: { work } });
      const goals = [cell(), cell(), cell()];
      let answered = 0;
      for (let i = 0; i < 30; i++) {
        const [from, to] = [cell(), i % 2 ? cell() : goals[i % 3]];
        queue.request(...from, ...to, ({ path }) => {
          check(path, from, to);
          answered++;
        });
      }
      for (let i = 0; i < 1e5 && queue.pending > 0; i++) queue.update();
      expect(answered).toBe(30);
      if (work === 100) expect(queue.statistics.sliced + queue.statistics.fields).toBeGreaterThan(0);
    });

    it('of a cache, found and found again', () => {
      const cached = cachePaths(nav);
      for (let i = 0; i < 36; i++) {
        const [from, to] = [cell(), cell()];
        for (let times = 0; times < 2; times++) check(cached.findPath(...from, ...to), from, to);
      }
      expect(cached.cache.hits).toBeGreaterThan(10);
    });
  },
);

it.each(HEX_RULES)('over many links the turns of a path give its cells, %s', async (rule) => {
  const next = random(5);
  const grid = linked(withMoves(makeGrid('noise', 12, 12, 0.2, 5), rule), 80, next);
  const nav = loadGrid(grid, { parts: [linksPart] });
  const cached = cachePaths(nav);
  const queue = pathQueue(nav, { budget: { work: 1e9 } });
  for (let i = 0; i < 100; i++) {
    const query = [...anyCell(grid, next), ...anyCell(grid, next)] as const;
    const path = nav.findPath(...query);
    const asked = queue.ask(...query);
    queue.update();
    const others = [cached.findPath(...query), cached.findPath(...query), (await asked).path];
    for (const other of others) expect(other?.cells).toEqual(path?.cells);
    if (path) expect(straighten(nav, path).cost).toBe(path.cost);
  }
});
