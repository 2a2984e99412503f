import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { askLinked, linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { withLinks } from '../../core/grid/with-links.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { findPathWithin } from '../../runtime/limits.js';
import { load } from '../../runtime/load-all.js';
import type { GridNav } from '../../runtime/nav.js';
import { findWalk } from '../../runtime/walk.js';
import { affects } from './affects.js';
import { applyChanges, saveChanges } from './changes.js';
import { editable } from './edit.js';
import type { ChangingNav } from './edits.js';
import type { LiveWalk } from './walks.js';

const stored = { codec: 'none', threads: 1 } as const;

describe('paths over links after edits', () => {
  it.each(['no-corners', 'never', 'always', 'hex-odd-r'] as const)(
    'are optimal after cells have opened or cost less (%s)',
    async (rule) => {
      for (let seed = 1; seed <= sample(30); seed++) {
        const next = random(seed);
        const upTo = (n: number) => Math.floor(n * next());
        const grid = withMoves(makeGrid(seed % 2 ? 'rooms' : 'noise', 20 + upTo(14), 20 + upTo(14), 0.4, seed), rule);
        if (seed % 3 === 0 && rule === 'no-corners') setCosts(grid, () => 2 + upTo(8));
        linked(grid, 3 + upTo(seed % 5 === 0 ? 60 : 10), next);
        // None shorter than the way between its ends: where no way over what is better can cost less, the baked path holds.
        const { links = [] } = grid;
        if (seed % 2 > 0)
          withLinks(
            grid,
            links.map(({ from, to, oneWay }) => ({ from, to, oneWay })),
          );
        const nav = editable(load(await bakeJps(grid, stored)));
        for (let round = 0; round < 3; round++) {
          const [x, y] = [upTo(grid.width - 3), upTo(grid.height)];
          if (grid.costs) nav.setCost(x, y, 1);
          else nav.edit({ x, y, width: 3, open: true });
          const now = (nav.grid as Grid).copy();
          now.links = grid.links;
          askLinked(now, nav as GridNav, false, next, 1);
        }
      }
    },
    60_000,
  );

  it('lead over what has opened by a teleporter, however far it is on foot', async () => {
    const grid = createGrid(40, 20, (x) => x !== 30, {
      links: [
        { from: [2, 1], to: [38, 1], cost: 1 },
        { from: [2, 10], to: [29, 10], cost: 1 },
      ],
    });
    const nav = editable(load(await bakeJps(grid, stored)));
    nav.setOpen(30, 10, true);
    expect(nav.findPath(0, 10, 38, 10)).toMatchObject({ cost: 12, links: [{ link: { to: [29, 10] } }] });
  });

  it('take links that no list has where what was best is blocked', async () => {
    const grid = createGrid(40, 12, (x) => x !== 20, {
      links: [
        { from: [18, 5], to: [22, 5], oneWay: true },
        { from: [18, 7], to: [22, 7], cost: 50, oneWay: true },
      ],
    });
    const nav = editable(load(await bakeJps(grid, stored)));
    nav.setOpen(18, 5, false);
    expect(nav.findPath(18, 7, 22, 7)?.cost).toBe(50);
  });
});

/** A row of cells with a link. */
const row = async (width: number, from: number, to: number) => {
  const link = { name: 'n', from: [from, 0], to: [to, 0], cost: 1 } as const;
  return editable(
    load(
      await bakeHpa(
        createGrid(width, 1, () => true, { links: [link] }),
        { cluster: 2, ...stored },
      ),
    ),
  );
};
const started = (nav: ChangingNav, from: number, to: number): LiveWalk => {
  const walk = findWalk(nav, from, 0, to, 0) as LiveWalk;
  walk.next();
  return walk;
};
const rest = (walk: LiveWalk) => [[...walk].map(([x]) => x).join(), walk.blocked, walk.replans];

describe('walks over links that change', () => {
  it('leave a link that has closed', async () => {
    const nav = await row(5, 0, 4);
    const walk = started(nav, 0, 4);
    nav.edit({ link: 'n', open: false });
    expect(rest(walk)).toEqual(['1,2,3,4', false, 1]);
    const other = started(nav, 0, 4);
    nav.edit({ link: 'n', open: true });
    expect(rest(other)).toEqual(['4', false, 1]);
  });

  it('are blocked where a link leads into a wall, and go round a wall by a link', async () => {
    const nav = await row(3, 0, 2);
    const [path, walk] = [nav.findPath(0, 0, 2, 0), started(nav, 0, 2)];
    nav.setOpen(2, 0, false);
    expect([path && affects(nav, path), ...rest(walk)]).toEqual([true, '', true, 1]);
    nav.setOpen(2, 0, true);
    expect([path && affects(nav, path), ...rest(walk)]).toEqual([false, '2', false, 2]);
    const wide = await row(6, 2, 5);
    const round = started(wide, 2, 4);
    wide.setOpen(3, 0, false);
    expect(rest(round)).toEqual(['5,4', false, 1]);
  });
});

describe('limits', () => {
  it('leave nothing behind in edited maps of HPA* and tables, nor in those they were made from', async () => {
    const grid = createGrid(7, 2, (x, y) => !(x === 3 && y === 0));
    const hpa = await bakeHpa(grid, { cluster: 2, paths: false, ...stored });
    for (const engine of ['table', 'hpa']) {
      const loaded = load([hpa, await bakeTable(hpa, stored)], { engine }) as GridNav;
      const nav = editable(loaded);
      nav.setOpen(0, 0, false);
      expect(findPathWithin(nav, 2, 0, 6, 0, { expanded: 1 }).status).toBe(engine === 'hpa' ? 'limit' : 'found');
      const costs = (one: GridNav) => [one.distance?.(0, 1, 6, 0), one.walk && findWalk(one, 0, 1, 6, 0)?.cost];
      expect(costs(nav)).toEqual([5 + Math.SQRT2, 5 + Math.SQRT2].map((cost) => expect.closeTo(cost, 6)));
      expect(costs(loaded)).toEqual([7, 7]);
    }
  });

  it('give no part of a path where links are', async () => {
    const link = (from: number, to: number) => ({ from: [from, 0], to: [to, 0], cost: 1 }) as const;
    const links = [link(5, 3), link(1, 2), link(1, 3)];
    const loaded = load(
      await bakeJps(
        createGrid(6, 1, () => true, { links }),
        stored,
      ),
    );
    expect(findPathWithin(loaded, 0, 0, 5, 0, { expanded: 2 })).toMatchObject({ path: null, status: 'limit' });
    const one = createGrid(4, 1, () => true, { diagonals: 'never', links: [{ name: 'a', ...link(0, 3) }] });
    const nav = editable(load(await bakeJps(one, stored)));
    nav.setOpen(1, 0, false);
    expect(findPathWithin(nav, 2, 0, 0, 0, { expanded: 1 })).toMatchObject({ path: null, status: 'limit' });
    expect(nav.findPath(2, 0, 0, 0)?.cost).toBe(2);
  });
});

describe('the cells of a path over links', () => {
  const grids = {
    wide: createGrid(12, 2, (x, y) => ['...#.#...#..', '...###...#.#'][y][x] === '.', {
      diagonals: 'always',
      links: (
        [
          [8, 1, 6, 0],
          [10, 0, 2, 1],
          [1, 1, 7, 0],
        ] as const
      ).map(([a, b, c, d]) => ({
        ...{ name: 'n', from: [a, b], to: [c, d], cost: 2 },
      })),
    }),
    comb: createGrid(16, 10, (x, y) => (y === 0 ? x % 4 !== 3 : y === 9 ? x % 4 !== 1 : x % 2 === 0), {
      links: (
        [
          [12, 6, 14, 2, 1],
          [4, 2, 0, 2, 0],
          [14, 9, 6, 9, 1],
          [2, 1, 8, 3, 1],
        ] as const
      ).map(([a, b, c, d, oneWay], i) => ({
        ...{ name: i < 2 ? 'n0' : 'n1', from: [a, b], to: [c, d], cost: 2, oneWay: oneWay > 0 },
      })),
    }),
  };
  const wide = () => bakeHpa(grids.wide, { cluster: 5, ...stored });
  const comb = () => bakeJps(grids.comb, stored);

  it.each([
    ['hpa', async () => [await wide()], '9 1 3 1', [9, 1, 0, 0]],
    ['table', async () => [await wide(), await bakeTable(await wide(), stored)], '9 1 3 1', [9, 1, 0, 0]],
    ['jps', async () => [await comb()], '13 1 11 0 1 1', [10, 7, 2, 7]],
    ['jps+bounds', async () => [await comb(), await bakeBounds(grids.comb, stored)], '13 1 11 0 1 1', [10, 7, 2, 7]],
  ])('do not depend on the order of edits: %s', async (engine, bake, text, query) => {
    const blobs = await bake();
    const [x0, y0, x1, y1] = query;
    const cells = (text.match(/\d+ \d+/g) ?? []).map((cell) => cell.split(' ').map(Number));
    const edited = (list: number[][]) => {
      const nav = editable(load(blobs, { engine }));
      for (const [x, y] of list) nav.setOpen(x, y, true);
      return nav;
    };
    const navs = [edited(cells), edited([...cells].reverse()), edited([])];
    applyChanges(navs[2], saveChanges(navs[0]));
    const paths = navs.map((nav) => nav.findPath(x0, y0, x1, y1)?.cells.join());
    expect(paths[0]).toBeTypeOf('string');
    expect(new Set(paths).size).toBe(1);
  });

  it('are of names that the map has, if it has any', async () => {
    const grid = createGrid(6, 3, () => true, { links: [{ from: [0, 0], to: [5, 2], cost: 1 }] });
    const nav = editable(load(await bakeJps(grid, stored)));
    const message = 'there is no link gate; those of the map have no names';
    expect(() => nav.edit({ link: 'gate', open: false })).toThrow(new RangeError(message));
    expect(() => nav.edit({ link: '', open: false })).not.toThrow();
  });
});
