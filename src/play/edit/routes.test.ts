import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import type { Link } from '../../core/grid/links.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { withLinks } from '../../core/grid/with-links.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { PathBuffer } from '../../core/search/path.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import type { GridNav, Linked } from '../../runtime/nav.js';
import { findLink } from './doors.js';
import { editable } from './edit.js';
import type { ChangingNav } from './edits.js';

const stored = { codec: 'none', threads: 1 } as const;

/** A map with more links than rows are made for in advance, and queries between any of its cells. */
function manyLinks(seed: number, links = 120) {
  const next = random(seed);
  const grid = withMoves(
    makeGrid(seed % 2 ? 'rooms' : 'noise', 24, 24, 0.25, seed),
    (['no-corners', 'never', 'hex-odd-r', 'always'] as const)[seed % 4],
  );
  if (seed % 5 === 0 && seed % 4 !== 2) setCosts(grid, () => 1 + Math.floor(5 * next()));
  linked(grid, links, next);
  const cell = (): [number, number] => [Math.floor(24 * next()), Math.floor(24 * next())];
  return { grid, next, queries: Array.from({ length: 60 }, () => [...cell(), ...cell()] as const) };
}

const cellsOf = (nav: GridNav, query: readonly [number, number, number, number]) =>
  nav.findPath(...query)?.cells.join();

describe('routes over many links', () => {
  it('are the same cells whatever was asked before, on the baked map and after edits', async () => {
    for (let seed = 1; seed <= sample(8); seed++) {
      const { grid, next, queries } = manyLinks(seed);
      const blob = await bakeJps(grid, stored);
      const edits = [{ x: Math.floor(20 * next()), y: 5, width: 3, open: seed % 2 > 0 }];
      for (const changes of [[], edits]) {
        const warm = editable(load(blob));
        warm.edit(changes);
        const before = queries.map((query) => cellsOf(warm as GridNav, query));
        expect(queries.map((query) => cellsOf(warm as GridNav, query))).toEqual(before);
        for (let i = 0; i < queries.length; i += 6) {
          const cold = editable(load(blob));
          cold.edit(changes);
          expect(cellsOf(cold as GridNav, queries[i])).toBe(before[i]);
        }
      }
    }
  });

  it.each(['jps', 'hpa'])('lead over the links that a query allows, at their cost (%s)', async (engine) => {
    let without = 0;
    for (let seed = 1; seed <= sample(16); seed++) {
      const { grid, next, queries } = manyLinks(seed, seed % 3 ? 8 : 120);
      if (engine === 'hpa' && grid.moveRule.startsWith('hex')) continue;
      const loaded = load(await (engine === 'hpa' ? bakeHpa(grid, { cluster: 6, ...stored }) : bakeJps(grid, stored)));
      const nav = editable(loaded) as ChangingNav;
      const { links = [] } = grid;
      const name = (links[Math.floor(next() * links.length)] as Link).name;
      const allows = (link: Link) => link.name !== name && link.cost < 20;
      for (const x of [-1, 3, 12]) {
        if (x > 0) nav.edit({ x, y: 7, width: 4, open: x > 10 });
        const now = withLinks(Object.assign((nav.grid as Grid).copy(), { links: undefined }), null) as Grid;
        now.links = links.filter(allows);
        const { search } = nav.linked as Linked;
        const path = new PathBuffer();
        for (const [x0, y0, x1, y1] of queries) {
          const best = dijkstra(now, x0, y0)[now.cell(x1, y1)];
          const found = nav.isReachable(x0, y0, x1, y1) && search.search(x0, y0, x1, y1, path, allows);
          expect(found).toBe(best < Infinity);
          if (!found) continue;
          const cost = checkPath(now, path.cells.slice(0, 2 * path.cellCount), [x0, y0], [x1, y1], path.links);
          expect(Math.round(path.cost * unitOf(now))).toBe(cost);
          if (engine === 'hpa') expect(cost).toBeGreaterThanOrEqual(best);
          else
            expect([cost, search.distance(x0, y0, x1, y1, allows) * unitOf(now)]).toEqual([best, expect.closeTo(best)]);
          without += Number(cost > Math.round((nav.findPath(x0, y0, x1, y1)?.cost ?? 0) * unitOf(now)));
        }
      }
    }
    expect(without).toBeGreaterThan(5);
  });

  it('take few searches of the engine after a link has closed, a wall has come, and from scratch', async () => {
    const next = random(4);
    const grid = linked(makeGrid('rooms', 120, 120, 0.2, 4), 500, next);
    const nav = editable(load(await bakeJps(grid, stored))) as ChangingNav;
    const { search: engine } = (nav.linked as Linked).plain;
    const { search } = engine;
    let searches = 0;
    engine.search = (...query) => {
      searches++;
      return search.call(engine, ...query);
    };
    const ask = () => {
      searches = 0;
      for (let tries = 0; searches === 0 && tries < 50; tries++)
        nav.findPath(
          ...(Array.from({ length: 4 }, () => Math.floor(120 * next())) as [number, number, number, number]),
        );
      return searches;
    };
    const most = { baked: 0, edited: 0 };
    for (let round = 0; round < 20; round++) {
      const name = grid.links?.[round].name ?? '';
      if (round % 2) findLink(nav, name).close();
      else while (nav.version % 2 === 0) nav.setOpen(Math.floor(120 * next()), Math.floor(120 * next()), false);
      most.edited = Math.max(most.edited, ask());
      nav.reset();
      most.baked = Math.max(most.baked, ask());
    }
    // All distances between arcs are 40,000; 232 rows of a second before.
    expect(most.edited).toBeLessThan(40);
    expect(most.baked).toBeLessThan(1_500);
  });
});
