/** Units on maps with walls between cells, with edits while they walk: none crosses a wall, no way costs more than it must. */
import { describe, expect, it } from 'vitest';
import { clearances } from '../src/core/grid/clearance.js';
import type { Grid } from '../src/core/grid/grid.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { listWalls } from '../src/core/grid/walls.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { blockersOf } from '../src/play/avoid/blockers.js';
import { applyChanges, saveChanges } from '../src/play/edit/changes.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { crowdOf } from '../src/play/follow/crowd.js';
import { follow } from '../src/play/follow/follow.js';
import type { Walker } from '../src/play/follow/walker.js';
import { pathQueue } from '../src/play/queue/queue.js';
import { straighten } from '../src/play/straighten/straighten.js';
import { trafficOf } from '../src/play/traffic/traffic.js';
import { findPathWithin } from '../src/runtime/limits.js';
import { linksPart } from '../src/runtime/links.js';
import { load } from '../src/runtime/load-all.js';
import { loadGrid } from '../src/runtime/load-grid.js';
import { clearanceAt, nearestOpen } from '../src/runtime/places.js';
import { findWalk } from '../src/runtime/walk.js';
import { wallsPart } from '../src/runtime/walls.js';
import { random } from './grids.js';
import { IS_LONG } from './samples.js';
import { WALLED_RULES, walledGrid } from './walls.js';

type Point = [x: number, y: number];

/** Whether a straight move leads through a wall: not one along it, or up to it. */
function crosses(grid: Grid, [x0, y0]: Point, [x1, y1]: Point): boolean {
  return listWalls(grid).some(([x, y, side]) => {
    const isEast = side === 'east';
    // The wall lies at `at` across the axis, from `from` to `from + 1` along it.
    const [a0, b0, a1, b1] = isEast ? [x0, y0, x1, y1] : [y0, x0, y1, x1];
    const [at, from] = isEast ? [x + 1, y] : [y + 1, x];
    if ((a0 - at) * (a1 - at) >= 0) return false;
    const along = b0 + ((at - a0) / (a1 - a0)) * (b1 - b0);
    return along > from && along < from + 1;
  });
}

const anyOpen = (grid: Grid, next: () => number): Point => {
  for (;;) {
    const cell: Point = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
    if (grid.isOpen(...cell)) return cell;
  }
};

/** Opens or closes a wall at random, inside of the map. */
function change(nav: ChangingNav, next: () => number): void {
  const [x, y] = anyOpen(nav.grid as Grid, next);
  const [side, isOpening] = [next() < 0.5 ? 'east' : 'south', next() < 0.6] as const;
  nav.edit({ wall: [Math.min(x, nav.width - 2), Math.min(y, nav.height - 2), side], open: isOpening });
}

const mapOf = (nav: ChangingNav, grid: Grid): Grid => Object.assign((nav.grid as Grid).copy(), { links: grid.links });

async function onMaps(
  seed: number,
  maps: number,
  play: (nav: ChangingNav, grid: Grid, next: () => number, n: number) => void,
) {
  const next = random(seed);
  maps = IS_LONG ? maps : Math.min(4, maps);
  for (const rule of WALLED_RULES)
    for (let n = 0; n < maps; n++) {
      const maxCost = rule === 'never' && n % 2 ? 9 : 1;
      const grid = walledGrid(next, rule, { side: 14, links: n % 3 === 2, maxCost });
      play(editable(load(await bakeHierarchy(grid))), grid, next, n);
    }
}

