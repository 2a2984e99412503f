import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyCell, anyGrid, drawn, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import type { Grid } from '../../core/grid/grid.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { cellAt, centerOf, nearestOpen } from '../../runtime/places.js';
import { editable } from '../edit/edit.js';
import type { EditableNav } from '../edit/edits.js';
import { crowdOf } from './crowd.js';
import { follow } from './follow.js';
import type { FollowOptions, Walker } from './walker.js';

const MS = 40;

function navOf(grid: Grid, size = 1): EditableNav {
  return editable(loadGrid(grid.width, grid.height, (x, y) => grid.isOpen(x, y), { size }));
}

const drawnNav = (picture: string) => navOf(drawn(picture));

/** A walker on a cell. */
function walkerAt(nav: EditableNav, x: number, y: number, options: FollowOptions = {}): Walker {
  const [px, py] = centerOf(nav, x, y);
  return follow(nav, { x: px, y: py, speed: 5, ...options });
}

/** Updates until it stands. @returns the number of updates */
function walk(walker: Walker, most = 2000): number {
  for (let i = 1; i <= most; i++) if (!['walking', 'waiting'].includes(walker.update(MS).status)) return i;
  throw new Error(`still ${walker.status} at ${walker.x}, ${walker.y}`);
}

describe('a walker', () => {
  it('goes to the goal, over the points of the pulled path at its speed', () => {
    const nav = drawnNav('......\n.####.\n......');
    const walker = walkerAt(nav, 0, 0);
    walker.to(0, 2);
    expect(walker.update(100)).toMatchObject({ status: 'walking', goal: [0, 2], dx: 0, dy: 1 });
    expect([walker.x, walker.y]).toEqual([0.5, 1]);
    expect(walk(walker)).toBe(8);
    expect(walker).toMatchObject({ x: 0.5, y: 2.5, status: 'arrived', dx: 0, dy: 1 });
    expect(walker.update(MS)).toMatchObject({ dx: 0, dy: 0 });
    walker.stop();
    expect(walker.status).toBe('idle');
  });

  it('walks slower where cells cost more', () => {
    const nav = editable(loadGrid(12, 1, () => 4));
    const walker = walkerAt(nav, 0, 0);
    walker.to(11, 0);
    expect(walker.update(400).x).toBe(1);
  });

  it('immediately leaves a way that is closed, and takes a better one that is opened in a while', () => {
    const nav = drawnNav('.....\n.###.\n.###.\n.....');
    const walker = walkerAt(nav, 0, 0, { speed: 0.5 });
    walker.to(4, 3);
    walker.update(MS);
    nav.setOpen(0, 2, false);
    walker.update(MS);
    expect([...walker.points].slice(-4)).toEqual([4.5, 0.5, 4.5, 3.5]);
    nav.setOpen(0, 2, true);
    nav.edit({ x: 1, y: 1, width: 3, height: 2, open: true });
    walker.update(MS);
    expect(walker.points.length).toBeGreaterThan(4);
    for (let i = 0; i < 14; i++) walker.update(MS);
    expect(walker.points.length).toBe(4);
    // The cell is far from its way and from all better ones.
    const before = walker.points;
    nav.setOpen(0, 3, false);
    for (let i = 0; i < 14; i++) walker.update(MS);
    expect(walker.points).toBe(before);
  });

  it('asks for no better way where the way over what has opened is longer, however near that is', () => {
    const nav = drawnNav('#.........\n..........');
    const walker = walkerAt(nav, 3, 1, { speed: 0.01 });
    walker.to(9, 1);
    walker.update(MS);
    const before = walker.points;
    const requests = vi.spyOn(walker.nav, 'findPathInto');
    const looked = vi.spyOn(walker.nav, 'isReachable');
    nav.setOpen(0, 0, true);
    for (let i = 0; i < 14; i++) walker.update(MS);
    expect(requests).not.toHaveBeenCalled();
    expect(looked).not.toHaveBeenCalled();
    expect(walker.points).toBe(before);
    nav.setOpen(5, 0, false);
    nav.setOpen(5, 0, true);
    for (let i = 0; i < 14; i++) walker.update(MS);
    expect(requests).toHaveBeenCalled();
  });

  it('asks its queue once, takes its question back when it has no use for it, and asks again where there was no answer', () => {
    const requests: ((answer: { path: null; status: string }) => void)[] = [];
    const cancelled: unknown[] = [];
    const queue = {
      request: (...given: unknown[]) => void requests.push(given[4] as (typeof requests)[number]),
      cancel: (unit: unknown) => void cancelled.push(unit),
    };
    const walker = walkerAt(drawnNav('..........'), 0, 0, { queue: queue as unknown as FollowOptions['queue'] });
    const stateAfter = (act: () => void) => {
      act();
      for (let i = 0; i < 3; i++) walker.update(MS);
      return [walker.status, requests.length, cancelled.length];
    };
    expect(stateAfter(() => walker.to(5, 0))).toEqual(['waiting', 1, 0]);
    for (const status of ['replaced', 'cancelled'])
      expect(stateAfter(() => requests[0]({ path: null, status }))).toEqual(['waiting', 1, 0]);
    expect(stateAfter(() => requests[0]({ path: null, status: 'failed' }))).toEqual(['waiting', 2, 0]);
    expect(stateAfter(() => walker.to(6, 0))).toEqual(['waiting', 3, 1]);
    expect(stateAfter(() => walker.stop())).toEqual(['idle', 3, 2]);
    expect(stateAfter(() => walker.stop())).toEqual(['idle', 3, 2]);
    expect(cancelled).toEqual([walker, walker]);
  });

  it('stays about where it has arrived, goes back when it is pushed away, and begins in the middle of cell 0, 0', () => {
    const nav = drawnNav('.........');
    const walker = walkerAt(nav, 0, 0);
    expect(follow(nav)).toMatchObject({ x: 0.5, y: 0.5, speed: 4, status: 'idle', goal: null });
    walker.to(6, 0);
    walk(walker);
    walker.x -= 0.9;
    expect(walker.update(MS)).toMatchObject({ status: 'arrived', x: 5.6 });
    walker.x -= 0.2;
    expect(walker.update(MS).status).toBe('walking');
    walk(walker);
    expect(walker.x).toBe(6.5);
    walker.to(0, 0);
    expect(walker).toMatchObject({ status: 'waiting', goal: null });
    walker.update(MS);
    walker.stop();
    expect(walker).toMatchObject({ status: 'idle', goal: null, points: new Float32Array(0), index: 0 });
  });

  it('goes to the nearest cell where the goal is closed, and on when it opens', () => {
    const nav = drawnNav('......#...');
    const walker = walkerAt(nav, 0, 0);
    walker.to(6, 0);
    walk(walker);
    expect(walker).toMatchObject({ x: 5.5, goal: [5, 0], status: 'arrived' });
    nav.setOpen(6, 0, true);
    walk(walker);
    expect(walker).toMatchObject({ x: 6.5, goal: [6, 0], status: 'arrived' });
    nav.setOpen(7, 0, false);
    walker.to(9, 0);
    expect(walker.update(MS).status).toBe('unreachable');
    nav.setOpen(7, 0, true);
    walk(walker);
    expect(walker).toMatchObject({ x: 9.5, status: 'arrived' });
  });

  it('is blocked in a wall, escapes to a cell from which its goal can be reached, and continues', () => {
    const nav = drawnNav('.#....\n.#....');
    const walker = walkerAt(nav, 1, 0);
    walker.to(5, 0);
    expect(walker.update(MS)).toMatchObject({ x: 1.5, status: 'blocked' });
    expect(walker.escape()).toBe(true);
    expect([walker.x, walker.y]).toEqual([2.5, 0.5]);
    walk(walker);
    expect(walker).toMatchObject({ x: 5.5, status: 'arrived' });
    nav.edit({ x: 0, y: 0, width: 6, height: 2, open: false });
    expect(walker.update(MS).status).toBe('blocked');
    expect(walker.escape()).toBe(false);
  });

  it('finds its way back from wherever it is put', () => {
    const nav = drawnNav('.......\n.#####.\n.......');
    const walker = walkerAt(nav, 0, 0);
    walker.to(6, 0);
    for (let i = 0; i < 10; i++) walker.update(MS);
    Object.assign(walker, { x: 0.5, y: 2.5 });
    expect(walker.update(MS)).toMatchObject({ status: 'walking' });
    walk(walker);
    expect(walker).toMatchObject({ x: 6.5, y: 0.5 });
  });

  it('is stopped by a wall on the straight line to its next point, however far it was pushed off its path', () => {
    const nav = drawnNav(Array(30).fill('.'.repeat(30)).join('\n'));
    const walker = walkerAt(nav, 0, 0);
    walker.to(29, 0);
    walker.update(MS);
    Object.assign(walker, { x: 1.5, y: 25.5 });
    walker.update(MS);
    expect(walker.points).toHaveLength(4);
    nav.edit({ x: 14, y: 11, width: 3, height: 4, open: false });
    walker.update(MS);
    expect(walker.points.length).toBeGreaterThan(4);
  });

  it('never walks back to points that it has passed, where a push leaves it too close to a wall', () => {
    const nav = drawnNav('..........\n########.#');
    const walker = walkerAt(nav, 0, 0, { radius: 0.25 });
    walker.to(9, 0);
    for (let i = 0; i < 40; i++) walker.update(MS);
    expect(Object.assign(walker, { x: 8.9, y: 0.76 }).update(MS)).toMatchObject({ dx: expect.closeTo(0.92, 1) });
  });

  it('says what is wrong with its options', () => {
    const nav = drawnNav('...');
    expect(() => follow(nav, { size: 2 })).toThrow(new RangeError('size is 2, the map is for 1: load another agent'));
    expect(() => follow(nav, { speed: 0 })).toThrow(new RangeError('speed is 0, not above 0'));
    expect(() => follow(nav, { radius: -1 })).toThrow(new RangeError('radius is -1, allowed is a number of 0 or more'));
    // @ts-expect-error no such option
    expect(() => follow(nav, { sped: 5 })).toThrow(new TypeError('option sped is unknown; did you mean speed?'));
    for (const x of [100, -0.01, Number.NaN, Infinity])
      expect(() => follow(nav, { x })).toThrow(new RangeError(`point ${x}, 0.5 is not on the map of 3 x 1 cells`));
    expect(follow(nav)).toMatchObject({ x: 0.5, y: 0.5 });
    for (const [x, y] of [
      [0.5, 0],
      [50, 50],
      [-1, 0],
      [Number.NaN, 0],
    ])
      expect(() => follow(nav).to(x, y)).toThrow(
        Number.isInteger(x)
          ? `cell ${x}, ${y} is not on the map of 3 x 1 cells`
          : `x is ${x}, y is ${y}; expected whole numbers, as in findPath(x0, y0, x1, y1)`,
      );
    for (const ms of [Number.NaN, -1])
      expect(() => follow(nav).update(ms)).toThrow(new RangeError(`ms is ${ms}, not 0 or more`));
    expect(() => Object.assign(follow(nav), { speed: Number.NaN }).update(16)).toThrow(
      new RangeError('speed is NaN, not 0 or more'),
    );
    expect(() => crowdOf([{} as Walker]).update(16)).toThrow(
      new TypeError('walker is [object Object], expected what follow gives'),
    );
  });
});

