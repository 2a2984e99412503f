import { describe, expect, it } from 'vitest';
import { makeGrid, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { anchorsOf, withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { type Grid, gridFrom, setCosts } from '../../core/grid/grid.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { cellAt } from '../../runtime/places.js';
import { editable } from '../edit/edit.js';
import type { ChangingNav } from '../edit/edits.js';
import { follow } from '../follow/follow.js';
import { pathQueue } from '../queue/queue.js';
import { sightAround, sightOf } from './pull.js';

const stored = { codec: 'none', threads: 1 } as const;
const baked = async (grid: Grid) => load(await bakeJps(grid, stored));

describe('a sight of a map that changes', () => {
  it.each(['no-corners', 'never', 'hex-odd-r'] as const)('sees what a new one sees (%s)', async (rule) => {
    for (let seed = 1; seed <= sample(24); seed++) {
      const next = random(seed);
      const upTo = (n: number) => Math.floor(n * next());
      let grid = withMoves(makeGrid(seed % 2 ? 'rooms' : 'noise', 30 + upTo(40), 30 + upTo(40), 0.2, seed), rule);
      if (rule === 'no-corners' && seed % 3 === 1) grid = anchorsOf(grid, 2);
      if (rule === 'no-corners' && seed % 3 === 2) setCosts(grid, () => 1 + upTo(4));
      const nav = editable(await baked(grid));
      const sight = sightAround(nav, { radius: 0.3 });
      for (let round = 0; round < 12; round++) {
        const [x, y] = [upTo(grid.width - 4), upTo(grid.height - 4)];
        const change = { x, y, width: 1 + upTo(4), height: 1 + upTo(4), open: next() < 0.5 };
        nav.edit(grid.costs && next() < 0.5 ? { ...change, cost: 1 + upTo(4) } : change);
        if (round % 4 === 3) nav.reset();
        const other = sightOf(nav, { radius: 0.3 });
        for (let i = 0; i < 40; i++) {
          const line = [x, y, 0, 0].map((v, k) => v + (k > 1 ? [x, y][k - 2] : 0) + 12 * next() - 6);
          const [a, b, c, d] = line;
          expect([seed, round, line, sight.isClear(a, b, c, d)]).toEqual([
            seed,
            round,
            line,
            other.isClear(a, b, c, d),
          ]);
        }
        const path = nav.findPath(upTo(grid.width), upTo(grid.height), x, y);
        if (path) expect(sight.pull(path)).toEqual(other.pull(path));
      }
    }
  });

  it.each(['pull', 'steer'] as const)('knows the first costs of a map in its next %s', (first) => {
    const nav = editable(loadGrid(gridFrom(9, 5, () => true)));
    const sight = sightOf(nav);
    expect(sight.isClear(0.5, 2.5, 8.5, 2.5)).toBe(true);
    nav.edit({ x: 2, y: 1, width: 5, height: 3, cost: 9 });
    const path = nav.findPath(0, 2, 8, 2);
    if (!path) throw new Error('no path');
    const pulled = sightOf(nav).pull(path);
    expect(pulled.points.length).toBeGreaterThan(4);
    const heading = sightOf(nav).steer(pulled, 0.5, 2.5);
    expect(heading?.x).toBeLessThan(8.5);
    if (first === 'pull') expect(sight.pull(path)).toEqual(pulled);
    else expect(sight.steer(pulled, 0.5, 2.5)).toEqual(heading);
  });

  it('reads the cells of an edit, not those of the map', async () => {
    const nav = inside(editable(await baked(makeGrid('noise', 100, 100, 0.2, 3)))) as ChangingNav;
    let reads = 0;
    const open = new Proxy(nav.grid.open as Uint8Array, { get: (all, at) => ++reads && Reflect.get(all, at) });
    const grid = Object.assign(Object.create(Object.getPrototypeOf(nav.grid)), nav.grid, { open });
    const seen = Object.create(nav, { grid: { value: grid } });
    const sight = sightOf(seen, { radius: 0.4 });
    sight.isClear(1.5, 1.5, 20.5, 9.5);
    expect(reads).toBeGreaterThan(9_999);
    for (const [change, most] of [
      [{ x: 50, y: 50, open: !nav.isOpen(50, 50) }, 1],
      [{ x: 10, y: 10, width: 5, height: 4, open: true }, 20],
      [{ x: 0, y: 0, width: 90, height: 90, open: true }, 10_000],
    ] as const) {
      nav.edit(change);
      reads = 0;
      sight.isClear(1.5, 1.5, 20.5, 9.5);
      expect(reads).toBe(most);
    }
  });
});

/** Points of a path that is pulled a part at a time, as a walker does it. */
function inParts(nav: Nav, query: [number, number, number, number], most: number) {
  const path = nav.findPath(...query);
  if (!path) return;
  const sight = sightAround(nav, { radius: 0.3 });
  const { cells } = path;
  let part = sight.pullPart(path, most);
  const points = [...part.points.subarray(0, 2)];
  let length = 0;
  let parts = 1;
  for (let i = 1; 2 * i < part.points.length; ) {
    if (i >= part.end) {
      const [x, y] = cellAt(nav, part.points[2 * i], part.points[2 * i + 1]);
      const from = cells.findIndex((_, c) => c % 2 === 0 && cells[c] === x && cells[c + 1] === y) >> 1;
      part = sight.pullPart(path, most, from);
      parts++;
      i = 0;
    }
    const [x, y] = part.points.subarray(2 * i++);
    const [x0, y0] = points.slice(-2);
    if (!part.links?.some(({ index }) => index === i - 2)) length += Math.hypot(x - x0, y - y0);
    points.push(x, y);
  }
  return { path, points, length, parts, whole: sight.pull(path) };
}

describe('a path that is pulled in parts', () => {
  it('ends where it did, over its links, about as short', async () => {
    let [length, whole, parts] = [0, 0, 0];
    for (let seed = 1; seed <= sample(200); seed++) {
      const next = random(seed);
      const grid = makeGrid((['rooms', 'maze', 'noise'] as const)[seed % 3], 60, 60, 0.25, seed);
      if (seed % 4 === 0) linked(grid, 6, next);
      const nav = await baked(grid);
      const query = Array.from({ length: 4 }, () => Math.floor(60 * next())) as [number, number, number, number];
      const pulled = inParts(nav, query, 16);
      if (!pulled) continue;
      expect(pulled.points.slice(-2)).toEqual([...pulled.whole.points.slice(-2)]);
      for (const { index } of pulled.path.links ?? []) {
        const ends = Array.from(pulled.path.cells.subarray(2 * index, 2 * index + 4), (v) => v + 0.5);
        expect(pulled.points.join()).toContain(ends.join());
      }
      length += pulled.length;
      whole += pulled.whole.length;
      parts += pulled.parts;
    }
    expect(length / whole).toBeLessThan(1.02);
    expect(parts).toBeGreaterThan(sample(200) / 4);
  });

  it('is pulled by a walker for its first 64 cells, and counts as work of a queue', async () => {
    const nav = await baked(createGrid(200, 41, (x, y) => x % 4 !== 2 || (x % 8 === 2 ? y > 38 : y < 2)));
    const queue = pathQueue(nav, { budget: { work: 1e6 } });
    const walker = follow(nav, { queue, x: 1.5, y: 1.5 });
    walker.to(199, 39);
    walker.update(0);
    queue.update();
    const { expanded } = inside(nav).search;
    const path = nav.findPath(1, 1, 199, 39);
    expect(path?.cells.length).toBeGreaterThan(2_000);
    expect(queue.statistics.spent).toBe((path?.cells.length ?? 0) / 2 + 8 * expanded + 32 * 64);
    for (let i = 0; i < 5_000 && walker.update(250).status === 'walking'; i++);
    expect([walker.status, walker.x, walker.y]).toEqual(['arrived', 199.5, 39.5]);
  });
});
