/** The ten tasks that games have most often, as a newcomer writes them: compiled strictly, and run. */

import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import '../../test/compiled-threads.js';
import { drawn } from '../../test/grids.js';
import { packAgents } from '../core/blob/agents.js';
import { packBlobs } from '../core/blob/pack.js';
import { anchorsOf } from '../core/grid/clearance.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { drawNav, recordSearch } from './debug.js';
import {
  affects,
  editable,
  findDoor,
  findWalk,
  flowField,
  load,
  navPool,
  nearestOpen,
  type Path,
  pathQueue,
  pixels,
  sightOf,
  toXY,
} from './runtime.js';

/** Two rooms: a gate at 10, 2 to 3 two cells wide, and a way round below. */
const grid = drawn(`
  ..........#.........
  ..........#.........
  ....................
  ....................
  ..........#.........
  ..........#.........
  ....................
  ....................`);
const places = {
  cellSize: [16, 16] as [number, number],
  origin: [0, 0] as [number, number],
  doors: [{ name: 'gate', cells: [10, 2, 10, 3] }],
  markers: [{ name: 'exit', cells: [18, 2] }],
};
const bake = async (size: number) => {
  const of = size > 1 ? anchorsOf(grid, size) : grid;
  const options = { places, threads: 1 };
  return packBlobs([await bakeJps(of, options), await bakeBounds(of, options), await bakeHpa(of, options)]);
};
const [bytes, big] = await Promise.all([bake(1), bake(2)]);
const town = packAgents([
  { name: 'man', bytes },
  { name: 'cart', bytes: big },
]);
const worker = () => new Worker(resolve('build/src/entry/worker.js'));

describe('the ten tasks', () => {
  it('1: load, and find', () => {
    const visited: string[] = [];
    const nav = load(bytes);
    const path = nav.findPath(2, 2, 17, 2); // null: no way
    if (path) for (const { x, y } of toXY(path.cells)) visited.push(`${x},${y}`);
    expect([visited.length, visited[0], visited.at(-1)]).toEqual([16, '2,2', '17,2']);
  });

  it('2: click to walk, in pixels', () => {
    const hero = { x: 40, y: 40 };
    const nav = load(bytes);
    const px = pixels(nav); // cell size and origin come with the map
    const sight = sightOf(nav, { radius: 0.4 });
    const click = (offsetX: number, offsetY: number) => {
      const from = px.cellAt(hero.x, hero.y);
      const to = nearestOpen(nav, ...px.cellAt(offsetX, offsetY), from);
      const path = to && nav.findPath(...from, ...to);
      return path ? px.line(sight.pull(path)) : [];
    };
    expect(click(280, 40)).toEqual([
      { x: 40, y: 40 },
      { x: 280, y: 40 },
    ]);
    // In the wall: next to it.
    expect(click(168, 8).at(-1)).toEqual({ x: 152, y: 8 });
  });

  it('3: doors', () => {
    const nav = editable(load(bytes)); // doors come with the map
    const units: { path: Path | null }[] = [{ path: nav.findPath(2, 2, 17, 2) }, { path: nav.findPath(2, 6, 17, 6) }];
    const replanned: unknown[] = [];
    nav.onChange(() => replanned.push(...units.filter(({ path }) => path && affects(nav, path))));
    findDoor(nav, 'gate').close();
    expect(replanned).toEqual([units[0]]);
  });

  it('4: a crowd, one goal, and a door that closes before it', () => {
    const nav = editable(load(bytes));
    const units = [
      { x: 2, y: 2 },
      { x: 8, y: 5 },
    ];
    const toExit = flowField(nav, [18, 2, 18, 7]); // the nearer of two
    for (let frame = 0; frame < 60; frame++) {
      if (frame === 4) findDoor(nav, 'gate').close();
      for (const unit of units) {
        const next = toExit.next(unit.x, unit.y); // null: there, or no way
        if (next) [unit.x, unit.y] = next;
        expect(nav.isOpen(unit.x, unit.y)).toBe(true);
      }
    }
    expect(units.every(({ x, y }) => x === 18 && (y === 2 || y === 7))).toBe(true);
  });

  it('5: a budget for each frame', () => {
    const nav = load(bytes);
    const unit = { way: 0, follow: (path: Path) => Object.assign(unit, { way: path.cost }) };
    const queue = pathQueue(nav, { budget: { ms: 1 } });
    queue.request(2, 2, 17, 2, ({ path }) => path && unit.follow(path), { unit });
    queue.update(); // once a frame
    expect(unit.way).toBe(15);
  });

  it('6: two sizes', async () => {
    const man = editable(load(town, { agent: 'man' }));
    const cart = editable(load(town, { agent: 'cart' }), { follows: man });
    findDoor(man, 'gate').close(); // also for carts
    expect([man.isOpen(10, 2), cart.isOpen(10, 2), cart.findPath(2, 2, 17, 2)?.cost]).toEqual([
      false,
      false,
      expect.closeTo(18.31, 2),
    ]);
    man.setCost(4, 2, 7);
    expect([man.costAt(4, 2), cart.costAt(3, 1), cart.costAt(5, 2)]).toEqual([7, 7, 1]);
    man.setCost(4, 2, 1);
  });

  it('7: threads', async () => {
    const nav = load(bytes, { shared: true });
    const pool = navPool(nav, { threads: 1, worker });
    const path = await pool.findPath(2, 2, 17, 2);
    pool.close();
    expect(path?.cost).toBe(15);
  });

  it('8: overlay', () => {
    const calls: string[] = [];
    const ctx = new Proxy(
      {},
      { get: (_, name) => (name === 'font' ? '' : () => calls.push(String(name))), set: () => true },
    );
    const nav = load(bytes);
    const search = recordSearch(nav, 2, 2, 17, 2);
    drawNav(ctx as Parameters<typeof drawNav>[0], nav, { layers: ['search', 'path'], search, path: search.path });
    expect(calls.filter((name) => name === 'lineTo').length).toBeGreaterThan(0);
  });

  // 9, a build script, and 10, an import by Vite, are tests of `index.ts` and of the plugins.
  it('and walks, over the map as it is', () => {
    const nav = editable(load(bytes));
    const walk = findWalk(nav, 2, 2, 17, 2);
    const cells: string[] = [];
    for (const [x, y] of walk ?? []) {
      if (cells.length === 3) findDoor(nav, 'gate').close();
      cells.push(`${x},${y}`);
    }
    expect([cells.at(-1), walk?.replans, cells.includes('10,2')]).toEqual(['17,2', 1, false]);
  });
});

