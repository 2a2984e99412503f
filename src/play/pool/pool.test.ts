import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../../test/browser.js';
import { bundle, runtimeScript } from '../../../test/bundle.js';
import { HEX_RULES, makeGrid, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { IS_LONG, sampleOf } from '../../../test/samples.js';
import { ThreadError } from '../../core/errors.js';
import { withMoves } from '../../core/grid/clearance.js';
import type { RunLabels } from '../../core/grid/components.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { setCosts } from '../../core/grid/grid.js';
import type { Path } from '../../core/search/path.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { navPool } from '../../entry/runtime.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import type { GridNav } from '../../runtime/nav.js';
import { sharedPart } from '../../runtime/parts.js';
import { wallsPart } from '../../runtime/walls.js';
import { editable } from '../edit/edit.js';
import type { NavPool, PoolOptions } from './answers.js';

// They start threads; `ports.test.ts` has the rules of messages without threads.
const long = it.runIf(IS_LONG);

/** The worker of the package, as a bundle: it starts three times faster than its files one by one. */
const WORKER = resolve('dist/browser/worker.js');
const ODD = resolve('build/test/pool.worker.js');
const EARLY = resolve('build/test/early.worker.js');

const grid = makeGrid('rooms', 60, 50, 0.2, 7);

function queriesOf({ width, height }: Grid, count: number): number[] {
  const next = random(16);
  return Array.from({ length: count }, () =>
    [width, height, width, height].map((side) => Math.floor(next() * side)),
  ).flat();
}

/** Answers of the map itself. */
function expected(nav: GridNav, pairs: number[]) {
  return Array.from({ length: pairs.length / 4 }, (_, i) => {
    const [x0, y0, x1, y1] = pairs.slice(4 * i, 4 * i + 4);
    return nav.findPath(x0, y0, x1, y1);
  });
}

/** Asks a pool, whose answers have to be those of the map. @returns them */
async function same(pool: NavPool, nav: GridNav, pairs: number[]): Promise<(Path | null)[]> {
  const paths = await pool.findPaths(pairs);
  const shown = (all: (Path | null)[]) =>
    all.map((path) => path && [path.cost, path.waypoints, path.cells, path.links]);
  expect(shown(paths)).toEqual(shown(expected(nav, pairs)));
  return paths;
}

/** A worker that a pool starts, and all that it has started. */
function starting(file: () => string) {
  const workers: Worker[] = [];
  const worker = () => {
    workers.push(new Worker(file()));
    return workers[workers.length - 1];
  };
  return { workers, worker };
}

async function withPool(nav: GridNav, options: PoolOptions, use: (pool: NavPool) => Promise<void>): Promise<void> {
  const pool = navPool(nav, { threads: 2, worker: WORKER, ...options });
  try {
    await use(pool);
  } finally {
    pool.close();
  }
}

describe('navPool', () => {
  it('answers for maps that were made in the game, with links and edits', async () => {
    const from = [grid.isOpen(2, 2) ? 2 : 3, 2] as const;
    const cell = (x: number, y: number) => (x === from[0] && y === 2) || (grid.isOpen(x, y) && 1 + ((x * y) % 3));
    const links = [{ from, to: [from[0], 2 + 20] as const, cost: 1 }].filter(({ to }) => cell(...to));
    const made = editable(loadGrid(createGrid(60, 50, cell, { links }), { parts: [linksPart] }));
    const pairs = queriesOf(grid, 100);
    made.edit({ x: 20, y: 0, width: 2, height: 40, open: false });
    const fence = Array.from({ length: 40 }, (_, y) => [25, y, 'east'] as const);
    const walled = createGrid(60, 50, (x, y) => grid.isOpen(x, y), { diagonals: 'never', walls: fence });
    const sharing = loadGrid(walled, { parts: [sharedPart, wallsPart] });
    await withPool(sharing as GridNav, { threads: 1 }, async (pool) => {
      expect(pool.shared).toBe(true);
      await same(pool, sharing as GridNav, pairs);
    });
    await withPool(made as unknown as GridNav, { threads: 1 }, async (pool) => {
      expect(pool.shared).toBe(false);
      for (const open of [false, true]) {
        made.edit({ x: 30, y: 0, width: 1, height: 50, open });
        await same(pool, made as unknown as GridNav, pairs);
      }
    });
  });

  it('answers as the map does, with every engine, over arrays that all threads share', async () => {
    const hpa = await bakeHpa(grid, { cluster: 10 });
    const jps = await bakeJps(grid);
    const weighted = makeGrid('rooms', 60, 50, 0.2, 7);
    setCosts(weighted, (x, y) => 1 + ((x * y) % 5));
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
      [[await bakeHpa(weighted, { cluster: 10 })], ['open', 'components', 'costs', 'graph', 'hops', 'landmarks']],
    ] as const) {
      const nav = load([...bytes], { shared: true });
      expect(Object.keys(nav.source.kept ?? {})).toEqual(kept);
      await withPool(nav, { threads: 1 }, async (pool) => {
        const paths = await same(pool, nav, pairs);
        expect(paths.some((path) => path === null)).toBe(true);
        expect(pool.shared).toBe(true);
        const [x0, y0, x1, y1] = pairs;
        const single = await pool.findPath(x0, y0, x1, y1);
        expect(single?.cost).toBe(nav.findPath(x0, y0, x1, y1)?.cost);
      });
    }
  });

  it.each(['with links', ...sampleOf(HEX_RULES)] as const)('answers as the map does, %s', async (kind) => {
    const rooms = makeGrid('rooms', 60, 50, 0.3, 9);
    const map = kind === 'with links' ? linked(rooms, 12, random(4)) : withMoves(rooms, kind);
    const nav = load([await bakeJps(map), await bakeBounds(map)], { shared: true });
    await withPool(nav, { threads: 1 }, async (pool) => {
      const paths = await same(pool, nav, queriesOf(map, 150));
      const over = paths.filter((path) => (path?.links?.length ?? 0) > 0).length;
      if (kind === 'with links') expect(over).toBeGreaterThan(20);
    });
  });

  long('writes nothing that threads share, and copies none of it: a change in one thread is seen by all', async () => {
    const nav = load(await bakeJps(grid), { shared: true });
    const [, components] = (nav.source.kept as { components: RunLabels }).components;
    expect(components.buffer).toBeInstanceOf(SharedArrayBuffer);
    const pairs = queriesOf(grid, 40);
    await withPool(nav, {}, async (pool) => {
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(true);
      const before = components.slice();
      components.fill(0);
      await expect(pool.findPaths(pairs)).rejects.toThrow('memory is detached or changed');
      components.set(before);
      expect((await pool.findPaths(pairs)).filter(Boolean)).toHaveLength(expected(nav, pairs).filter(Boolean).length);
    });
  });

  long('loads in each thread where memory cannot be shared', async () => {
    const memory = globalThis.SharedArrayBuffer;
    Object.assign(globalThis, { SharedArrayBuffer: undefined });
    const nav = load(await bakeJps(grid), { shared: true });
    Object.assign(globalThis, { SharedArrayBuffer: memory });
    const pairs = queriesOf(grid, 40);
    await withPool(nav, {}, async (pool) => {
      expect(pool.shared).toBe(false);
      await same(pool, nav, pairs);
    });
  });

  it('gives what a dying thread owed to its successor', async () => {
    const nav = load(await bakeJps(grid), { shared: true });
    const pairs = [...queriesOf(grid, 30), 1, 1, 40, 40, ...queriesOf(grid, 30)];
    let started = 0;
    const worker = () => new Worker(started++ < 2 ? ODD : WORKER);
    await withPool(nav, { worker }, async (pool) => {
      await same(pool, nav, pairs);
      expect(started).toBeGreaterThan(2);
    });
  });

  long('rejects what no thread survives, and all else where none begins', async () => {
    const nav = load(await bakeJps(grid), { shared: true });
    await withPool(nav, { worker: ODD }, async (pool) => {
      const deadly = pool.findPath(1, 1, 40, 40);
      await expect(deadly).rejects.toThrow(
        new ThreadError('a worker thread has ended in the middle of it (exit code 9)'),
      );
      expect(await pool.findPath(2, 2, 2, 2)).toMatchObject({ cost: 0 });
    });
    await withPool(nav, { worker: resolve('build/test/none.js') }, async (pool) => {
      await expect(pool.findPaths([2, 2, 2, 2])).rejects.toThrow(ThreadError);
      await expect(pool.findPath(2, 2, 2, 2)).rejects.toThrow(ThreadError);
    });
  });

  it('edits every thread between what was asked before and what is asked after', async () => {
    const nav = editable(load(await bakeJps(grid), { shared: true }));
    const pairs = queriesOf(grid, 60);
    const { workers, worker } = starting(() => ODD);
    await withPool(nav, { worker }, async (pool) => {
      const edit = (shut: boolean) => nav.setOpen(0, 0, grid.isOpen(0, 0) !== shut);
      const before = pool.findPaths(pairs);
      const found = expected(nav, pairs).filter(Boolean);
      edit(true);
      const shut = pool.findPaths(pairs);
      edit(false);
      const after = pool.findPaths(pairs);
      expect([pool.version, (await before).filter(Boolean).map((path) => path?.version)]).toEqual([
        2,
        found.map(() => 0),
      ]);
      expect((await shut).some(Boolean)).toBe(false);
      expect(new Set((await after).map((path) => path?.version ?? 2))).toEqual(new Set([2]));
      // A new thread begins with all edits.
      edit(true);
      await Promise.all(workers.map((worker) => worker.terminate()));
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(false);
      expect(workers.length).toBe(4);
    });
  });

  long('has the map as it is in its threads, when a listener edits it and when a thread is replaced', async () => {
    const bytes = await bakeJps(createGrid(9, 5, () => true));
    const nav = editable(load(bytes, { shared: true }));
    // A door that closes again whenever it is opened.
    nav.onChange(() => nav.isOpen(4, 2) && nav.setOpen(4, 2, false));
    const { workers, worker } = starting(() => WORKER);
    await withPool(nav, { worker, threads: 1 }, async (pool) => {
      const same = async () => {
        const path = await pool.findPath(3, 2, 5, 2);
        expect([path?.version, path?.cells]).toEqual([nav.version, nav.findPath(3, 2, 5, 2)?.cells]);
      };
      const change = { x: 4, y: 2, open: false };
      nav.edit(change);
      Object.assign(change, { x: 0, y: 0, open: true });
      await same();
      nav.setOpen(4, 2, true);
      await same();
      await workers[0].terminate();
      await same();
      expect(workers.length).toBe(2);
    });
  });

  long('starts new threads for the next question after deaths at the start, with all edits', async () => {
    const nav = editable(load(await bakeJps(grid), { shared: true }));
    let broken = false;
    const { worker } = starting(() => (broken ? EARLY : ODD));
    await withPool(nav, { worker, threads: 1 }, async (pool) => {
      const edit = (shut: boolean) => nav.setOpen(0, 0, grid.isOpen(0, 0) !== shut);
      edit(true);
      broken = true;
      const died = new ThreadError('a worker thread has ended in the middle of it (exit code 9)');
      await expect(pool.findPath(1, 1, 40, 40)).rejects.toThrow(died);
      edit(true);
      broken = false;
      const pairs = queriesOf(grid, 60);
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(false);
      edit(false);
      expect((await pool.findPaths(pairs)).some(Boolean)).toBe(true);
    });
  });

  it('follows an editable map, with what has become of it before, until it is closed', async () => {
    const bytes = await bakeJps(grid);
    const nav = editable(load(bytes, { shared: true }));
    const pairs = queriesOf(grid, 60);
    nav.edit({ x: 5, y: 5, width: 20, height: 2, open: false });
    await withPool(nav, { threads: 1 }, async (pool) => {
      await same(pool, nav, pairs);
      nav.edit({ x: 30, y: 10, width: 3, height: 30, open: true });
      await same(pool, nav, pairs);
      expect(() => nav.edit({ x: 99, y: 0, open: true })).toThrow(RangeError);
      await same(pool, nav, pairs);
      nav.reset();
      await same(pool, nav, pairs);
      // What threads share is as it was.
      expect(nav.source.kept?.open).toEqual(load(bytes).grid.open);
      pool.close();
      nav.setOpen(5, 5, false);
    });
  });

  it('refuses what is not on the map or no list of queries, and everything once it is closed', async () => {
    const nav = load(await bakeJps(grid), { shared: true });
    await withPool(nav, { threads: 1 }, async (pool) => {
      await expect(pool.findPath(0, 0, 60, 0)).rejects.toThrow(RangeError);
      await expect(pool.findPaths([0, 0, 1.5, 0])).rejects.toThrow(RangeError);
      expect(await pool.findPaths([])).toEqual([]);
      const pending = pool.findPaths(queriesOf(grid, 20));
      pool.close();
      const closed = new ThreadError('the pool has been closed');
      await expect(pending).rejects.toThrow(closed);
      await expect(pool.findPath(2, 2, 2, 2)).rejects.toThrow(closed);
    });
  });
});

