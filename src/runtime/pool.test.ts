import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { bundle } from '../../test/bundle.js';
import { makeGrid, random } from '../../test/grids.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { ThreadError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { setCosts } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { bakeTable } from '../table/bake.js';
import { editable } from './edit.js';
import { load, sharedNav } from './index.js';
import { type NavPool, navPool, type PoolOptions, type SharedNav } from './pool.js';

/** Workers run from built JavaScript. */
const EVERY_ENGINE = resolve('dist/src/runtime/pool-worker.js');
const EARLY = resolve('build/test/early.worker.js');
const ODD = resolve('build/test/pool.worker.js');

const grid = makeGrid('rooms', 60, 50, 0.2, 7);

function queriesOf({ width, height }: Grid, count: number): number[] {
  const next = random(16);
  return Array.from({ length: count }, () => [width, height, width, height].map((side) => Math.floor(next() * side))).flat();
}

/** What the map itself says. */
function expected(nav: SharedNav, pairs: number[]) {
  return Array.from({ length: pairs.length / 4 }, (_, i) => {
    const [x0, y0, x1, y1] = pairs.slice(4 * i, 4 * i + 4);
    return nav.findPath(x0, y0, x1, y1);
  });
}

async function withPool(nav: SharedNav, options: PoolOptions, use: (pool: NavPool) => Promise<void>): Promise<void> {
  const pool = navPool(nav, { threads: 2, worker: EVERY_ENGINE, ...options });
  try {
    await use(pool);
  } finally {
    pool.close();
  }
}

