/** Lines of sight and pulled paths past walls between cells, against the swept shape of the body. */
import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { WALLED_RULES, walledGrid } from '../../../test/walls.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { listWalls } from '../../core/grid/walls.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { wallsPart } from '../../runtime/walls.js';
import { editable } from '../edit/edit.js';
import { sightOf } from './pull.js';

/**
 * Whether the hull of both squares, or with no radius the line, meets a segment or the inside of a cell: separating
 * axes across columns, rows and the line.
 */
function isMet(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  r: number,
  box: readonly [number, number, number, number],
) {
  const [left, top, right, bottom] = box;
  const across = (x: number, y: number) => (x - x0) * (y1 - y0) - (y - y0) * (x1 - x0);
  const corners = [across(left, top), across(right, top), across(left, bottom), across(right, bottom)];
  const wide = r * (Math.abs(x1 - x0) + Math.abs(y1 - y0));
  const gaps = [
    Math.min(x0, x1) - r - right,
    left - Math.max(x0, x1) - r,
    Math.min(y0, y1) - r - bottom,
    top - Math.max(y0, y1) - r,
  ];
  if (x0 !== x1 || y0 !== y1) gaps.push(Math.min(...corners) - wide, -Math.max(...corners) - wide);
  return gaps.every((gap) => (r > 0 ? gap < 0 : gap <= 0));
}

function isClear(grid: Grid, x0: number, y0: number, x1: number, y1: number, r: number): boolean {
  const { width, height } = grid;
  const isIn = [x0, x1].every((x) => x >= r && x <= width - r) && [y0, y1].every((y) => y >= r && y <= height - r);
  if (!isIn) return false;
  for (let y = -1; y <= height; y++)
    for (let x = -1; x <= width; x++)
      if (!grid.isOpen(x, y) && isMet(x0, y0, x1, y1, r, [x, y, x + 1, y + 1])) return false;
  return listWalls(grid).every(([x, y, side]) => {
    const box = side === 'east' ? ([x + 1, y, x + 1, y + 1] as const) : ([x, y + 1, x + 1, y + 1] as const);
    return !isMet(x0, y0, x1, y1, r, box);
  });
}

describe('sight past walls between cells', () => {
  it('is that of the swept shape, at any points and radius', () => {
    const next = random(80);
    let clear = 0;
    for (let n = 0; n < 40; n++) {
      const grid = walledGrid(next, 'no-corners', { side: 9 });
      const nav = loadGrid(grid, { parts: [wallsPart] });
      for (const radius of [0, 0.25, 0.5, Math.floor(next() * 1024) / 1024]) {
        const sight = sightOf(nav, { radius });
        for (let i = 0; i < 60; i++) {
          // Middles, corners and sides often: there bodies touch walls.
          const parts = [1, 2, 4, 1024][i & 3];
          const at = (side: number) => Math.floor(next() * (side * parts + 1)) / parts;
          const line = [at(grid.width), at(grid.height), at(grid.width), at(grid.height)] as const;
          const expected = isClear(grid, ...line, radius);
          clear += Number(expected);
          expect([radius, ...line, sight.isClear(...line)]).toEqual([radius, ...line, expected]);
        }
      }
    }
    expect(clear).toBeGreaterThan(500);
  });

  it.each(WALLED_RULES)('pulls paths straight under %s, and looks again after an edit', (rule) => {
    const next = random(81);
    for (let n = 0; n < 12; n++) {
      const grid = walledGrid(next, rule, { side: 14 });
      const nav = editable(loadGrid(grid.copy(), { parts: [wallsPart] }));
      const sight = sightOf(nav, { radius: 0.3 });
      for (let i = 0; i < 10; i++) {
        const at = (side: number) => Math.floor(next() * side);
        const path = nav.findPath(at(grid.width), at(grid.height), at(grid.width), at(grid.height));
        if (!path) continue;
        const { points, length } = sight.pull(path);
        expect(length).toBeLessThanOrEqual(path.cost + 1e-6);
        for (let p = 0; p + 3 < points.length; p += 2)
          expect(isClear(nav.grid as Grid, points[p], points[p + 1], points[p + 2], points[p + 3], 0.3)).toBe(true);
        const [x, y] = [at(grid.width - 1), at(grid.height)];
        nav.edit({ wall: [x, y, 'east'], open: next() < 0.3 });
      }
    }
  });

  it('steers around the end of a wall', () => {
    const nav = loadGrid(
      createGrid(3, 3, () => true, { walls: [[0, 0, 'east']] }),
      { parts: [wallsPart] },
    );
    const sight = sightOf(nav, { radius: 0.2 });
    const path = nav.findPath(0, 0, 2, 0);
    if (!path) throw new Error('no path');
    const pulled = sight.pull(path);
    expect(sight.steer(pulled, 0.5, 0.5)).not.toMatchObject({ x: 2.5, y: 0.5 });
    expect(sight.steer(pulled, 1.5, 1.5)).toMatchObject({ x: 2.5, y: 0.5 });
  });
});