describe.runIf(haveBrowser && IS_LONG)('navPool in Chromium', () => {
  it('shares arrays between workers on an isolated page, and loads in each of them on any other', async () => {
    const bytes = await bakeJps(grid);
    const pairs = queriesOf(grid, 60);
    const nav = load(bytes, { shared: true });
    const costs = expected(nav, pairs).map((path) => path?.cost ?? -1);
    const worker = await bundle(`import './src/entry/worker.ts';`);
    const files: Record<string, [string, string | Uint8Array]> = {
      '/': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
      '/page.js': ['text/javascript', await runtimeScript()],
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
          const { gridprep } = globalThis as unknown as { gridprep: typeof import('../../entry/runtime.js') };
          const bytes = await (await fetch('/map.prep')).arrayBuffer();
          const pool = gridprep.navPool(gridprep.load(bytes, { shared: true }), { threads: 2, worker: '/worker.js' });
          const paths = await pool.findPaths(pairs);
          const one = await pool.findPath(pairs[0], pairs[1], pairs[2], pairs[3]);
          const gone = await gridprep
            .navPool(gridprep.load(bytes, { shared: true }), { threads: 1, worker: '/none.js' })
            .findPath(2, 2, 2, 2)
            .catch((error) => `${error.name}: ${error.message}`);
          pool.close();
          return { shared: pool.shared, costs: paths.map((path) => path?.cost ?? -1), one: one?.cost ?? -1, gone };
        }, pairs);
        const gone = `ThreadError: a worker thread has ended in the middle of it (its file cannot be loaded; name it: navPool(nav, { worker }))`;
        expect(answer).toEqual({ shared: isolated, costs, one: costs[0], gone });
        await tab.close();
      }
    } finally {
      await chrome.close();
      server.close();
    }
  });
});
