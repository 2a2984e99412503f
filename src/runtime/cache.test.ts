import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../test/grids.js';
import { connectedPairs } from '../../test/queries.js';
import { gridFrom } from '../core/grid/grid.js';
import { checkPath } from '../core/oracle/check-path.js';
import { PathBuffer } from '../core/search/path.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import type { HpaSearch } from '../engines/hpa/query.js';
import { bakeJps } from '../engines/jps/bake.js';
import { cachePaths } from './cache.js';
import { load } from './load-all.js';

const grid = makeGrid('rooms', 80, 60, 0.5, 3);
const queries = connectedPairs(grid, 60);

describe('cachePaths', () => {
  it.each([
    ['jps', bakeJps],
    ['hpa', bakeHpa],
  ])('answers as %s does, first and again', async (_, bake) => {
    const nav = load(await bake(grid));
    const cached = cachePaths(nav);
    const buffer = new PathBuffer();
    for (let pass = 0; pass < 3; pass++) {
      for (const q of queries) {
        const path = nav.findPath(...q);
        expect(cached.findPath(...q)).toEqual(path);
        expect(cached.findPathInto(...q, buffer)).toBe(true);
        expect(buffer.toPath()).toEqual(path);
      }
    }
    const { length } = queries;
    expect(cached.cache).toMatchObject({ hits: 5 * length, misses: length, evictions: 0, entries: length });
    expect(cached.engine).toBe(nav.engine);
  });

  it('keeps what was used last within its bounds', async () => {
    const nav = load(await bakeJps(grid));
    const cached = cachePaths(nav, { entries: 3 });
    const [a, b, c, d] = queries;
    for (const q of [a, b, c, a, d, a, b]) cached.findPath(...q);
    // d drove out b, which then drove out c.
    expect(cached.cache).toMatchObject({ hits: 2, misses: 5, evictions: 2, entries: 3 });
    cached.findPath(...d);
    expect(cached.cache.hits).toBe(3);

    const small = cachePaths(nav, { maxBytes: 800 });
    for (const q of queries) {
      small.findPath(...q);
      expect(small.cache.bytes).toBeLessThanOrEqual(800);
    }
    expect(small.cache.entries).toBeGreaterThan(0);
    expect(small.cache.evictions).toBe(small.cache.misses - small.cache.entries);
    const none = cachePaths(nav, { maxBytes: 1 });
    for (const q of [a, a]) none.findPath(...q);
    expect(none.cache).toEqual({ hits: 0, misses: 2, evictions: 0, entries: 0, bytes: 0 });
  });

  it('never takes one query for another, and knows its bytes', async () => {
    const small = makeGrid('noise', 7, 4, 0.2, 3);
    const nav = load(await bakeJps(small));
    const cached = cachePaths(nav);
    const all = Array.from(
      { length: 28 * 28 },
      (_, i) => [i % 7, Math.floor(i / 7) % 4, Math.floor(i / 28) % 7, Math.floor(i / 196)] as const,
    );
    const paths = all.map((q) => nav.findPath(...q));
    const sizes = paths.flatMap((path) => (path ? 160 + 2 * path.waypoints.length : []));
    const [bytes, last] = [sizes, sizes.slice(-2)].map((list) => list.reduce((sum, one) => sum + one));
    const { length } = sizes;
    for (const [i, q] of all.entries()) expect(cached.findPath(...q)).toEqual(paths[i]);
    expect(cached.cache).toEqual({ hits: 0, misses: length, evictions: 0, entries: length, bytes });
    for (const [i, q] of all.entries()) expect(cached.findPath(...q)).toEqual(paths[i]);
    expect(cached.cache).toMatchObject({ hits: cached.cache.entries, bytes });
    const two = cachePaths(nav, { entries: 2 });
    for (const q of all) two.findPath(...q);
    expect(two.cache).toMatchObject({ entries: 2, bytes: last });
  });

  it('keeps 1000 paths in 1 MiB where nothing is said, and none of a map that has changed', async () => {
    const open = gridFrom(128, 128, () => true);
    const nav = load(await bakeJps(open));
    const [plain, many] = [cachePaths(nav), cachePaths(nav, { entries: 1e6 })];
    for (let i = 0; i < 7000; i++) {
      if (i < 1001) plain.findPath(0, 0, i & 127, i >> 7);
      many.findPath(0, 0, i & 127, i >> 7);
    }
    expect(plain.cache).toMatchObject({ entries: 1000, evictions: 1, misses: 1001 });
    expect(many.cache.evictions).toBeGreaterThan(0);
    expect(many.cache.bytes).toBeGreaterThan(2 ** 20 - 200);
    expect(many.cache.bytes).toBeLessThanOrEqual(2 ** 20);
    for (let version = 1; version < 3; version++) {
      Object.assign(nav, { version });
      for (let i = 0; i < 2; i++) plain.findPath(0, 0, 5, 3);
      expect(plain.cache).toEqual({ hits: version, misses: 1001 + version, evictions: 1, entries: 1, bytes: 172 });
    }
  });

  it('passes on what has no path, and refuses cells that are not on the map', async () => {
    const walled = makeGrid('comb', 20, 20, 0, 1);
    walled.open.fill(0, walled.cell(0, 10), walled.cell(19, 10) + 1);
    const cached = cachePaths(load(await bakeJps(walled)));
    expect(cached.findPath(0, 0, 0, 19)).toBeNull();
    expect(() => cached.findPath(20, 0, 0, 0)).toThrow(RangeError);
    expect(cached.cache.misses).toBe(0);
  });

  it.each([
    [{ entries: 0 }, 'entries is 0, allowed is a whole number of 1 or more'],
    [{ maxBytes: 1.5 }, 'maxBytes is 1.5, allowed is a whole number of 1 or more'],
  ])('refuses %j', async (options, message) => {
    const nav = load(await bakeJps(grid));
    expect(() => cachePaths(nav, options)).toThrow(message);
  });
});

