/** Lines of sight between hexagons, held against polygons that are cut by the line. */
import { describe, expect, it } from 'vitest';
import { forSomeMaps, HEX_RULES, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import type { Grid } from '../../core/grid/grid.js';
import { hexCenter, hexCorners, regularScale } from '../../core/grid/hex-plane.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { nearestOpen } from '../../runtime/places.js';
import { hexesOverlap } from './hex-sight.js';
import { sightOf } from './pull.js';

const MAPS = sample(480, 48);
type Point = readonly [x: number, y: number];

/** Does a line meet the inside of a convex polygon? Its corners are clockwise. */
function cuts([x0, y0]: Point, [x1, y1]: Point, corners: Point[]): boolean {
  let [enter, leave] = [0, 1];
  for (const [i, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(i + 1) % corners.length];
    const beside = (x: number, y: number) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const [from, to] = [beside(x0, y0), beside(x1, y1)];
    if (from <= 0 && to <= 0) return false;
    if (from < 0) enter = Math.max(enter, from / (from - to));
    else if (to < 0) leave = Math.min(leave, from / (from - to));
  }
  return enter <= leave;
}

/** Is a line clear for a body, by the corners of all blocked cells and of those around the map, made larger by it? */
function isClear(grid: Grid, from: Point, to: Point, radius: number): boolean {
  for (let y = -2; y < grid.height + 2; y++) {
    for (let x = -2 - grid.height; x < grid.width + 2; x++) {
      if (grid.isOpen(x, y)) continue;
      const [cx, cy] = hexCenter(grid, x, y);
      const grow = 1 + 2 * radius;
      const corners = hexCorners(grid, x, y).map(([px, py]) => [cx + (px - cx) * grow, cy + (py - cy) * grow] as const);
      if (cuts(from, to, corners)) return false;
    }
  }
  return true;
}

const navOf = (grid: Grid) =>
  loadGrid(grid.width, grid.height, (x, y) => grid.isOpen(x, y), { diagonals: grid.moveRule });

describe.each(HEX_RULES)('lines of sight over hexagons, %s', (rule) => {
  it('are clear where the body meets no blocked cell', () => {
    let [clear, blocked] = [0, 0];
    forSomeMaps(rule, [9, MAPS], (grid, i) => {
      const next = random(i + 1);
      for (const radius of [0, 0.2, 0.25, 0.5]) {
        const { isClear: sees } = sightOf(navOf(grid), { radius });
        for (let k = 0; k < 12; k++) {
          const part = (side: number) => Math.round(next() * 1024 * (side + 1)) / 1024;
          const from = [part(grid.width), part(grid.height)] as const;
          const to = k % 4 ? ([part(grid.width), part(grid.height)] as const) : ([from[0], part(grid.height)] as const);
          // Lines between middles below test what touches.
          const [small, large] = [isClear(grid, from, to, radius + 1e-7), isClear(grid, from, to, radius - 1e-7)];
          if (small !== large) continue;
          if (sees(...from, ...to) !== small)
            throw new Error(`${from} to ${to}, radius ${radius}: ${!small} on ${grid.width} x ${grid.height}, ${i}`);
          if (small) clear++;
          else blocked++;
        }
      }
    });
    expect(Math.min(clear, blocked)).toBeGreaterThan(sample(1200, 48));
  });

  it('pull paths straight: never longer, and each leg is clear, or is of the path', () => {
    let shorter = 0;
    forSomeMaps(rule, [12, MAPS], (grid, i) => {
      const nav = navOf(grid);
      const next = random(i + 1);
      const cell = (): [number, number] => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
      for (const radius of [0, 0.25]) {
        const path = nav.findPath(...cell(), ...cell());
        if (!path) continue;
        const sight = sightOf(nav, { radius });
        const { points, length } = sight.pull(path);
        expect(length).toBeLessThanOrEqual(path.cost + 1e-9);
        if (length < path.cost - 1e-9) shorter++;
        const [scaleX, scaleY] = regularScale(grid);
        let sum = 0;
        for (let p = 2; p < points.length; p += 2) {
          const [x0, y0, x1, y1] = points.subarray(p - 2);
          const far = Math.hypot((x1 - x0) * scaleX, (y1 - y0) * scaleY);
          sum += far;
          expect(far < 1.001 || sight.isClear(x0, y0, x1, y1), `${[x0, y0, x1, y1]}`).toBe(true);
        }
        expect(sum).toBeCloseTo(length, 9);
        const heading = sight.steer({ points, length }, points[0], points[1]);
        if (radius && points.length > 2) expect(heading?.index).toBeGreaterThan(0);
      }
    });
    expect(shorter).toBeGreaterThan(sample(96, 48));
  });

  it('have room up to a radius of 0.25 between two walls, and none beyond', () => {
    // From cell 2, 2 to a neighbor past two blocked cells.
    const open = loadGrid(5, 5, () => true, { diagonals: rule });
    const path = open.findPath(2, 2, rule.endsWith('q') ? 2 : 3, rule.endsWith('q') ? 3 : 2);
    const [, , x, y] = path?.cells ?? [];
    const apart = (ax: number, ay: number, bx: number, by: number) => open.findPath(ax, ay, bx, by)?.cost;
    const walls = Array.from({ length: 25 }, (_, i) => [i % 5, Math.floor(i / 5)] as const).filter(
      ([wx, wy]) => apart(wx, wy, 2, 2) === 1 && apart(wx, wy, x, y) === 1,
    );
    expect(walls).toHaveLength(2);
    const nav = loadGrid(5, 5, (cx, cy) => !walls.some(([wx, wy]) => wx === cx && wy === cy), { diagonals: rule });
    const line = [...hexCenter({ moveRule: rule }, 2, 2), ...hexCenter({ moveRule: rule }, x, y)] as const;
    for (const [radius, clear] of [
      [0, true],
      [0.25, true],
      [0.251, false],
    ] as const)
      expect(sightOf(nav, { radius }).isClear(...line)).toBe(clear);
  });

  it('a click goes to the cell whose middle is nearest', () => {
    forSomeMaps(rule, [8, MAPS], (grid, i) => {
      const nav = navOf(grid);
      const next = random(i + 1);
      const [x, y] = [Math.floor(next() * 14) - 3, Math.floor(next() * 14) - 3];
      const [scaleX, scaleY] = regularScale(grid);
      const [px, py] = hexCenter(grid, x, y);
      const far = (cx: number, cy: number) => {
        const [qx, qy] = hexCenter(grid, cx, cy);
        return Math.hypot((qx - px) * scaleX, (qy - py) * scaleY);
      };
      let best = Infinity;
      for (let cy = 0; cy < grid.height; cy++)
        for (let cx = 0; cx < grid.width; cx++) if (grid.isOpen(cx, cy)) best = Math.min(best, far(cx, cy));
      const found = nearestOpen(nav, x, y);
      expect(found ? far(...found) : Infinity).toBeCloseTo(best, 9);
    });
  });
});

it.each(HEX_RULES)('of equally near hexagons the upper left one is nearest: %s', (diagonals) => {
  const [x, y] = hexCenter({ moveRule: diagonals }, 2, 2);
  const scale = regularScale({ moveRule: diagonals });
  const apart = (column: number, row: number) => {
    const [u, v] = hexCenter({ moveRule: diagonals }, column, row);
    return Math.hypot((u - x) * scale[0], (v - y) * scale[1]);
  };
  const ring = Array.from({ length: 25 }, (_, i) => [i % 5, Math.floor(i / 5)] as const).filter(
    ([column, row]) => Math.abs(apart(column, row) - 1) < 1e-9,
  );
  const nav = loadGrid(5, 5, (column, row) => ring.some(([u, v]) => u === column && v === row), { diagonals });
  expect([ring.length, nearestOpen(nav, 2, 2)]).toEqual([6, ring[0]]);
});

it('bodies of hexagons overlap where their middles are less than a cell apart', () => {
  for (const moveRule of HEX_RULES) {
    const map = { moveRule };
    const [x, y] = hexCenter(map, 3, 3);
    expect(hexesOverlap(map, [x, y], [x, y])).toBe(true);
    expect(hexesOverlap(map, [x, y], [x + 0.6, y])).toBe(true);
    expect(hexesOverlap(map, [x, y], hexCenter(map, 4, 3))).toBe(false);
    expect(hexesOverlap(map, [x, y], hexCenter(map, 3, 2))).toBe(false);
  }
});
