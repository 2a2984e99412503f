import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../test/grids.js';
import { allowing, askLinked, bakeAll, linked } from '../../test/links.js';
import { sample } from '../../test/samples.js';
import { withMoves } from '../core/grid/clearance.js';
import { createGrid } from '../core/grid/create.js';
import { type MoveRule, setCosts } from '../core/grid/grid.js';
import { unitOf } from '../core/grid/step-costs.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { load } from '../runtime/load-all.js';
import type { GridNav } from '../runtime/nav.js';
import { cachePaths, findDistance, findWalk, type QueryOptions, reach } from './runtime.js';

const RULES: MoveRule[] = ['no-corners', 'never', 'one-corner', 'always', 'hex', 'hex-odd-r', 'hex-even-q'];
const NEAR = ['hpa', 'table'];
const stored = { codec: 'none' } as const;

describe('queries that may take some links', () => {
  it('have the best paths, distances, walks and reach over these', async () => {
    const next = random(12);
    for (let i = 0; i < sample(60); i++) {
      const rule = RULES[i % RULES.length];
      const grid = withMoves(makeGrid('rooms', 8 + (i % 9), 8 + (i % 7), 0.5 * next(), 1 + i), rule);
      if (!grid.open.includes(1)) continue;
      if (i % 4 === 1) setCosts(grid, () => 1 + Math.floor(9 * next()));
      linked(grid, 1 + Math.floor((i % 3 ? 8 : 60) * next()), next);
      const blobs = await bakeAll(grid);
      const names = new Set(grid.links?.map(({ name }) => name).filter(() => next() < 0.5));
      for (const engine of load(blobs).engines) {
        const nav = load(blobs, { engine }) as GridNav;
        askLinked(...allowing(grid, nav, names), NEAR.includes(engine), next);
      }
      const nav = load(blobs) as GridNav;
      const [some] = allowing(grid, nav, names);
      const [x, y] = [Math.floor(grid.width * next()), Math.floor(grid.height * next())];
      const costs = dijkstra(some, x, y);
      const within = reach(nav, x, y, Infinity, { links: ({ name }) => names.has(name) });
      const unit = unitOf(grid);
      for (let c = 0; c < grid.width * grid.height; c++) {
        const [u, v] = [c % grid.width, Math.floor(c / grid.width)];
        expect(within.costAt(u, v)).toBe(costs[grid.cell(u, v)] / unit);
      }
    }
  });

  it('may change what they take from query to query, also of one name, and leave others as they are', async () => {
    const links = [
      { name: 'gate', from: [2, 1], to: [4, 1], cost: 2 },
      { name: 'gate', from: [2, 2], to: [4, 2], cost: 9 },
    ] as const;
    const grid = createGrid(7, 3, (x) => x !== 3, { links: [...links] });
    const nav = load(await bakeHpa(grid, { cluster: 3, ...stored }));
    const costs = (options?: QueryOptions) => [
      nav.findPath(1, 1, 5, 1, options)?.cost,
      findDistance(nav, 1, 1, 5, 1, options),
      findWalk(nav, 1, 1, 5, 1, options)?.cost,
      nav.isReachable(1, 1, 5, 1, options),
    ];
    const keys = new Set<string>();
    const costly = (2 * 19601) / 13860 + 9;
    const none = [undefined, Infinity, undefined, false];
    expect(costs({ links: keys })).toEqual(none);
    keys.add('gate');
    expect(costs({ links: keys })).toEqual([4, 4, 4, true]);
    expect(costs({ links: ({ cost }) => cost > 2 })).toEqual([costly, costly, expect.closeTo(costly), true]);
    expect(costs({ links: () => false })).toEqual(none);
    expect(costs()).toEqual([4, 4, 4, true]);
    const cached = cachePaths(nav);
    expect([cached.findPath(1, 1, 5, 1)?.cost, cached.findPath(1, 1, 5, 1, { links: new Set() })]).toEqual([4, null]);
    expect(cached.findPath(1, 1, 5, 1)?.cost).toBe(4);
  });

  it('say what is wrong with what they are given', async () => {
    const link = { name: 'stairs', from: [0, 0], to: [2, 0] } as const;
    const grid = createGrid(3, 1, () => true, { links: [link] });
    const nav = load(await bakeJps(grid, stored));
    for (const ask of [
      (links: never) => nav.findPath(0, 0, 2, 0, { links }),
      (links: never) => nav.isReachable(0, 0, 2, 0, { links }),
      (links: never) => findDistance(nav, 0, 0, 2, 0, { links }),
      (links: never) => reach(nav, 0, 0, 2, { links }),
    ])
      expect(() => ask('stairs' as never)).toThrow(
        new TypeError('links is stairs, expected a function of a link, or a set of names'),
      );
    const unknown = new TypeError('option link is unknown; did you mean links?');
    expect(() => nav.findPath(0, 0, 2, 0, { link: 1 } as never)).toThrow(unknown);
    const noBuffer = new TypeError('path is 1, expected a PathBuffer');
    expect(() => nav.findPathInto(0, 0, 2, 0, 1 as never, {})).toThrow(noBuffer);
  });
});