describe('misuse', () => {
  const nav = load(bytes);
  it.each<[string, () => unknown, string]>([
    [
      'BigInt',
      () => nav.findPath(1n as never, 0, 1, 1),
      'x is bigint, y is 0; expected whole numbers, as in findPath(x0, y0, x1, y1)',
    ],
    [
      'text',
      () => nav.findPath('1' as never, 0, 1, 1),
      'x is string, y is 0; expected whole numbers, as in findPath(x0, y0, x1, y1)',
    ],
    ['no map', () => flowField(undefined as never, [1, 1]), 'nav is undefined, expected what load gives'],
    [
      'a promise of a map',
      () => pixels(Promise.resolve(nav) as never),
      'cellSize is missing: the map does not tell it',
    ],
    ['no goals', () => flowField(nav, null as never), 'goals is null, expected a list of x, y pairs'],
    [
      'no change',
      () => editable(nav).edit(null as never),
      'change is null, expected { x, y, width?, height?, open?, cost? }',
    ],
    ['a map that cannot change', () => findDoor(nav as never, 'gate'), 'nav cannot change: make it with editable(nav)'],
    ['no bytes', () => load(undefined as never), 'blob is [object Undefined], expected a Uint8Array or ArrayBuffer'],
    [
      'a buffer of another kind',
      () => nav.findPathInto(0, 0, 1, 1, {} as never),
      'path is [object Object], expected a PathBuffer',
    ],
    ['no buffer', () => nav.findPathInto(0, 0, 1, 1, undefined as never), 'path is undefined, expected a PathBuffer'],
  ])('%s is refused in one sentence', (_, run, message) => {
    expect(run).toThrow(message);
  });

  it('of a detached buffer is refused in one sentence', () => {
    const buffer = bytes.slice().buffer;
    structuredClone(buffer, { transfer: [buffer] });
    expect(() => load(buffer)).toThrow('unusable blob: length is 0, expected ');
  });
});
