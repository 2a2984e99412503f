import { describe, expect, it } from 'vitest';
import { anyCell, makeGrid, random } from '../../../test/grids.js';
import { askLinked, linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { labelComponents } from '../../core/grid/components.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import type { LinkInput } from '../../core/grid/links.js';
import { ALL_RULES } from '../../core/grid/rules.js';
import { withLinks } from '../../core/grid/with-links.js';
import type { Engine, Query } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import type { GridNav } from '../../runtime/nav.js';
import { bakeJps } from '../jps/bake.js';
import { allArcs } from './arcs.js';
import { Landmarks } from './landmarks.js';
import { type LinkedSearch, linkedSearch } from './search.js';

const navOf = async (grid: Grid) => load(await bakeJps(grid, { codec: 'none', threads: 1 })) as GridNav;

const anyOpen = (grid: Grid, next: () => number): [number, number] => {
  for (;;) {
    const cell = anyCell(grid, next);
    if (grid.isOpen(...cell)) return cell;
  }
};

describe('a search over links', () => {
  it('ends whatever costs an engine reports, after few pieces', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const next = random(seed);
      const grid = linked(makeGrid('noise', 12, 12, 0.1, seed), 1 + Math.floor(25 * next()), next);
      const labels = labelComponents(grid);
      const ways = grid.links?.reduce((sum, { oneWay }) => sum + (oneWay ? 1 : 2), 0) ?? 0;
      let asked = 0;
      const odd = [0, -7, Number.NaN, 1e12, -Infinity];
      const base: Engine = {
        expanded: 0,
        generated: 0,
        search(x0, y0, x1, y1, path) {
          // Pieces between ways, from and to them, and the path without any; and eight landmarks, each with pieces to
          // the ends of ways, and to start and goal for each that follows.
          if (++asked > (ways + 1) ** 2 + 8 * (2 * ways + 2 * 8)) throw new Error(`${asked} pieces of ${ways} ways`);
          path.write([x1 | (y1 << 16), x0 | (y0 << 16)], 2, next() < 0.5 ? odd[Math.floor(5 * next())] : 30 * next());
          return true;
        },
      };
      const search = linkedSearch({ grid, version: 0, label: (cell) => labels[cell], kit: {} }, base, grid.links ?? []);
      for (let i = 0; i < 20; i++) {
        asked = 0;
        const [x0, y0, x1, y1] = [12, 12, 12, 12].map((side) => Math.floor(side * next()));
        if (grid.isOpen(x0, y0) && grid.isOpen(x1, y1)) search.distance(x0, y0, x1, y1);
      }
    }
  });

  it('expands no cell twice on average, by cheap and expensive links', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const next = random(seed);
      const grid = linked(makeGrid(seed % 2 ? 'rooms' : 'noise', 24, 24, 0.3, seed), 200, next);
      const nav = await navOf(grid);
      const path = new PathBuffer();
      for (let i = 0; i < 40; i++) {
        const [x0, y0, x1, y1] = [24, 24, 24, 24].map((side) => Math.floor(side * next()));
        if (nav.findPathInto(x0, y0, x1, y1, path)) expect(nav.search.expanded).toBeLessThan(1.1 * 24 * 24);
      }
    }
  });

  it.each(ALL_RULES)('over many links is exact, with few shortcuts and with many, moves %s', (rule) => {
    const next = random(31);
    // The third number is above that of shortcuts for which a query computes distances one by one.
    const numbers = [8, 40, 2100];
    for (let i = 0; i < sample(24, 4); i++) {
      const grid = withMoves(makeGrid(i & 4 ? 'rooms' : 'noise', 36, 36, 0.25, 1 + i), rule);
      if (i & 2) setCosts(grid, () => 1 + Math.floor(5 * next()));
      // By default, a link costs as much as the distance between its ends, so that it is no shortcut.
      const shortcuts = numbers[i % 3];
      const links = Array.from({ length: shortcuts + 60 }, (_, link): LinkInput => {
        const [from, to] = [anyOpen(grid, next), anyOpen(grid, next)];
        return { name: `${link % 3}`, from, to, oneWay: next() < 0.5, ...(link < shortcuts && { cost: 1 }) };
      });
      withLinks(
        grid,
        links.filter(({ from, to }) => `${from}` !== `${to}`),
      );
      askLinked(grid, loadGrid(grid, { parts: [linksPart] }) as GridNav, false, next, 2);
    }
  });

  it('finds the same paths whatever was asked before, and hardly a cost between links twice', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const next = random(seed);
      const grid = linked(makeGrid('rooms', 50, 50, 0.5, seed), 24, next);
      const [asked, fresh] = [await navOf(grid), await navOf(grid)];
      const base = asked.linked?.plain.search as Engine;
      const { search } = base;
      let pieces: Query[] = [];
      base.search = (...piece) => {
        pieces.push(piece.slice(0, 4) as never);
        return search.call(base, ...piece);
      };
      const queries = Array.from({ length: 150 }, () => [50, 50, 50, 50].map((side) => Math.floor(side * next())));
      /** Pieces between ends of links, for the costs of all queries. */
      const between = () =>
        (queries as never as Query[]).flatMap((query) => {
          const ends = [query.slice(0, 2).join(), query.slice(2).join()];
          pieces = [];
          if (asked.isReachable(...query)) (asked.search as LinkedSearch).distance(...query);
          return pieces.filter(
            (piece) => ![piece.slice(0, 2), piece.slice(2)].some((end) => ends.includes(end.join())),
          );
        });
      const first = between().length;
      expect(first).toBeGreaterThan(20);
      // Better bounds may try paths of equal cost in another order.
      expect(between().length).toBeLessThan(0.1 * first);
      for (const query of queries as never as Query[])
        expect(asked.findPath(...query)).toEqual(fresh.findPath(...query));
    }
  });

  it('takes 65,536 links in time that grows with them', async () => {
    const links: LinkInput[] = Array.from({ length: 65_536 }, (_, i) => ({
      from: [i % 256, i >> 8],
      to: [(i * 7 + 1) % 256, (i >> 8) ^ 1],
      name: `${i}`,
    }));
    const nav = await navOf(createGrid(256, 256, () => true, { links }));
    expect(nav.linked?.links).toHaveLength(65_536);
    expect(nav.isReachable(0, 0, 255, 255)).toBe(true);
    const one = { from: [0, 0], to: [1, 1] } as const;
    expect(() => createGrid(256, 256, () => true, { links: [...links, one] })).toThrow(
      'there are 65537 links, allowed are 65536',
    );
  });
});

it('takes no bound from costs before an edit and costs after it', () => {
  const grid = createGrid(6, 1, () => 2, { links: [{ from: [0, 0], to: [5, 0], cost: 1 }] });
  const marks = new Landmarks(grid, allArcs({ grid, kit: {} }, grid.links ?? []));
  const ends = [Int32Array.of(0, 100), Int32Array.of(100, 0)];
  marks.add({ arc: 0, ends });
  const boundsAt = (cost: number) => {
    const bounds = new Float64Array(2);
    marks.raise(() => cost, 0, bounds);
    return [...bounds];
  };
  expect(boundsAt(60)).toEqual([60, 40]);
  setCosts(grid, () => 9);
  marks.update();
  expect(boundsAt(270)).toEqual([0, 0]);
});
