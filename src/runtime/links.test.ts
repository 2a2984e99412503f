import { describe, expect, it } from 'vitest';
import { createGrid } from '../core/grid/create.js';
import { PathBuffer } from '../core/search/path.js';
import { bakeJps } from '../engines/jps/bake.js';
import { jpsEngine } from './engines.js';
import { loader } from './load.js';
import { load } from './load-all.js';

describe('a map with links', () => {
  const wall = (x: number) => x !== 3;
  const stairs = { name: 'stairs', from: [2, 1], to: [4, 1], oneWay: true } as const;

  it('has them in its paths', async () => {
    const grid = createGrid(8, 3, wall, { links: [stairs] });
    const nav = load(await bakeJps(grid));
    expect(nav.findPath(0, 1, 6, 1)).toEqual({
      cost: 6,
      cells: Uint16Array.of(0, 1, 1, 1, 2, 1, 4, 1, 5, 1, 6, 1),
      waypoints: Uint16Array.of(0, 1, 2, 1, 4, 1, 6, 1),
      links: [{ index: 2, turn: 1, link: { ...stairs, cost: 2 } }],
    });
    expect(nav.findPath(0, 0, 2, 1)?.links).toEqual([]);
    expect(nav.findPath(6, 1, 0, 1)).toBeNull();
    expect([nav.isReachable(0, 0, 7, 2), nav.isReachable(7, 2, 0, 0)]).toEqual([true, false]);
  });

  it('is another map to its fingerprint, and needs its part', async () => {
    const [with1, without] = [createGrid(8, 3, wall, { links: [stairs] }), createGrid(8, 3, wall)];
    const [a, b] = [await bakeJps(with1), await bakeJps(without)];
    expect(load(a).fingerprint).not.toBe(load(b).fingerprint);
    expect(() => loader(jpsEngine)(a)).toThrow('links is some, expected another; also give loader linksPart');
  });

  it('leaves nothing of it in the buffer for the next map', async () => {
    const path = new PathBuffer();
    const a = load(await bakeJps(createGrid(8, 3, wall, { links: [stairs] })));
    const b = load(await bakeJps(createGrid(8, 3, () => true)));
    a.findPathInto(0, 1, 6, 1, path);
    expect(path.links).toHaveLength(1);
    b.findPathInto(0, 1, 6, 1, path);
    expect([path.links, path.cellCount]).toEqual([undefined, 7]);
  });

  it.each([
    [{ from: [3, 1], to: [4, 1] }, 'link 0: from is 3, 1, which is blocked; open that cell'],
    [{ from: [2, 1], to: [8, 1] }, 'link 0: to is 8, 1, which is not on the map of 8 x 3 cells'],
    [{ from: [2, 1], to: [2, 1], name: 'a' }, 'link 0 (a): both ends are 2, 1; a link joins two cells'],
    [{ from: [2, 1], to: [4, 1], cost: 0 }, 'link 0: cost is 0, allowed is a number above 0, up to 100000 steps'],
  ] as const)('refuses %j', (link, message) => {
    expect(() => createGrid(8, 3, wall, { links: [link] })).toThrow(message);
  });
});
