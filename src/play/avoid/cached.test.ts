import { expect, it } from 'vitest';
import { createGrid } from '../../core/grid/create.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { cachePaths } from '../../runtime/cache.js';
import { load } from '../../runtime/load-all.js';
import { findDistance } from '../field/distances.js';
import { findPathAround } from '../reach/around.js';

it('remembers paths that take none of the links of a map so that units on them are seen', async () => {
  const link = { from: [0, 0], to: [8, 8], cost: 50, oneWay: true } as const;
  for (const diagonals of ['no-corners', 'hex-odd-r'] as const) {
    const linked = createGrid(9, 9, () => true, { diagonals, links: [link] });
    const nav = load(await bakeJps(linked));
    const cached = cachePaths(nav);
    const plain = nav.findPath(1, 4, 7, 4);
    for (let pass = 0; pass < 3; pass++) {
      expect(cached.findPath(1, 4, 7, 4)).toEqual(plain);
      const around = findPathAround(cached, 1, 4, 7, 4, [4, 4]);
      expect(around).toEqual(findPathAround(nav, 1, 4, 7, 4, [4, 4]));
      expect(around?.cost).toBeGreaterThan(plain?.cost ?? 0);
    }
  }
});

it.each(['no-corners', 'hex-odd-r'] as const)(
  'remembers whole paths where distances were asked first: %s',
  async (rule) => {
    const nav = load(await bakeJps(createGrid(9, 9, (x, y) => x !== 4 || y === 8, { diagonals: rule })));
    const cached = cachePaths(nav);
    for (const [x, y] of [
      [7, 1],
      [8, 8],
      [5, 4],
    ] as const) {
      expect(findDistance(cached, 1, 1, x, y)).toBe(findDistance(nav, 1, 1, x, y));
      expect(cached.findPath(1, 1, x, y)).toEqual(nav.findPath(1, 1, x, y));
    }
    expect(cached.cache.hits).toBe(3);
  },
);