describe('cachePaths by nodes', () => {
  const grid = makeGrid('rooms', 120, 90, 1, 3);
  const near = (next: () => number, center: number) => Math.round(center + 12 * (next() + next() + next() - 1.5));

  it('takes coarse paths once more between the same clusters, legal, and seldom longer', async () => {
    const bytes = await bakeHpa(grid, { cluster: 10 });
    const plain = load(bytes, { engine: 'hpa' });
    const nav = cachePaths(load(bytes, { engine: 'hpa' }), { by: 'nodes' });
    const next = random(5);
    let [cost, optimum] = [0, 0];
    for (let i = 0; i < 300; i++) {
      const query = [near(next, 30), near(next, 30), near(next, 90), near(next, 60)] as const;
      const expected = plain.findPath(...query);
      const path = nav.findPath(...query);
      expect(path === null).toBe(expected === null);
      if (!path || !expected) continue;
      checkPath(grid, path.cells, [query[0], query[1]], [query[2], query[3]]);
      cost += path.cost;
      optimum += expected.cost;
    }
    expect(nav.cache.hits).toBeGreaterThan(30);
    expect(cost / optimum).toBeLessThan(1.02);
    // The engine itself has none, also after a query that throws.
    expect(() => nav.findPath(500, 0, 0, 0)).toThrow(RangeError);
    expect((nav.search as HpaSearch).plans).toBeUndefined();
    const { hits, misses } = nav.cache;
    plain.findPath(30, 30, 90, 60);
    expect([nav.cache.hits, nav.cache.misses]).toEqual([hits, misses]);
  });

  it('keeps to its bounds, and walks by what it keeps', async () => {
    const nav = cachePaths(load(await bakeHpa(grid, { cluster: 10 }), { engine: 'hpa' }), { by: 'nodes', entries: 3 });
    const next = random(9);
    for (let i = 0; i < 60; i++) {
      const [x0, y0, x1, y1] = [120, 90, 120, 90].map((side) => Math.floor(next() * side));
      const walk = nav.walk?.(x0, y0, x1, y1);
      if (!walk) continue;
      const cells = [...walk].flat();
      checkPath(grid, cells, [x0, y0], [x1, y1]);
      const { hits } = nav.cache;
      expect([...(nav.walk?.(x0, y0, x1, y1) ?? [])].flat()).toEqual(cells);
      // Cached paths are not searched.
      if (nav.cache.hits > hits) expect(nav.search.expanded).toBe(0);
    }
    expect(nav.cache.entries).toBe(3);
    expect(nav.cache.hits).toBeGreaterThan(20);
  });

  it('is only for HPA*', async () => {
    const nav = load(await bakeJps(grid));
    expect(() => cachePaths(nav, { by: 'nodes' })).toThrow(
      new RangeError('by is nodes, and engine is jps; only paths of engine hpa lead over nodes'),
    );
    expect(() => cachePaths(nav, { by: 'hops' as 'nodes' })).toThrow(
      new RangeError('by is hops, allowed are cells and nodes'),
    );
  });
});