describe('a crowd', () => {
  const overlaps = (walkers: readonly Walker[]) => {
    let sum = 0;
    walkers.forEach((a, i) => {
      for (const b of walkers.slice(i + 1)) sum += Math.max(0, a.radius + b.radius - Math.hypot(a.x - b.x, a.y - b.y));
    });
    return sum;
  };

  it('does not pile up on a goal, nor enter closed cells, whatever is edited', () => {
    fc.assert(
      fc.property(anyGrid(16), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (grid, seed) => {
        const nav = navOf(grid);
        const next = random(seed);
        const any = () => anyCell(grid, next);
        const walkers = Array.from({ length: 20 }, () => nearestOpen(nav, ...any())).flatMap((cell) =>
          cell ? [walkerAt(nav, ...cell, { radius: 0.3 })] : [],
        );
        const goal = any();
        for (const walker of walkers) walker.to(...goal);
        const crowd = crowdOf(walkers);
        for (let i = 0; i < 200; i++) {
          if (next() < 0.1) nav.setOpen(...any(), next() < 0.6);
          const open = walkers.map(({ x, y }) => nav.isOpen(...cellAt(nav, x, y)));
          crowd.update(MS);
          walkers.forEach(({ x, y }, w) => {
            expect(nav.isOpen(...cellAt(nav, x, y)), `${x}, ${y}`).toBe(open[w]);
          });
        }
      }),
      { numRuns: sample(48) },
    );
  });

  it('pushes those apart that overlap, each by half, wherever they stand', () => {
    const nav = loadGrid(40, 40, () => true);
    const next = random(8);
    const pairs = Array.from({ length: 64 }, (_, i) => {
      const [x, y] = [4 + 4 * (i % 8), 4 + 4 * (i >> 3)];
      return [0, 0.9].map((most) =>
        follow(nav, { x: x + most * next(), y: y + most * next(), radius: 0.4 + 0.2 * (i % 4), speed: 100 }),
      );
    });
    // Two in one place, in different directions.
    for (const [a, b] of pairs.slice(0, 2)) Object.assign(a, { x: b.x, y: b.y });
    const before = pairs.map(([a, b]) => [a.x, a.y, b.x, b.y]);
    crowdOf(pairs.flat()).update(1000);
    for (const [i, [a, b]] of pairs.entries()) {
      const [ax, ay, bx, by] = before[i];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(Math.max(a.radius * 2, Math.hypot(ax - bx, ay - by)), 9);
      expect([a.x + b.x, a.y + b.y]).toEqual([expect.closeTo(ax + bx, 9), expect.closeTo(ay + by, 9)]);
      expect((a.x - b.x) * (ay - by)).toBeCloseTo((a.y - b.y) * (ax - bx), 9);
    }
    const [u, v] = pairs.map(([a, b]) => [a.x - b.x, a.y - b.y]);
    expect(Math.abs(u[0] - v[0]) + Math.abs(u[1] - v[1])).toBeGreaterThan(0.1);
  });

  it('pushes no walker farther than it walks in that time, nor into walls, and those that meet aside', () => {
    const nav = drawnNav('####\n....\n....');
    const pair = () => [0, 1].map((i) => follow(nav, { x: 1 + 0.1 * i, y: 1.5 - 0.1 * i, radius: 0.4, speed: 2 }));
    const [a, b] = pair();
    crowdOf([a, b]).update(50);
    // Not up, where the wall is.
    expect([a.x < 1, a.y > 1.5, b.x > 1.1, b.y]).toEqual([true, true, true, 1.4]);
    expect(Math.hypot(a.x - 1, a.y - 1.5)).toBeCloseTo(0.1, 2);
    expect(Math.hypot(a.x - 1, a.y - 1.5)).toBeLessThan(0.1 + 1e-9);
    expect(b.x - 1.1).toBeLessThan(0.1);
    const lane = loadGrid(20, 20, () => true);
    const [right, left] = [
      [5, 5.5, 15],
      [5.6, 5.5, 0],
    ].map(([x, y, goal]) => {
      const walker = follow(lane, { x, y, radius: 0.4, speed: 1 });
      walker.to(goal, 5);
      return walker;
    });
    crowdOf([right, left]).update(100);
    // Back by less than its way, and to a side.
    expect(right.x).toBeGreaterThan(5);
    expect(right.x).toBeLessThan(5.1 + 1e-9);
    expect(Math.abs(right.y - 5.5)).toBeGreaterThan(0.05);
    expect([left.x, left.y]).toEqual([expect.closeTo(10.6 - right.x, 9), expect.closeTo(11 - right.y, 9)]);
  });

  it('has arrived where one that is nearer to the same goal stands in the way, and not at another goal', () => {
    const nav = loadGrid(20, 3, () => true);
    const [first, other, ...same] = [
      [10.5, 1.5, 10],
      [10.5, 0.6, 15],
      [9.6, 1.5, 10],
      [11.4, 1.5, 10],
      [10.5, 2.4, 10],
    ].map(([x, y, goal]) => {
      const walker = follow(nav, { x, y, radius: 0.45, speed: 0.01 });
      walker.to(goal, 1);
      return walker;
    });
    crowdOf([first, other, ...same]).update(MS);
    expect([first, ...same].map(({ status }) => status)).toEqual(Array(4).fill('arrived'));
    expect(other.status).toBe('walking');
    // It is farther from the goal than the one that comes.
    const [late, near] = [follow(nav, { x: 2.5, y: 1.5 }), follow(nav, { x: 3.2, y: 1.5, speed: 0.01 })];
    late.to(2, 1);
    late.update(MS);
    expect(late.status).toBe('arrived');
    late.x = 1.9;
    late.update(MS);
    near.to(2, 1);
    Object.assign(near, { x: 2.6 });
    crowdOf([late, near]).update(MS);
    expect([late.status, near.status]).toEqual(['arrived', 'walking']);
  });

  it('knows the cells that walkers stand on, of large ones all', () => {
    const large = follow(
      loadGrid(8, 8, () => true, { size: 2 }),
      { x: 4, y: 5 },
    );
    const { isOn } = crowdOf([
      large,
      follow(
        loadGrid(8, 8, () => true),
        { x: 1, y: 0.5 },
      ),
    ]);
    const taken = Array.from({ length: 64 }, (_, i) => `${i % 8},${i >> 3}`).filter((cell) =>
      isOn(...(cell.split(',').map(Number) as [number, number])),
    );
    expect(taken).toEqual(['0,0', '1,0', '3,4', '4,4', '3,5', '4,5']);
  });

  it('stands around the goal of all, and lets two columns pass each other', () => {
    const nav = editable(loadGrid(24, 12, () => true));
    const columns = [0, 23].flatMap((x) =>
      Array.from({ length: 12 }, (_, y) => {
        const walker = walkerAt(nav, x, y, { radius: 0.3 });
        walker.to(23 - x, y);
        return walker;
      }),
    );
    const crowd = crowdOf(columns);
    let worst = 0;
    for (let i = 0; i < 300; i++) {
      crowd.update(MS);
      worst = Math.max(worst, overlaps(columns));
    }
    expect(columns.map(({ status }) => status)).toEqual(columns.map(() => 'arrived'));
    for (const walker of columns) walker.to(12, 6);
    for (let i = 0; i < 400; i++) crowd.update(MS);
    expect(columns.map(({ status }) => status)).toEqual(columns.map(() => 'arrived'));
    // Without it all 24 stand on one point: 276 pairs of 0.6.
    expect(overlaps(columns)).toBeLessThan(1);
  });
});
