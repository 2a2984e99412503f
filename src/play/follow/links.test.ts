/** Links in all that games do with a map beyond asking for a path. */
import { describe, expect, it } from 'vitest';
import { anyCell, cellsOf, makeGrid, picture, random } from '../../../test/grids.js';
import { askLinked, linked, linkedMaps, reversed } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import type { Path } from '../../core/search/path.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { cachePaths } from '../../runtime/cache.js';
import { findPathWithin } from '../../runtime/limits.js';
import { load } from '../../runtime/load-all.js';
import type { GridNav } from '../../runtime/nav.js';
import { nearestOpen } from '../../runtime/places.js';
import { affects } from '../edit/affects.js';
import { applyChanges, saveChanges } from '../edit/changes.js';
import { findLink } from '../edit/doors.js';
import { editable } from '../edit/edit.js';
import { findDistance, findDistances, findNearest } from '../field/distances.js';
import { fleeField, flowField } from '../field/field.js';
import { findPathTo } from '../field/targets.js';
import { sightOf } from '../pull/pull.js';
import { pathQueue } from '../queue/queue.js';
import { findPathAround } from '../reach/around.js';
import { reach } from '../reach/reach.js';
import { follow } from './follow.js';

const stored = { codec: 'none' } as const;

function same(found: unknown, expected: unknown, what: string, grid: Grid): void {
  if (found !== expected)
    throw new Error(
      `${what}: ${found}, not ${expected}\n${grid.moveRule}\n${picture(grid)}\n${JSON.stringify(grid.links)}`,
    );
}

const walked = (grid: Grid, path: Path) =>
  checkPath(grid, path.cells, [path.cells[0], path.cells[1]], path.cells.slice(-2) as never, path.links);

/** An edited map as a grid: its cells, and the links that are open and have open ends. */
function shown(nav: GridNav, closed: readonly string[], grid: Grid): Grid {
  const now = (nav.grid as Grid).copy();
  now.links = grid.links?.filter(({ name }) => !closed.includes(name));
  return now;
}

