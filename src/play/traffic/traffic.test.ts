import { describe, expect, it } from 'vitest';
import { anyCell, makeGrid, random } from '../../../test/grids.js';
import { IS_LONG, sample } from '../../../test/samples.js';
import { haveSharedMaps, sharedMap } from '../../../test/shared-maps.js';
import { createGrid } from '../../core/grid/create.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { cachePaths } from '../../runtime/cache.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import type { Nav } from '../../runtime/nav.js';
import { blockersOf } from '../avoid/blockers.js';
import { editable } from '../edit/edit.js';
import { trafficOf } from './traffic.js';
import type { Traffic, TrafficUnit } from './unit.js';

const open = (): boolean => true;
const field = (side = 20) => loadGrid(side, side, open);
const placeOf = ({ x, y }: TrafficUnit): [number, number] => [x, y];

/** Ticks until all are home. */
function run(traffic: Traffic, most: number): number {
  let ticks = 1;
  while (traffic.step() > 0 && ticks < most) ticks++;
  expect(traffic.units.filter(({ status }) => status !== 'arrived')).toEqual([]);
  return ticks;
}

describe('traffic', () => {
  it.each([
    ['no-corners', 1],
    ['never', 1],
    ['no-corners', 2],
    ['never', 2],
  ] as const)('under %s brings 12 and 12 past each other through a corridor of width %i', (diagonals, width) => {
    const nav = loadGrid(26, 9, (x, y) => x < 9 || x > 16 || (y >= 4 && y < 4 + width), { diagonals });
    const traffic = trafficOf(nav);
    const sides = [0, 1].map((side) =>
      Array.from({ length: 12 }, (_, i): [number, number] => [
        side ? 24 - (i % 4) * 2 : 1 + (i % 4) * 2,
        1 + Math.floor(i / 4) * 3,
      ]),
    );
    for (const side of [0, 1])
      for (const [i, at] of sides[side].entries()) traffic.send(traffic.add(...at), ...sides[1 - side][i]);
    run(traffic, 80);
  });

  it.each(['no-corners', 'never', 'hex-odd-r'] as const)(
    'under %s brings them through a door of one cell',
    (diagonals) => {
      const traffic = trafficOf(loadGrid(21, 13, (x, y) => x !== 10 || y === 6, { diagonals }));
      const units = Array.from({ length: 24 }, (_, i) =>
        traffic.add(1 + (i % 3) * 2 + (i < 12 ? 0 : 14), (i % 12) + 1 - (i % 3)),
      );
      for (const [i, unit] of units.entries()) traffic.send(unit, 20 - units[i].x, units[i].y);
      run(traffic, 80);
    },
  );

  it.runIf(haveSharedMaps && IS_LONG)('brings 500 home on arena2, in 1.05 times the longest path', async () => {
    const grid = sharedMap('dao/arena2');
    const nav = load(await bakeJps(grid, { codec: 'none' }));
    const [starts, goals] = [1, 2].map((seed) => {
      const cells = sampleOpen(grid, 2000, random(seed)).filter((cell) => nav.isReachable(100, 100, ...cell));
      return [...new Map(cells.map((cell) => [`${cell}`, cell])).values()].slice(0, 500);
    });
    const traffic = trafficOf(nav, { budget: { work: 30_000 } });
    let longest = 0;
    for (const [i, start] of starts.entries()) {
      traffic.send(traffic.add(...start), ...goals[i]);
      longest = Math.max(longest, (nav.findPath(...start, ...goals[i])?.cells.length ?? 0) / 2 - 1);
    }
    expect(traffic.units.length).toBe(500);
    traffic.step();
    const waiting = () => traffic.units.filter(({ status }) => status === 'waiting').length;
    expect(waiting()).toBeGreaterThan(100);
    for (let i = 0; i < 8; i++) traffic.step();
    expect(waiting()).toBe(0);
    expect(9 + run(traffic, 1000)).toBeLessThan(1.05 * longest);
  });

  it('moves alike on every machine, in JavaScript and in WebAssembly', async () => {
    const blob = await bakeJps(createGrid(30, 30, (x, y) => (x * 7 + y * 3) % 5 > 0 || y % 9 === 0));
    const places = [true, false].map((wasm) => {
      const nav = load(blob, { wasm });
      const traffic = trafficOf(nav, { budget: { work: 500 } });
      const next = random(3);
      const any = (): [number, number] => [Math.floor(30 * next()), Math.floor(30 * next())];
      for (let i = 0; i < 200; i++) {
        const at = any();
        if (nav.isOpen(...at) && !traffic.isOn(...at)) traffic.send(traffic.add(...at), ...any());
      }
      for (let i = 0; i < 60; i++) traffic.step();
      return traffic.units.map(placeOf).join(' ');
    });
    expect(places[0].length).toBeGreaterThan(300);
    expect(places[0]).toBe(places[1]);
  });

  it('counts no search of another query for units that no way leads to', () => {
    const cells = (isAsked: boolean) => {
      const nav = editable(loadGrid(20, 12, (_, y) => y !== 5));
      const traffic = trafficOf(nav, { budget: { work: 120 } });
      nav.setOpen(0, 5, true);
      const lost = [0, 2, 4, 6].map((x) => traffic.add(x, 0));
      const other = traffic.add(10, 11);
      traffic.send(lost, 5, 11);
      traffic.send(other, 19, 6);
      traffic.step();
      nav.setOpen(0, 5, false);
      return Array.from({ length: 12 }, (_, i) => {
        nav.setOpen(19, 0, i % 2 > 0);
        traffic.send(other, i % 2 ? 18 : 2, 8);
        if (isAsked) nav.findPath(0, 0, 18, 4);
        traffic.step();
        return [other.x, other.y];
      });
    };
    expect(cells(true)).toEqual(cells(false));
  });

  it('lets who has a higher priority go first', () => {
    const ticks = [0, 1].map((priority) => {
      const traffic = trafficOf(loadGrid(9, 3, (x, y) => x !== 4 || y === 1));
      const unit = traffic.add(2, 0, { priority });
      for (const y of [1, 2]) traffic.send(traffic.add(3, y), 8, y);
      traffic.send(unit, 8, 0);
      unit.priority = priority;
      for (let i = 1; ; i++) if (traffic.step() === 0 || unit.status === 'arrived') return i;
    });
    expect(ticks[1]).toBeLessThanOrEqual(ticks[0]);
  });

  it('takes as many ticks for a cell as it costs, holds both cells, and glides between them', () => {
    const traffic = trafficOf(loadGrid(5, 1, (x) => (x === 1 ? 4 : 1)));
    const unit = traffic.add(0, 0);
    traffic.send(unit, 2, 0);
    const seen: string[] = [];
    for (let i = 0; i < 6; i++) {
      traffic.step();
      seen.push(`${unit.at(0)[0]} ${unit.at(0.5)[0]} ${[0, 1, 2].filter((x) => traffic.isOn(x, 0))}`);
    }
    expect(seen).toEqual(['0.5 0.625 0,1', '0.75 0.875 0,1', '1 1.125 0,1', '1.25 1.375 1', '1.5 2 2', '2.5 2.5 2']);
    expect(unit.status).toBe('arrived');
  });

  it('takes links as long as they cost, and waits at the first end', async () => {
    const links = [{ from: [1, 0], to: [3, 0], cost: 3 }] as const;
    const traffic = trafficOf(load(await bakeJps(createGrid(5, 1, (x) => x !== 2, { links }))));
    const unit = traffic.add(0, 0);
    traffic.send(unit, 4, 0);
    const seen: string[] = [];
    for (let i = 0; i < 5; i++) {
      traffic.step();
      seen.push(`${unit.x} ${unit.at(0.5)[0]} ${unit.link ? 'link' : ''}`);
    }
    expect(seen).toEqual(['1 1 ', '3 1.5 link', '3 1.5 link', '3 1.5 link', '4 4 ']);
  });

  it.each([
    ['block', 9, '9,9 9,10 9,11 10,9 10,10 10,11 11,9 11,10 11,11'],
    ['line', 5, '10,8 10,9 10,10 10,11 10,12'],
    ['block', 2, '9,10 10,10'],
  ] as const)('sends a group into a %s of %i', (formation, count, cells) => {
    const traffic = trafficOf(field());
    const units = Array.from({ length: count }, (_, i) => traffic.add(i % 3, 8 + Math.floor(i / 3)));
    traffic.send(units, 10, 10, { formation });
    expect(
      units
        .map(({ goal }) => goal?.join())
        .sort()
        .join(' '),
    ).toBe(cells.split(' ').sort().join(' '));
    run(traffic, 30);
  });

  it('gives cells near a formation where its own are closed or other goals, and none across a wall', () => {
    const nav = loadGrid(12, 7, (x, y) => x !== 6 && !(x === 4 && y === 3));
    const traffic = trafficOf(nav);
    const guard = traffic.add(0, 0);
    traffic.send(guard, 5, 3);
    run(traffic, 20);
    const units = Array.from({ length: 12 }, (_, i) => traffic.add(i % 2, 1 + Math.floor(i / 2)));
    traffic.send(units, 5, 3);
    const goals = [guard, ...units].map(({ goal }) => `${goal}`);
    expect(new Set(goals).size).toBe(13);
    expect([guard, ...units].every(({ goal }) => goal && goal[0] < 6 && nav.isOpen(...goal))).toBe(true);
    run(traffic, 60);
  });

  it('lets units of a group exchange goals, so that none has to get past another', () => {
    // The one in front turns the corner first, and its own goal is the nearer one.
    const traffic = trafficOf(loadGrid(6, 3, (x, y) => y !== 1 || x === 5));
    const units = [3, 4].map((x) => traffic.add(x, 0));
    traffic.send(units, 3, 2, { formation: 'line' });
    const goals = units.map(({ goal }) => `${goal}`);
    run(traffic, 12);
    expect(units.map(({ goal }) => `${goal}`)).toEqual(goals.reverse());
  });

  it('sends a group even if some of it are shut in, and to the nearest cell if the goal is closed', () => {
    const traffic = trafficOf(loadGrid(12, 3, (x) => x !== 2 && x !== 8));
    const units = [0, 4, 5].map((x) => traffic.add(x, 1));
    traffic.send(units, 7, 1);
    for (let i = 0; i < 9; i++) traffic.step();
    expect(units.map(({ status }) => status)).toEqual(['unreachable', 'arrived', 'arrived']);
    traffic.send(units[2], 8, 1);
    expect(units[2].goal).toEqual([7, 1]);
    traffic.send(units[2], 40, 1);
    expect(units[2].goal).toEqual([7, 1]);
  });

  it('leaves units without a goal where no cell is free', () => {
    const traffic = trafficOf(loadGrid(3, 1, (x) => x < 2));
    const units = [0, 1].map((x) => traffic.add(x, 0));
    traffic.send(units[0], 0, 0);
    traffic.send(units[1], 0, 0);
    expect(units.map(({ goal }) => goal)).toEqual([
      [0, 0],
      [1, 0],
    ]);
    traffic.send(units, 0, 0);
    expect(traffic.step()).toBe(0);
  });

  it('says who is stuck, and who cannot get there until the map changes', () => {
    const nav = editable(loadGrid(6, 2, (x, y) => y === 0 || x === 5));
    const traffic = trafficOf(nav);
    const [a, b] = [traffic.add(0, 0), traffic.add(4, 0)];
    traffic.send(a, 4, 0);
    traffic.send(b, 0, 0);
    for (let i = 0; i < 60; i++) traffic.step();
    expect([a.status, b.status]).toContain('stuck');
    traffic.remove(b);
    nav.setOpen(2, 0, false);
    for (let i = 0; i < 8; i++) traffic.step();
    expect(a.status).toBe('unreachable');
    nav.setOpen(2, 0, true);
    run(traffic, 10);
    expect(placeOf(a)).toEqual([4, 0]);
  });

  it('goes around blockers, and waits where they are in every way', () => {
    const nav = loadGrid(9, 5, open);
    const blockers = blockersOf(nav);
    for (let y = 0; y < 4; y++) blockers.move(y, 4, y);
    const traffic = trafficOf(nav, { blockers });
    const unit = traffic.add(0, 0);
    traffic.send(unit, 8, 0);
    for (let i = 0; i < 3; i++) traffic.step();
    blockers.move('last', 4, 4);
    for (let i = 0; i < 8; i++) traffic.step();
    expect(unit.status).toBe('unreachable');
    blockers.remove('last');
    run(traffic, 20);
    expect(placeOf(unit)).toEqual([8, 0]);
  });

  it('pushes long columns without running out of stack', () => {
    const length = 4000;
    const traffic = trafficOf(loadGrid(length, 1, open));
    const units = Array.from({ length: length - 1 }, (_, x) => traffic.add(x, 0));
    traffic.send(units[0], length - 1, 0);
    for (let i = 0; i < 3; i++) traffic.step();
    expect(new Set(units.map(({ x }) => x)).size).toBe(length - 1);
  });

  it('has those pushed aside who stand in the way, and back home', () => {
    const traffic = trafficOf(loadGrid(9, 3, (x, y) => y === 1 || x > 5 || (x === 3 && y === 0)));
    const guard = traffic.add(4, 1);
    const idle = traffic.add(2, 1);
    traffic.send(guard, 4, 1);
    const unit = traffic.add(0, 1);
    traffic.send(unit, 8, 1);
    expect(idle.status).toBe('idle');
    waitFor(traffic, unit);
    for (let i = 0; i < 20; i++) traffic.step();
    expect([placeOf(unit), placeOf(guard), placeOf(idle)]).toEqual([
      [8, 1],
      [4, 1],
      [2, 1],
    ]);
    expect(idle.status).toBe('idle');
    // A unit that is sent to its cell takes it; the goal of another unit is no place to return to.
    traffic.send(unit, 2, 1);
    expect([idle.goal, idle.status]).toEqual([null, 'idle']);
    waitFor(traffic, unit);
    traffic.send(unit, 7, 1);
    expect(traffic.add(7, 1).goal).toBe(null);
  });

  it.each([
    ['the map', (nav: Nav) => nav],
    ['a cache', (nav: Nav) => cachePaths(nav)],
  ])('with a budget of work is the same on machines with other queries to %s', (_, cached) => {
    for (let seed = 1; seed <= sample(80); seed++) {
      const machines = [false, true].map((isAsked) => {
        const [next, queries] = [random(seed), random(seed + 1000)];
        const ground = editable(navOf(makeGrid('maze', 20, 20, 0.3, seed)));
        const nav = cached(ground);
        const traffic = trafficOf(nav, { budget: { work: 60 + (seed % 5) * 60 } });
        const ask = () =>
          isAsked && queries() < 0.7 && nav.findPath(...anyCell(nav, queries), ...anyCell(nav, queries));
        const seen: string[] = [];
        for (let i = 0; i < 60; i++) {
          const [x, y] = anyCell(nav, next);
          if (i < 12 && nav.isOpen(x, y) && !traffic.isOn(x, y)) traffic.add(x, y);
          if (next() < 0.3) ground.setOpen(...anyCell(nav, next), next() < 0.5);
          for (const unit of traffic.units) if (next() < 0.1) traffic.send(unit, ...anyCell(nav, next));
          ask();
          traffic.step();
          seen.push(traffic.units.map(({ x, y }) => `${x},${y}`).join(' '));
        }
        return seen;
      });
      expect(machines[0]).toEqual(machines[1]);
    }
  });
});

