import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { cellsOf, makeGrid, random } from '../../../test/grids.js';
import { ThreadError } from '../../core/errors.js';
import { anchorsOf } from '../../core/grid/clearance.js';
import { type CreateGridOptions, createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { oracle } from '../../core/oracle/flood.js';
import { bakeBounds, bakeCh, bakeHpa, bakeJps, bakeTable } from '../../entry/bake.js';
import { rebake } from '../../entry/runtime.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { readMeta } from '../../runtime/meta.js';
import type { GridNav, Nav } from '../../runtime/nav.js';
import { findDoor, findLink } from '../edit/doors.js';
import { editable } from '../edit/edit.js';
import type { RebakeOptions } from './rebake.js';
import type { ArtifactName } from './serve.js';

const worker = resolve('dist/browser/bake-worker.js');
const bake = <N extends Nav>(nav: N, artifacts: Parameters<typeof rebake>[1], options: RebakeOptions = {}) =>
  rebake(nav, artifacts, { worker, ...options });

const rooms = makeGrid('rooms', 40, 30, 0.2, 7);
const plain = { name: 'rooms', codec: 'none' } as const;

/** Compares costs of random queries with those of an oracle. */
function expectOptimal(nav: Nav, grid: Grid): void {
  const next = random(3);
  const pick = (side: number) => Math.floor(next() * side);
  for (let i = 0; i < 100; i++) {
    const [x0, y0, x1, y1] = [pick(nav.width), pick(nav.height), pick(nav.width), pick(nav.height)];
    const [cost] = grid.isOpen(x0, y0) ? oracle(grid).costs([x0, y0], [[x1, y1]]) : [Infinity];
    const found = nav.findPath(x0, y0, x1, y1)?.cost ?? Infinity;
    expect(Math.round(found * unitOf(grid)) || found).toBe(cost);
  }
}

describe('rebake', () => {
  it('bakes the same bytes as Node, and loads them with the engines of the map', async () => {
    const hpa = await bakeHpa(rooms, { ...plain, cluster: 8 });
    const artifacts = { table: {}, hpa: { cluster: 8 }, jps: {}, bounds: {}, ch: {} };
    const { blobs, nav } = await bake(load(await bakeJps(rooms, plain)), artifacts);
    const made = [bakeJps(rooms, plain), bakeBounds(rooms, plain), bakeCh(rooms, plain), hpa, bakeTable(hpa, plain)];
    expect(blobs.map((blob) => Buffer.from(blob))).toEqual((await Promise.all(made)).map((blob) => Buffer.from(blob)));
    expect(nav.engines).toEqual(['jps+bounds', 'ch', 'jps', 'table', 'hpa']);
    expect(readMeta(nav).map).toBe('rooms');
    expectOptimal(nav, rooms);
  });

  it.each([
    { cellSize: [16, 8] },
    { floors: [{ name: 'hall', x: 0, y: 0, width: 9, height: 9 }] },
    {
      cellSize: [2, 2],
      floors: [{ name: 'hall', x: 0, y: 0, width: 4, height: 4 }],
      doors: [{ name: 'gate', cells: [1, 1] }],
    },
    { links: [{ from: [0, 0], to: [5, 5] }], markers: [{ name: 'spawn', cells: [2, 2] }] },
    { wrap: 'x' },
  ] as CreateGridOptions[])('bakes the same bytes as Node of a map made in code: %j', async (options) => {
    const grid = createGrid(9, 9, () => true, options);
    const blob = Buffer.from(await bakeJps(grid, { codec: 'none' }));
    for (const nav of [load(blob), loadGrid(grid, { parts: [linksPart] })])
      expect(Buffer.from((await bake(nav, ['jps'], { load })).blobs[0])).toEqual(blob);
  });

  it('bakes edits, and repeats those made meanwhile on the new map', async () => {
    const grid = createGrid(30, 20, (x) => x !== 15, {
      links: [{ name: 'bridge', from: [3, 3], to: [20, 3], cost: 2 }],
    });
    const nav = editable(load(await bakeJps(grid, plain)), { doors: [{ name: 'gate', cells: [15, 4, 15, 5] }] });
    findDoor(nav, 'gate').open();
    findLink(nav, 'bridge').close();
    const baking = bake(nav, ['jps', 'bounds']);
    nav.setOpen(15, 10, true);
    nav.edit({ x: 2, y: 2, width: 3, height: 2, open: false });
    const { nav: next } = await baking;
    expect([next.engine, next.isOpen(15, 4), next.isOpen(15, 10), next.isOpen(2, 2)]).toEqual([
      'jps+bounds',
      true,
      true,
      false,
    ]);
    expect(findLink(next, 'bridge').isOpen).toBe(false);
    findDoor(next, 'gate').close();
    expect([next.isOpen(15, 4), nav.isOpen(15, 4)]).toEqual([false, true]);
    findDoor(next, 'gate').open();
    expectOptimal(next, Object.assign((nav as unknown as GridNav).grid.copy(), { links: undefined }));
  });

  it('bakes maps that were made in the game, with costs, footprints and other moves', async () => {
    const cost = (x: number, y: number) => (rooms.isOpen(x, y) ? 1 + ((x * y) % 3) : 0);
    const weighted = loadGrid(40, 30, cost, { diagonals: 'never' });
    const { nav } = await bake(weighted, ['jps', 'ch'], { load });
    expect(nav.engine).toBe('ch');
    expectOptimal(nav, createGrid(40, 30, cost, { diagonals: 'never' }));
    const large = loadGrid(40, 30, (x, y) => rooms.isOpen(x, y), { size: 2 });
    const { nav: baked } = await bake(large, ['jps'], { load });
    expect(baked.size).toBe(2);
    expectOptimal(
      baked,
      createGrid(40, 30, (x, y) => rooms.isOpen(x, y), { size: 2 }),
    );
  });

  it('keeps links with a blocked end, few or many, which lead on once it opens', async () => {
    for (const wrap of [undefined, 'xy'] as const) {
      const links = [{ name: 'stairs', from: [3, 3], to: [35, 20], cost: 2 }] as const;
      const grid = createGrid(40, 30, (x, y) => rooms.isOpen(x, y) || (x === 3 && y === 3) || (x === 35 && y === 20), {
        links,
        ...(wrap && { wrap }),
      });
      const nav = editable(loadGrid(grid, { parts: [linksPart] }));
      nav.edit([
        { x: 35, y: 20, open: false },
        { x: 0, y: 0, width: 40, open: false },
      ]);
      const { nav: next, blobs } = await bake(nav, ['jps', 'ch'], { load });
      expectOptimal(next, (nav as unknown as GridNav).grid as Grid);
      expectOptimal(load(blobs), (nav as unknown as GridNav).grid as Grid);
      next.edit([
        { x: 35, y: 20, open: true },
        { x: 5, y: 0, width: 9, open: true },
      ]);
      expect(next.findPath(3, 3, 35, 20)?.cost).toBe(2);
      expectOptimal(next, (next as unknown as GridNav).grid as Grid);
    }
  });

  it.each([0, 1])('keeps wall costs of a map without an open cell, closed %s edits ago', async (edits) => {
    const map = editable(loadGrid(createGrid(9, 7, () => edits > 0, { wallCosts: [4, 2] })));
    if (edits > 0) map.edit({ x: 0, y: 0, width: 9, height: 7, open: false });
    const { blobs, nav } = await bake(map, ['jps'], { load });
    const fresh = editable(load(blobs));
    for (const one of [map, nav, fresh]) {
      one.edit({ x: 1, y: 1, width: 7, height: 5, open: true });
      expect([1, 2, 3].map((y) => one.costAt(4, y))).toEqual([5, 3, 1]);
    }
  });

  it('keeps the costs of blocked cells, and ground on which no unit fits', async () => {
    const nav = editable(loadGrid(9, 9, (x, y) => (x + y > 2 ? 1 + (x % 3) : 0)));
    nav.setCost(4, 4, 7);
    nav.setOpen(4, 4, false);
    const { nav: next } = await bake(nav, ['jps'], { load });
    next.setOpen(4, 4, true);
    expect(next.costAt(4, 4)).toBe(7);
    const large = editable(loadGrid(9, 9, (x) => x < 4, { size: 2 }));
    large.edit({ x: 6, y: 2, width: 2, open: true });
    const { nav: wide } = await bake(large, ['jps'], { load });
    for (const each of [large, wide]) each.edit({ x: 6, y: 3, width: 2, open: true });
    expect([large.isOpen(6, 2), wide.isOpen(6, 2)]).toEqual([true, true]);
    large.setCost(6, 2, 3);
    const baking = bake(large, ['jps'], { load });
    large.setCost(1, 1, 5);
    await expect(baking).rejects.toThrow(
      'costs below units of several cells have changed during the bake; rebake again',
    );
  });

  it.each([false, true])('a map that follows another one still does when it is baked, costs: %s', async (costs) => {
    const cells = createGrid(10, 8, (x, y) => (x !== 7 || y < 2) && (costs ? 1 + ((3 * x + y) % 4) : 1));
    const man = editable(loadGrid(cells));
    const squares = anchorsOf(cells, 2);
    const [carts, all] = [editable(loadGrid(squares), { follows: man }), editable(loadGrid(squares), { follows: man })];
    // Nobody fits on one half of a gap.
    man.edit({ x: 3, y: 0, width: 2, height: 8, open: false });
    man.edit({ x: 3, y: 4, height: 2, open: true });
    if (costs) man.setCost(3, 5, 9);
    const baking = bake(carts, ['jps'], { load });
    if (costs) man.setCost(2, 2, 7);
    man.edit({ x: 5, y: 0, open: false });
    const { nav: next } = await baking;
    let events = 0;
    next.onChange(() => events++);
    man.edit({ x: 4, y: 4, height: 2, open: true });
    if (costs) man.edit({ x: 4, y: 4, height: 2, cost: 5 });
    expect(events).toBe(costs ? 2 : 1);
    for (const [x, y] of cellsOf(man)) {
      const expected = all.findPath(0, 0, x, y)?.cost ?? null;
      expect([x, y, next.findPath(0, 0, x, y)?.cost ?? null]).toEqual([x, y, expected]);
    }
    expect(next.isReachable(0, 0, 5, 5)).toBe(true);
    // The one that was baked is free.
    const { version } = carts;
    man.setOpen(0, 7, false);
    expect([carts.version, next.isOpen(0, 6)]).toEqual([version, false]);
    // Loaded from its blob later, on ground as it was baked.
    const again = editable(load((await bake(next, ['jps'], { load })).blobs), { follows: man });
    if (costs) man.setCost(9, 7, 8);
    man.edit({ x: 3, y: 6, width: 2, height: 2, open: true });
    const state = (nav: Nav) => cellsOf(man).map(([x, y]) => [nav.isOpen(x, y), nav.costAt(x, y)]);
    expect(state(again)).toEqual(state(all));
  });

  it('keeps no listener of the signal, and rejects with what onProgress throws', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    signal.addEventListener = (_: string, listener: unknown) => void listeners.add(listener);
    signal.removeEventListener = (_: string, listener: unknown) => void listeners.delete(listener);
    const nav = loadGrid(9, 9, () => true);
    await bake(nav, ['jps'], { load, signal });
    expect(listeners.size).toBe(0);
    const onProgress = () => {
      throw new Error('mine');
    };
    await expect(bake(nav, ['jps'], { load, onProgress })).rejects.toThrow('mine');
  });

  it.each<[options: unknown, message: string]>([
    [{ load: 5 }, 'load is 5, expected a function'],
    [{ load, onProgress: 5 }, 'onProgress is 5, expected a function'],
    [
      { load, signal: new AbortController() },
      'signal is [object AbortController], expected that of an AbortController',
    ],
    [null, 'load is missing: nav was made in the game without engines; give rebake { load }'],
  ])('refuses the options %j', async (options, message) => {
    await expect(
      rebake(
        loadGrid(9, 9, () => true),
        ['jps'],
        options as RebakeOptions,
      ),
    ).rejects.toThrow(message);
  });

  it('bakes on pages without shared memory', async () => {
    const script = `delete globalThis.SharedArrayBuffer; import(${JSON.stringify(pathToFileURL(worker))})`;
    const bare = () => new Worker(script, { eval: true });
    const { nav } = await bake(
      loadGrid(9, 9, () => true),
      ['bounds', 'hpa', 'table'],
      { load, worker: bare },
    );
    expect(nav.findPath(0, 0, 8, 0)?.cost).toBe(8);
  });

  it('reports progress, and ends when its signal says so', async () => {
    const nav = load(await bakeJps(makeGrid('noise', 120, 120, 0.3, 3), plain));
    const steps: string[] = [];
    await bake(nav, ['jps', 'ch'], { onProgress: ({ step }) => steps.push(step) });
    expect([...new Set(steps)]).toEqual(['jps', 'ch']);
    const stop = new AbortController();
    const reason = new Error('enough');
    await expect(bake(nav, ['ch'], { signal: stop.signal, onProgress: () => stop.abort(reason) })).rejects.toBe(reason);
    await expect(bake(nav, ['ch'], { signal: stop.signal })).rejects.toBe(reason);
  });

  it.each<[artifacts: unknown, message: string]>([
    [[], 'artifacts is empty, allowed are jps, bounds, ch, hpa, table'],
    ['jps', "artifacts is jps, expected ['jps']"],
    [undefined, 'artifacts is empty, allowed are jps, bounds, ch, hpa, table'],
    [['jps', 'maze'], 'artifacts is maze, allowed are jps, bounds, ch, hpa, table'],
    [['table'], 'artifacts has table without hpa; a table is made from HPA*, name both'],
    [{ hpa: { clusters: 3 } }, 'option clusters is unknown; did you mean cluster?'],
    [{ hpa: { cluster: 1 } }, 'cluster is 1, allowed is a whole number from 2 to 64'],
  ])('refuses %j', async (artifacts, message) => {
    const nav = load(await bakeJps(rooms, plain));
    await expect(bake(nav, artifacts as ArtifactName[])).rejects.toThrow(message);
  });

  it('says what is missing: a loader, another editable for maps that follow, a worker that lives', async () => {
    const made = loadGrid(9, 9, () => true);
    await expect(bake(made, ['jps'])).rejects.toThrow(
      'load is missing: nav was made in the game without engines; give rebake { load }',
    );
    const leader = editable(made);
    editable(
      loadGrid(9, 9, () => true, { size: 2 }),
      { follows: leader },
    );
    await expect(bake(leader, ['jps'], { load })).rejects.toThrow(
      'other maps repeat the edits of nav; rebake each, and make them editable with { follows }',
    );
    const nav = load(await bakeJps(rooms, plain));
    const dying = () => new Worker('process.exit(3)', { eval: true });
    await expect(bake(nav, ['jps'], { worker: dying })).rejects.toThrow(
      new ThreadError('the worker that bakes the map has failed: it exited with code 3'),
    );
    await expect(bake(nav, ['jps'], { worker: resolve('dist/nowhere.js') })).rejects.toThrow(ThreadError);
  });
});