describe('navPool', () => {
  it('answers as the map does, with every engine, over arrays that all threads share', async () => {
    const hpa = await bakeHpa(grid, { cluster: 10 });
    const jps = await bakeJps(grid);
    const priced = makeGrid('rooms', 60, 50, 0.2, 7);
    setCosts(priced, (x, y) => 1 + ((x * y) % 5));
    const pairs = queriesOf(grid, 150);
    for (const [bytes, kept] of [
      [
        [jps, await bakeBounds(grid)],
        ['open', 'components', 'lines and boxes'],
      ],
      [[await bakeHierarchy(grid)], ['open', 'components', 'hierarchy']],
      [[hpa], ['open', 'components', 'costs', 'graph', 'hops', 'landmarks', 'clear runs']],
      [
        [hpa, await bakeTable(hpa)],
        ['open', 'components', 'costs', 'graph', 'table', 'runs', 'distances', 'clear runs'],
      ],
      [[await bakeHpa(priced, { cluster: 10 })], ['open', 'components', 'costs', 'graph', 'hops', 'landmarks']],
    ] as const) {
      const nav = sharedNav([...bytes]);
      expect(Object.keys(nav.parts.kept ?? {})).toEqual(kept);
      await withPool(nav, { threads: kept.length === 3 ? 2 : 1 }, async (pool) => {
        const paths = await pool.findPaths(pairs);
        expect(paths.map((path) => path && { cost: path.cost, waypoints: path.waypoints, cells: path.cells })).toEqual(
          expected(nav, pairs),
        );
        expect(paths.some((path) => path === null)).toBe(true);
        expect(pool.shared).toBe(true);
        const [x0, y0, x1, y1] = pairs;
        const single = await pool.findPath(x0, y0, x1, y1);
        expect(single?.cost).toBe(nav.findPath(x0, y0, x1, y1)?.cost);
      });
    }
  });

  it('writes nothing that threads share, and copies none of it: a change in one thread is seen by all', async () => {
    const nav = sharedNav(await bakeJps(grid));
    const components = nav.parts.kept?.components as Uint16Array;
    expect(components.buffer).toBeInstanceOf(SharedArrayBuffer);
    const pairs = queriesOf(grid, 40);
    await withPool(nav, {}, async (pool) => {
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(true);
      const before = components.slice();
      components.fill(0);
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(false);
      components.set(before);
      expect((await pool.findPaths(pairs)).filter(Boolean)).toHaveLength(expected(nav, pairs).filter(Boolean).length);
    });
  });

  it('loads in each thread where memory cannot be shared', async () => {
    const memory = globalThis.SharedArrayBuffer;
    Object.assign(globalThis, { SharedArrayBuffer: undefined });
    const nav = sharedNav(await bakeJps(grid));
    Object.assign(globalThis, { SharedArrayBuffer: memory });
    const pairs = queriesOf(grid, 40);
    await withPool(nav, {}, async (pool) => {
      expect(pool.shared).toBe(false);
      expect((await pool.findPaths(pairs)).map((path) => path?.cost)).toEqual(expected(nav, pairs).map((path) => path?.cost));
    });
  });

  it('gives what a dying thread owed to its successor', async () => {
    const nav = sharedNav(await bakeJps(grid));
    const pairs = [...queriesOf(grid, 30), 1, 1, 40, 40, ...queriesOf(grid, 30)];
    let started = 0;
    const worker = () => new Worker(started++ < 2 ? ODD : EVERY_ENGINE);
    await withPool(nav, { worker }, async (pool) => {
      expect((await pool.findPaths(pairs)).map((path) => path?.cost)).toEqual(expected(nav, pairs).map((path) => path?.cost));
      expect(started).toBeGreaterThan(2);
    });
  });

  it('rejects what no thread survives, and all else where none begins', async () => {
    const nav = sharedNav(await bakeJps(grid));
    await withPool(nav, { worker: ODD }, async (pool) => {
      const deadly = pool.findPath(1, 1, 40, 40);
      await expect(deadly).rejects.toThrow(new ThreadError('a worker thread has ended in the middle of it (exit code 9)'));
      expect(await pool.findPath(2, 2, 2, 2)).toMatchObject({ cost: 0 });
    });
    await withPool(nav, { worker: resolve('build/test/none.js') }, async (pool) => {
      await expect(pool.findPaths([2, 2, 2, 2])).rejects.toThrow(ThreadError);
      await expect(pool.findPath(2, 2, 2, 2)).rejects.toThrow(ThreadError);
      await expect(pool.edit([])).rejects.toThrow(ThreadError);
    });
  });

  it('starts new threads for the next question after deaths at the start, with the edits that hold', async () => {
    const nav = sharedNav(await bakeJps(grid));
    let broken = false;
    const workers: Worker[] = [];
    const worker = () => {
      workers.push(new Worker(broken ? EARLY : ODD));
      return workers[workers.length - 1];
    };
    await withPool(nav, { worker }, async (pool) => {
      await pool.edit([{ shut: true }]);
      broken = true;
      const died = new ThreadError('a worker thread has ended in the middle of it (exit code 9)');
      await expect(pool.findPath(1, 1, 40, 40)).rejects.toThrow(died);
      await expect(pool.edit([{ shut: false }])).rejects.toThrow(died);
      broken = false;
      const pairs = queriesOf(grid, 60);
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(false);
      expect(await pool.edit([{ shut: false }])).toBe(3);
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(true);
    });
  });

  it('edits every thread between what was asked before and what is asked after', async () => {
    const nav = sharedNav(await bakeJps(grid));
    const pairs = queriesOf(grid, 60);
    const workers: Worker[] = [];
    const worker = () => {
      workers.push(new Worker(ODD));
      return workers[workers.length - 1];
    };
    await withPool(nav, { worker }, async (pool) => {
      const answers = [
        pool.findPaths(pairs),
        pool.edit([{ shut: true }]),
        pool.findPaths(pairs),
        pool.edit([{ shut: false }]),
        pool.findPaths(pairs),
      ];
      const [before, first, shut, second, after] = await Promise.all(answers);
      expect([first, second, pool.version]).toEqual([1, 2, 2]);
      expect((before as ({ version: number } | null)[]).filter(Boolean).map((path) => path?.version)).toEqual(
        expected(nav, pairs)
          .filter(Boolean)
          .map(() => 0),
      );
      expect((shut as unknown[]).some(Boolean)).toBe(false);
      expect(new Set((after as ({ version: number } | null)[]).map((path) => path?.version ?? 2))).toEqual(new Set([2]));
      await expect(pool.edit([{ wrong: true }])).rejects.toThrow(new RangeError('area -1, 0, 1 x 1 is not on the map'));
      // A new thread begins with the edits that hold.
      await pool.edit([{ shut: true }]);
      await Promise.all(workers.map((worker) => worker.terminate()));
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(false);
      expect(workers.length).toBe(4);
    });
  });

  it('finds the paths of an edited map, as an editable one does', async () => {
    const bytes = await bakeJps(grid);
    const nav = sharedNav(bytes);
    const pairs = queriesOf(grid, 60);
    const live = editable(load(bytes));
    const changes = [
      { x: 5, y: 5, width: 20, height: 2, open: false },
      { x: 30, y: 10, width: 3, height: 30, open: true },
    ];
    await withPool(nav, {}, async (pool) => {
      expect(await pool.edit(changes)).toBe(1);
      live.edit(changes);
      const costs = (await pool.findPaths(pairs)).map((path) => path?.cost);
      expect(costs).toEqual(
        Array.from({ length: 60 }, (_, i) => live.findPath(pairs[4 * i], pairs[4 * i + 1], pairs[4 * i + 2], pairs[4 * i + 3])?.cost),
      );
      // What threads share is as it was.
      expect(nav.parts.kept?.open).toEqual(load(bytes).grid.open);
      await expect(pool.edit([{ x: 99, y: 0, open: true }])).rejects.toThrow(RangeError);
    });
  });

  it('refuses what is not on the map or no list of queries, and everything once it is closed', async () => {
    const nav = sharedNav(await bakeJps(grid));
    await withPool(nav, {}, async (pool) => {
      await expect(pool.findPath(0, 0, 60, 0)).rejects.toThrow(RangeError);
      await expect(pool.findPaths([0, 0, 1.5, 0])).rejects.toThrow(RangeError);
      await expect(pool.findPaths([1, 2, 3])).rejects.toThrow(new RangeError('pairs are 3 numbers, expected x0, y0, x1, y1 of each query'));
      expect(await pool.findPaths([])).toEqual([]);
      const asked = pool.findPaths(queriesOf(grid, 20));
      pool.close();
      const closed = new ThreadError('the pool has been closed');
      await expect(asked).rejects.toThrow(closed);
      await expect(pool.findPath(2, 2, 2, 2)).rejects.toThrow(closed);
    });
    expect(() => navPool(nav, { threads: 0 })).toThrow(new RangeError('threads is 0, allowed is a whole number of 1 or more'));
  });
});