describe('maps with links', () => {
  it('have fields that lead over them, only down one-way links', async () => {
    const next = random(3);
    for await (const [grid, nav] of linkedMaps(sample(640, 80), next)) {
      const open = cellsOf(grid).filter(([x, y]) => grid.isOpen(x, y));
      const goals = [0, 1].map(() => open[Math.floor(next() * open.length)]);
      const costs = goals.map((goal) => dijkstra(reversed(grid), ...goal));
      const most = next() < 0.5 ? Infinity : 12 * next();
      const field = flowField(nav, goals.flat(), { maxCost: most });
      for (const [x, y] of cellsOf(grid)) {
        const best = Math.min(...costs.map((list) => list[grid.cell(x, y)])) / unitOf(grid);
        const expected = best <= Math.round(most * unitOf(grid)) / unitOf(grid) ? best : Infinity;
        same(field.distanceAt(x, y), expected, `field at ${x}, ${y}`, grid);
        const path = field.findPath(x, y);
        if (path) same(walked(grid, path) / unitOf(grid), expected, `path of the field from ${x}, ${y}`, grid);
        same(`${field.next(x, y)}`, `${path && path.cells.length > 2 ? path.cells.slice(2, 4) : null}`, 'next', grid);
        const single = flowField(nav, goals.flat(), { from: [x, y] }).distanceAt(x, y);
        same(single, best, `field from ${x}, ${y}`, grid);
      }
      const away = fleeField(nav, flowField(nav, goals.flat()), { factor: 1.5 });
      const worth = (x: number, y: number) =>
        -Math.round(1.5 * Math.min(...costs.map((list) => list[grid.cell(x, y)])));
      const reached = open.filter(([x, y]) => costs.some((list) => list[grid.cell(x, y)] < Infinity));
      const lowest = Math.min(...reached.map(([x, y]) => worth(x, y)));
      for (const [x, y] of open.slice(0, 12)) {
        const to = dijkstra(grid, x, y);
        const best = Math.min(...reached.map(([u, v]) => to[grid.cell(u, v)] + worth(u, v) - lowest));
        same(away.distanceAt(x, y), best / unitOf(grid), `flee from ${x}, ${y}`, grid);
      }
    }
  });

  it('have reaches, distances, nearest goals, ranges, queues and caches over them', async () => {
    const next = random(5);
    for await (const [grid, nav] of linkedMaps(sample(640, 80), next)) {
      const open = cellsOf(grid).filter(([x, y]) => grid.isOpen(x, y));
      const [from, a, b] = [0, 1, 2].map(() => open[Math.floor(next() * open.length)]);
      const costs = dijkstra(grid, ...from);
      const steps = 15 * next();
      const found = reach(nav, ...from, steps);
      const expected = open.filter(([x, y]) => costs[grid.cell(x, y)] <= Math.round(steps * unitOf(grid)));
      same(found.count, expected.length, `reach of ${from} within ${steps}`, grid);
      for (const [x, y] of expected) {
        same(found.costAt(x, y), costs[grid.cell(x, y)] / unitOf(grid), `reach of ${from} at ${x}, ${y}`, grid);
        same(walked(grid, found.pathTo(x, y) as Path), costs[grid.cell(x, y)], `way to ${x}, ${y}`, grid);
      }
      const [toA, toB] = [a, b].map((goal) => costs[grid.cell(...goal)] / unitOf(grid));
      same(findDistance(nav, ...from, ...a), toA, 'distance', grid);
      same(`${findDistances(nav, from, [...a, ...b])}`, `${[toA, toB]}`, 'distances', grid);
      const nearest = findNearest(nav, ...from, [...a, ...b]);
      same(nearest < 0 ? Infinity : [toA, toB][nearest], Math.min(toA, toB), 'nearest', grid);
      const ranged = findPathTo(nav, ...from, a, { within: 0 });
      if (grid.size === 1) same(ranged?.cost ?? Infinity, toA, 'range', grid);
      const near = nearestOpen(nav, ...a, from);
      same(near !== null && nav.isReachable(...from, ...near), true, 'nearest open', grid);
      const queue = pathQueue(nav, { budget: { work: 1e6 } });
      const cached = cachePaths(nav);
      for (const ask of [
        (to: [number, number]) => cached.findPath(...from, ...to),
        (to: [number, number]) => cached.findPath(...from, ...to),
        (to: [number, number]) => {
          let path: Path | null = null;
          queue.request(...from, ...to, (answer) => {
            ({ path } = answer);
          });
          queue.update();
          return path as Path | null;
        },
      ])
        for (const to of [a, b]) {
          const path = ask(to);
          const best = costs[grid.cell(...to)];
          same(path ? walked(grid, path) : Infinity, best, `from ${from} to ${to}`, grid);
          same(path ? path.cost : Infinity, best / unitOf(grid), 'cost', grid);
        }
    }
  });

  it('answer right when cells and links open and close', async () => {
    const next = random(9);
    for await (const [grid, loaded] of linkedMaps(sample(480, 80), next)) {
      const nav = editable(loaded);
      const other = editable(loaded);
      const closed = new Set<string>();
      const names = [...new Set(grid.links?.map(({ name }) => name))];
      for (let round = 0; round < 4; round++) {
        if (names.length > 0 && next() < 0.7) {
          const name = names[Math.floor(next() * names.length)];
          const link = findLink(nav, name);
          if (closed.delete(name)) link.open();
          else link.close();
          if (!link.isOpen) closed.add(name);
        } else {
          const ends = grid.links?.[0]?.[next() < 0.5 ? 'from' : 'to'] ?? [0, 0];
          const cell = next() < 0.4 ? ends : anyCell(grid, next);
          nav.setOpen(cell[0], cell[1], next() < 0.4);
        }
        const now = shown(nav, [...closed], grid);
        askLinked(now, nav, false, next, 1);
        applyChanges(other, saveChanges(nav));
        askLinked(now, other, false, next, 1);
      }
      nav.reset();
      askLinked(grid, nav, false, next, 1);
    }
  });

  it('of hundreds are exact after edits, and take the same cells whatever was asked before', async () => {
    const next = random(17);
    const engines = [bakeJps, bakeHierarchy] as const;
    for (let round = 0; round < sample(6); round++) {
      const grid = linked(makeGrid('noise', 40, 40, 0.25, 1 + round), 160, next);
      const loaded = load(await engines[round % 2](grid, stored)) as GridNav;
      const [nav, other] = [editable(loaded), editable(loaded)];
      const closed = ['link 1', 'link 3'];
      // Asked before, in another state and in the last one, in another order.
      for (const name of closed) findLink(other, name).close();
      askLinked(shown(other, closed, grid), other, false, next, 1);
      for (const map of [nav, other]) {
        for (const name of closed) findLink(map, name).close();
        for (let x = 10; x < 30; x++) map.setOpen(x, 20, false);
      }
      askLinked(shown(other, closed, grid), other, false, next, 1);
      for (let i = 0; i < sample(320, 4); i++) {
        const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => Math.floor(40 * next()));
        expect(nav.findPath(x0, y0, x1, y1)?.cells).toEqual(other.findPath(x0, y0, x1, y1)?.cells);
      }
      askLinked(shown(nav, closed, grid), nav, false, next, 1);
    }
  });

  it('tell which paths a closed link has broken', async () => {
    const grid = withMoves(makeGrid('noise', 12, 3, 0, 1), 'no-corners');
    for (let y = 0; y < 3; y++) grid.open[grid.cell(6, y)] = 0;
    grid.links = [{ name: 'lift', from: [5, 1], to: [7, 1], cost: 3, oneWay: false }];
    const nav = editable(load(await bakeJps(grid)));
    const path = nav.findPath(0, 1, 11, 1) as Path;
    expect(path.links).toHaveLength(1);
    expect([affects(nav, path), findLink(nav, 'lift').isOpen]).toEqual([false, true]);
    const events: unknown[] = [];
    nav.onChange(({ changes, areas }) => events.push(changes, areas.length));
    findLink(nav, 'lift').close();
    expect(events).toEqual([[{ link: 'lift', open: false }], 2]);
    expect([affects(nav, path), nav.findPath(0, 1, 11, 1), nav.isReachable(0, 1, 11, 1)]).toEqual([true, null, false]);
    findLink(nav, 'lift').open();
    expect([affects(nav, path), nav.findPath(0, 1, 11, 1)?.cost]).toEqual([false, 12]);
    expect(() => findLink(nav, 'stairs')).toThrow('there is no link stairs; there are lift');
  });

  it('have a path of one cell where a cell has been opened between walls', async () => {
    const grid = createGrid(6, 3, (x) => x < 2, { links: [{ from: [0, 0], to: [0, 2], cost: 5 }] });
    for (const bake of [bakeJps, bakeHierarchy]) {
      const nav = editable(load(await bake(grid, stored)));
      nav.setOpen(4, 2, true);
      expect(nav.findPath(4, 2, 4, 2)?.cells).toEqual(Uint16Array.of(4, 2));
    }
  });

  it('have near-optimal engines and nodes in caches', async () => {
    const next = random(13);
    const grid = linked(makeGrid('rooms', 40, 40, 0.2, 4), 8, next);
    const nav = load(await bakeHpa(grid, { cluster: 8, ...stored })) as GridNav;
    askLinked(grid, cachePaths(nav, { by: 'nodes' }), true, next);
  });

  it('are walked: to the end of a link, over it, and on', async () => {
    const grid = withMoves(makeGrid('noise', 14, 5, 0, 1), 'no-corners');
    for (let y = 0; y < 5; y++) for (const x of [4, 9]) grid.open[grid.cell(x, y)] = 0;
    grid.links = [
      { name: 'stairs', from: [3, 4], to: [5, 0], cost: 2, oneWay: false },
      { name: 'ledge', from: [8, 2], to: [10, 2], cost: 4, oneWay: true },
    ];
    const nav = editable(load(await bakeJps(grid)));
    const pulled = sightOf(nav, { radius: 0.4 }).pull(nav.findPath(0, 0, 13, 4) as Path);
    expect([...pulled.points]).toEqual([0.5, 0.5, 3.5, 4.5, 5.5, 0.5, 8.5, 2.5, 10.5, 2.5, 13.5, 4.5]);
    expect(pulled.links?.map(({ index, link }) => [index, link.name])).toEqual([
      [1, 'stairs'],
      [3, 'ledge'],
    ]);
    const walker = follow(nav, { x: 0.5, y: 0.5, speed: 4 });
    walker.to(13, 4);
    const seen: string[] = [];
    let air = 0;
    for (let frame = 0; frame < 2000 && walker.status !== 'arrived'; frame++) {
      walker.update(10);
      const { status, link } = walker;
      if (status === 'linking') air += 10;
      const text = link ? `${status} ${link.link.name}` : status;
      if (seen[seen.length - 1] !== text) seen.push(text);
      expect(nav.isOpen(Math.floor(walker.x), Math.floor(walker.y))).toBe(true);
    }
    expect(seen).toEqual(['walking', 'linking stairs', 'walking', 'linking ledge', 'walking', 'arrived']);
    expect(Math.abs(air - 1500)).toBeLessThan(30);
    walker.to(0, 0);
    walker.update(10);
    expect(walker.status).toBe('unreachable');

    const second = follow(nav, { x: 3.5, y: 4.5, speed: 4 });
    second.to(7, 2);
    second.update(10);
    expect(second.status).toBe('linking');
    second.land();
    expect([second.x, second.y, second.status]).toEqual([5.5, 0.5, 'walking']);
    second.to(0, 4);
    second.update(10);
    expect(second.status).toBe('linking');
    second.stop();
    expect([second.status, second.x, second.link]).toEqual(['idle', 5.5, null]);
    second.to(1, 1);
    second.update(10);
    second.land();
    findLink(nav, 'stairs').close();
    const third = follow(nav, { x: 0.5, y: 0.5, speed: 4 });
    third.to(6, 0);
    expect(third.update(10).status).toBe('unreachable');
    findLink(nav, 'stairs').open();
    expect(third.update(10).status).toBe('walking');
    findLink(nav, 'stairs').close();
    expect(third.update(10).status).toBe('unreachable');
  });

  it('are taken to their end, though a better path is found meanwhile', async () => {
    const grid = makeGrid('noise', 10, 5, 0, 1);
    for (let y = 0; y < 5; y++) grid.open[grid.cell(4, y)] = 0;
    grid.links = [
      { name: 'stairs', from: [3, 4], to: [5, 4], cost: 9, oneWay: true },
      { name: 'lift', from: [2, 4], to: [5, 4], cost: 1, oneWay: true },
    ];
    const nav = editable(load(await bakeJps(grid)));
    const queue = pathQueue(nav, { budget: { work: 1e4 } });
    findLink(nav, 'lift').close();
    const walker = follow(nav, { x: 1.5, y: 4.5, speed: 2, queue });
    walker.to(8, 4);
    walker.update(0);
    queue.update();
    walker.update(600);
    findLink(nav, 'lift').open();
    walker.update(500);
    expect([walker.status, queue.pending]).toEqual(['linking', 1]);
    queue.update();
    expect([walker.status, walker.link?.link.name]).toEqual(['linking', 'stairs']);
    walker.land();
    expect([walker.update(600).status, queue.pending]).toEqual(['walking', 1]);
  });

  it('have paths around units, over links whose ends are free', async () => {
    const next = random(21);
    for await (const [grid, nav] of linkedMaps(sample(300), next)) {
      if (grid.size > 1) continue;
      const open = cellsOf(grid).filter(([x, y]) => grid.isOpen(x, y));
      const pick = () => open[Math.floor(next() * open.length)];
      const units = [pick(), pick(), grid.links?.[0]?.from ?? pick(), grid.links?.[0]?.to ?? pick()];
      for (let i = 0; i < 10; i++) {
        const [from, to] = [pick(), pick()];
        const walls = grid.copy();
        for (const [x, y] of units)
          if (`${[x, y]}` !== `${from}` && `${[x, y]}` !== `${to}`) walls.open[walls.cell(x, y)] = 0;
        const some = new Set(grid.links?.map(({ name }) => name).filter(() => next() < 0.5));
        const { links: all } = walls;
        for (const links of [undefined, some]) {
          walls.links = links ? all?.filter(({ name }) => links.has(name)) : all;
          const path = findPathAround(nav, ...from, ...to, units.flat(), { links });
          same(
            path ? walked(walls, path) : Infinity,
            dijkstra(walls, ...from)[walls.cell(...to)],
            `${from} to ${to}`,
            walls,
          );
        }
      }
    }
  });

  it('have requests over some of them: equal ones are answered together, others on their own', async () => {
    const next = random(8);
    const grid = linked(makeGrid('rooms', 40, 40, 0.2, 4), 8, next);
    const nav = load(await bakeJps(grid)) as GridNav;
    const queue = pathQueue(nav, { budget: { work: 300 } });
    const open = cellsOf(grid).filter(([x, y]) => grid.isOpen(x, y));
    const filters = [undefined, new Set(['link 0', 'link 3']), ({ cost }: { cost: number }) => cost < 3];
    let differ = 0;
    for (let i = 0; i < 40; i++) {
      const [from, to] = [open[Math.floor(next() * open.length)], open[Math.floor(next() * open.length)]];
      const costs = filters.map((links) => nav.findPath(...from, ...to, { links })?.cost);
      differ += Number(costs[0] !== costs[1]);
      for (let k = 0; k < 6; k++) {
        const links = filters[k % 3];
        queue.request(...from, ...to, ({ path }) => same(path?.cost, costs[k % 3], `${from} to ${to}`, grid), {
          links,
        });
      }
    }
    while (queue.pending > 0) queue.update();
    expect(differ).toBeGreaterThan(3);
    expect(queue.statistics.shared).toBeGreaterThanOrEqual(120);
    const ask = (links: unknown, avoid?: number[]) => () =>
      queue.request(0, 0, 1, 1, () => {}, { links: links as never, avoid });
    expect(ask(5)).toThrow('links is 5, expected a function of a link, or a set of names');
    expect(ask(new Set(), [1, 1])).toThrow(
      'a request has avoid and links, expected one of them; findPathAround takes both',
    );
  });

  it('keep their limits', async () => {
    const grid = withMoves(makeGrid('noise', 41, 41, 0.2, 3), 'no-corners');
    grid.open[grid.cell(1, 1)] = grid.open[grid.cell(39, 39)] = 1;
    const nav = load(await bakeJps(linked(grid, 6, random(2))));
    const found = findPathWithin(nav, 1, 1, 39, 39, { expanded: 1e6 });
    expect([found.status, found.path?.cost]).toEqual(['found', nav.findPath(1, 1, 39, 39)?.cost]);
    expect(findPathWithin(nav, 1, 1, 39, 39, { expanded: 2 }).status).toBe('limit');
  });
});