function waitFor(traffic: Traffic, unit: TrafficUnit): void {
  for (let i = 0; i < 40 && unit.status !== 'arrived'; i++) traffic.step();
  expect(unit.status).toBe('arrived');
}

const nav = field(8);
const any = (value: unknown) => value as never;
const traffic = trafficOf(nav);
traffic.add(1, 1);
it.each<[string, () => unknown, string]>([
  ['budget', () => trafficOf(nav, { budget: { work: 0 } }), 'budget is 0, not above 0'],
  ['budget', () => trafficOf(nav, any({ budget: { time: 1 } })), 'option time is unknown; known are ms, work'],
  ['budget', () => trafficOf(nav, { budget: any(5) }), 'budget is 5, expected { ms } or { work }'],
  ['budget', () => trafficOf(nav, { budget: { work: any('3') } }), 'budget is of type string, expected a number'],
  ['blockers', () => trafficOf(nav, { blockers: blockersOf(field()) }), 'blockers of another map'],
  ['nav', () => trafficOf(any(1)), 'nav is 1, expected what load gives'],
  ['add', () => traffic.add(1, 1), 'cell 1, 1 is closed or taken; add units to free cells'],
  [
    'add',
    () => trafficOf(loadGrid(2, 1, (x) => x > 0)).add(0, 0),
    'cell 0, 0 is closed or taken; add units to free cells',
  ],
  ['add', () => traffic.add(9, 1), 'cell 9, 1 is not on the map of 8 x 8 cells'],
  ['add', () => traffic.add(2, 2, { priority: any('1') }), 'priority is 1, not a number'],
  ['add', () => traffic.add(2, 2, { priority: Number.NaN }), 'priority is NaN, not a number'],
  ['send', () => traffic.send(any({}), 1, 1), 'unit is [object Object], expected what add gives'],
  ['send', () => traffic.send([], 1, 1, { formation: any('ring') }), 'formation is ring, allowed are block and line'],
])('%s: %#', (_, call, message) => {
  expect(call).toThrow(message);
});
