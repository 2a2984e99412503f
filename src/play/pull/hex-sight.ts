/**
 * Lines of sight on hexagons. A body is a hexagon as large as its radius says, of the same orientation as the cells; it
 * does not turn, so a blocked cell stops its middle inside a hexagon that is larger by the radius on each side:
 *
 *      _____
 *     / ___ \      half as wide as a cell, and the radius
 *    / /   \ \
 *    \ \___/ /     three pairs of sides, so three strips that a line enters and leaves
 *     \_____/
 *
 * With pointy tops the strips are |x|, |x / 2 + 3 y / 4| and |x / 2 - 3 y / 4| below half a width, in columns and rows
 * from a cell's middle; with flat ones x and y change places. Coordinates are whole numbers of 1/1024.
 */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { hexCenter } from '../../core/grid/hex-plane.js';
import { pushOf } from '../../core/grid/hexes.js';

/** What tells touching from overlapping, in cells: doubles of whole 1024ths are off by less. */
const TOUCH = 2 ** -34;

/**
 * Does a body move from one point to another without being stopped?
 * @param limit highest cost of a cell that counts as open
 * @param r half the body's width across its flat sides, in cells; 0 for a point, which must not even touch a wall
 */
export function seesOverHexes(
  grid: ReadonlyGrid,
  limit: number,
  [x0, y0, x1, y1]: readonly [x0: number, y0: number, x1: number, y1: number],
  r: number,
): boolean {
  const isInside = (x: number, y: number) => x > -1 && y > -1 && x < grid.width + grid.height && y < grid.height + 1;
  if (!isInside(x0, y0) || !isInside(x1, y1)) return false;
  const isFlat = pushOf(grid)?.columns === true;
  const half = 0.5 + (r > 0 ? r - TOUCH : TOUCH);
  /** Rows of pointy tops, columns of flat ones, lie 3/4 of a cell's height apart. */
  const reach = (half * 4) / 3;
  const [a0, b0, a1, b1] = isFlat ? [y0, x0, y1, x1] : [x0, y0, x1, y1];
  const isBlocked = (x: number, y: number) =>
    !grid.isOpen(x, y) || (grid.costs !== undefined && grid.costs[grid.cell(x, y)] > limit);
  /** Does the line enter the hexagon around a middle? */
  const hits = (a: number, b: number): boolean => {
    let enter = 0;
    let leave = 1;
    for (const [u, v] of STRIPS) {
      const at = (a0 - a) * u + (b0 - b) * v;
      const way = (a1 - a0) * u + (b1 - b0) * v;
      if (way === 0) {
        if (Math.abs(at) >= half) return false;
      } else {
        const [one, other] = [(-half - at) / way, (half - at) / way];
        enter = Math.max(enter, Math.min(one, other));
        leave = Math.min(leave, Math.max(one, other));
      }
    }
    return enter < leave || (enter === leave && x0 === x1 && y0 === y1);
  };
  for (let k = Math.floor(Math.min(b0, b1) - reach - 0.5); k <= Math.max(b0, b1) + reach; k++) {
    // The part of the line that is near this row.
    const [p, q] = [b0, b1].map((b) => Math.max(k + 0.5 - reach, Math.min(k + 0.5 + reach, b)));
    const along = (b: number) => (b1 === b0 ? a0 : a0 + ((a1 - a0) * (b - b0)) / (b1 - b0));
    const ends = b1 === b0 ? [a0, a1] : [along(p), along(q)];
    const push = (isFlat ? hexCenter(grid, k, 0)[1] : hexCenter(grid, 0, k)[0]) - 0.5;
    const last = Math.max(...ends) + half - push;
    for (let i = Math.floor(Math.min(...ends) - half - push - 0.5); i <= last; i++) {
      const [x, y] = isFlat ? [k, i] : [i, k];
      if (!isBlocked(x, y)) continue;
      const [cx, cy] = hexCenter(grid, x, y);
      if (isFlat ? hits(cy, cx) : hits(cx, cy)) return false;
    }
  }
  return true;
}

const STRIPS = [
  [1, 0],
  [0.5, 0.75],
  [0.5, -0.75],
] as const;

/** Do two hexagons of the size of a cell overlap? Points are their middles. */
export function hexesOverlap(
  map: Pick<ReadonlyGrid, 'moveRule'>,
  [x0, y0]: readonly [x: number, y: number],
  [x1, y1]: readonly [x: number, y: number],
): boolean {
  const [a, b] = pushOf(map)?.columns ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
  return STRIPS.every(([u, v]) => Math.abs(a * u + b * v) < 1);
}
