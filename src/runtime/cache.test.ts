import { describe, expect, it } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { connectedPairs } from '../../test/queries.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { PathBuffer } from '../search/path.js';
import { cachePaths } from './cache.js';
import { load } from './index.js';

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
    expect(cached.cache).toMatchObject({ hits: 5 * queries.length, misses: queries.length, evictions: 0, entries: queries.length });
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

    const small = cachePaths(nav, { bytes: 800 });
    for (const q of queries) {
      small.findPath(...q);
      expect(small.cache.bytes).toBeLessThanOrEqual(800);
    }
    expect(small.cache.entries).toBeGreaterThan(0);
    expect(small.cache.evictions).toBe(small.cache.misses - small.cache.entries);
    const none = cachePaths(nav, { bytes: 1 });
    for (const q of [a, a]) none.findPath(...q);
    expect(none.cache).toEqual({ hits: 0, misses: 2, evictions: 0, entries: 0, bytes: 0 });
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
    [{ bytes: 1.5 }, 'bytes is 1.5, allowed is a whole number of 1 or more'],
  ])('refuses %j', async (options, message) => {
    const nav = load(await bakeJps(grid));
    expect(() => cachePaths(nav, options)).toThrow(message);
  });
});