describe('on maps with walls between cells', () => {
  it.each([undefined, true, false])('walkers cross no wall, and arrive where a way leads: pull %s', (pull) =>
    onMaps(80, 6, (nav, grid, next, n) => {
      const blockers = n % 2 ? blockersOf(nav) : undefined;
      const queue = n % 4 > 1 ? pathQueue(nav, { budget: { work: 5000 } }) : undefined;
      const walkers: Walker[] = Array.from({ length: 4 }, () => {
        const [x, y] = anyOpen(grid, next);
        return follow(nav, { x: x + 0.5, y: y + 0.5, ...(pull !== undefined && { pull }), blockers, queue });
      });
      const crowd = n % 3 ? crowdOf(walkers) : undefined;
      for (const walker of walkers) walker.to(...anyOpen(grid, next));
      for (let tick = 0; tick < 400; tick++) {
        if (tick % 20 === 19 && tick < 200) change(nav, next);
        const before = walkers.map(({ x, y, status }) => [x, y, status] as const);
        queue?.update();
        if (crowd) crowd.update(50);
        else for (const walker of walkers) walker.update(50);
        for (const [i, { x, y, status, link }] of walkers.entries()) {
          const [x0, y0, was] = before[i];
          if (was === 'linking' || status === 'linking' || link) continue;
          if (grid.links && Math.hypot(x - x0, y - y0) > 0.5) continue;
          if (crosses(nav.grid as Grid, [x0, y0], [x, y])) throw new Error(`${[x0, y0]} to ${[x, y]} crosses a wall`);
        }
      }
      if (!blockers && !crowd)
        for (const walker of walkers) {
          const { status, cell, goal } = walker;
          if (status === 'unreachable') continue;
          expect([status, ...cell]).toEqual(['arrived', ...(goal as Point)]);
        }
    }),
  );

  it('traffic goes by steps that the map allows', () =>
    onMaps(81, 4, (nav, grid, next) => {
      const traffic = trafficOf(nav);
      const taken = new Set<string>();
      for (let i = 0; i < 8; i++) {
        const at = anyOpen(grid, next);
        if (taken.has(at.join())) continue;
        taken.add(at.join());
        traffic.send(traffic.add(...at), ...anyOpen(grid, next));
      }
      for (let tick = 0; tick < 60; tick++) {
        if (tick % 7 === 6) change(nav, next);
        const before = traffic.units.map(({ x, y }): Point => [x, y]);
        traffic.step();
        const map = mapOf(nav, grid);
        for (const [i, { x, y }] of traffic.units.entries()) {
          const [x0, y0] = before[i];
          if (Math.max(Math.abs(x - x0), Math.abs(y - y0)) !== 1) continue;
          const bare = Object.assign(map.copy(), { links: undefined });
          const step = checkPath(bare, [x0, y0, x, y], [x0, y0], [x, y]);
          expect(step).toBeLessThan(Infinity);
        }
      }
    }));

  it('paths with fewer turns, and by limits, cost what they must', () =>
    onMaps(82, 6, (nav, grid, next) => {
      for (let i = 0; i < 6; i++) change(nav, next);
      const map = mapOf(nav, grid);
      const start = anyOpen(map, next);
      const steps = dijkstra(map, ...start);
      for (let i = 0; i < 20; i++) {
        const goal = anyOpen(map, next);
        const optimal = steps[map.cell(...goal)];
        const path = nav.findPath(...start, ...goal);
        const whole = findPathWithin(nav, ...start, ...goal, { expanded: 1e6 });
        expect([path === null, whole.path === null]).toEqual([optimal === Infinity, optimal === Infinity]);
        if (path && whole.path)
          for (const one of [straighten(nav, path), straighten(nav, path, { facing: 2 }), whole.path])
            expect(checkPath(map, one.cells, start, goal, one.links)).toBe(optimal);
        const near = nearestOpen(nav, ...goal, start) as Point;
        const square = ([x, y]: Point) => (x - goal[0]) ** 2 + (y - goal[1]) ** 2;
        let least = Infinity;
        for (let y = 0; y < map.height; y++)
          for (let x = 0; x < map.width; x++)
            if (steps[map.cell(x, y)] < Infinity) least = Math.min(least, square([x, y]));
        expect([square(near), steps[map.cell(...near)] < Infinity]).toEqual([least, true]);
      }
    }));

  it('maps in slices, and with saved changes, are the same', async () => {
    const next = random(83);
    for (let n = 0; n < 6; n++) {
      const grid = walledGrid(next, WALLED_RULES[n % 2], { side: 14, links: n % 3 === 2, maxCost: n % 2 ? 9 : 1 });
      const parts = [wallsPart, linksPart];
      const [nav, other] = [await loadGrid(grid, { parts, budget: { ms: 5 } }), loadGrid(grid, { parts })].map((one) =>
        editable(one),
      );
      for (let i = 0; i < 8; i++) change(nav, next);
      applyChanges(other, saveChanges(nav));
      expect(listWalls(other.grid as Grid)).toEqual(listWalls(nav.grid as Grid));
      const map = mapOf(nav, grid);
      const start = anyOpen(map, next);
      const steps = dijkstra(map, ...start);
      for (let y = 0; y < map.height; y++)
        for (let x = 0; x < map.width; x++)
          for (const one of [nav, other])
            expect(one.findPath(...start, x, y)?.cost ?? Infinity).toBeCloseTo(steps[map.cell(x, y)] / unitOf(map), 6);
    }
  });

  it('walks are refused, with what to do', () =>
    onMaps(85, 1, (nav) => {
      const refusal =
        'unusable blob: artifact is missing, expected hpa, which walks need; maps with walls between cells have no HPA*, use findPath';
      expect(() => findWalk(nav, 0, 0, 1, 1)).toThrow(refusal);
    }));

  it('clearance is of squares without a wall in them', () =>
    onMaps(84, 6, (nav, grid, next) => {
      for (let i = 0; i < 4; i++) change(nav, next);
      const map = nav.grid as Grid;
      const walls = listWalls(map);
      const isFree = (x0: number, y0: number, side: number): boolean => {
        for (let i = 0; i < side * side; i++) if (!map.isOpen(x0 + (i % side), y0 + Math.floor(i / side))) return false;
        return !walls.some(([x, y, to]) => {
          const [u, v] = to === 'east' ? [x + 1, y] : [x, y + 1];
          return [x, u].every((at) => at >= x0 && at < x0 + side) && [y, v].every((at) => at >= y0 && at < y0 + side);
        });
      };
      const [all, [found, expected]] = [clearances(map), [[], []] as number[][][]];
      for (let y = 0; y < grid.height; y++)
        for (let x = 0; x < grid.width; x++) {
          let side = 0;
          while (isFree(x, y, side + 1)) side++;
          found.push([clearanceAt(nav, x, y), all[map.cell(x, y)]]);
          expected.push([side, side]);
        }
      expect(found).toEqual(expected);
    }));
});