describe.skipIf(!haveBrowser)('navPool in Chromium', () => {
  it('shares arrays between workers on an isolated page, and loads in each of them on any other', async () => {
    const bytes = await bakeJps(grid);
    const pairs = queriesOf(grid, 60);
    const nav = sharedNav(bytes);
    const costs = expected(nav, pairs).map((path) => path?.cost ?? -1);
    const page = await bundle(`import { navPool, sharedNav } from './src/runtime/index.ts'; globalThis.gridprep = { navPool, sharedNav };`);
    const worker = await bundle(`import './src/runtime/pool-worker.ts';`);
    const files: Record<string, [string, string | Uint8Array]> = {
      '/': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
      '/page.js': ['text/javascript', page.code],
      '/worker.js': ['text/javascript', worker.code],
      '/map.prep': ['application/octet-stream', bytes],
    };
    let isolated = false;
    const server = createServer(({ url = '' }, response) => {
      const [type, body] = files[url] ?? ['text/plain', ''];
      const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
      response.writeHead(url in files ? 200 : 404, { 'Content-Type': type, ...(isolated && headers) }).end(body);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const chrome = await launchBrowser();
    try {
      for (isolated of [true, false]) {
        const tab = await chrome.newPage();
        await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
        const answer = await tab.evaluate(async (pairs) => {
          const { gridprep } = globalThis as unknown as { gridprep: typeof import('./index.js') };
          const bytes = await (await fetch('/map.prep')).arrayBuffer();
          const pool = gridprep.navPool(gridprep.sharedNav(bytes), { threads: 2, worker: '/worker.js' });
          const paths = await pool.findPaths(pairs);
          const one = await pool.findPath(pairs[0], pairs[1], pairs[2], pairs[3]);
          const gone = await gridprep
            .navPool(gridprep.sharedNav(bytes), { threads: 1, worker: '/none.js' })
            .findPath(2, 2, 2, 2)
            .catch((error) => error.name);
          pool.close();
          return { shared: pool.shared, costs: paths.map((path) => path?.cost ?? -1), one: one?.cost ?? -1, gone };
        }, pairs);
        expect(answer).toEqual({ shared: isolated, costs, one: costs[0], gone: 'ThreadError' });
        await tab.close();
      }
    } finally {
      await chrome.close();
      server.close();
    }
  });
});
