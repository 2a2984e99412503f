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
import { pushesOf } from '../../core/grid/hex-plane.js';
import { pushOf } from '../../core/grid/hexes.js';

/** What tells touching from overlapping, in cells: doubles of whole 1024ths are off by less. */
const TOUCH = 5.820766091346741e-11; // 2 ** -34

/**
 * Does a body move from one point to another without being stopped?
 * @param limit highest cost of a cell that counts as open
 * @param r half the body's width across its flat sides, in cells; 0 for a point, which must not even touch a wall
 * @param hider the cell that stopped the last body, by its place in a row and its row: it often stops the next one as
 * well
 */
export function seesOverHexes(
  grid: ReadonlyGrid,
  limit: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  r: number,
  hider: { i: number; k: number },
): boolean {
  const { width, height, costs } = grid;
  const isInside = (x: number, y: number) => x > -1 && y > -1 && x < width + height && y < height + 1;
  if (!isInside(x0, y0) || !isInside(x1, y1)) return false;
  const { columns: isFlat, at: pushAt } = pushesOf(grid);
  const half = 0.5 + (r > 0 ? r - TOUCH : TOUCH);
  /** Rows of pointy tops, columns of flat ones, lie 3/4 of a cell's height apart. */
  const reach = (half * 4) / 3;
  const [a0, b0, a1, b1] = isFlat ? [y0, x0, y1, x1] : [x0, y0, x1, y1];
  const [da, db] = [a1 - a0, b1 - b0];
  /** Is this cell of row k blocked, and in the way? */
  const stops = (i: number, k: number, push: number): boolean => {
    const x = isFlat ? k : i;
    const y = isFlat ? i : k;
    // Not the array: a grid of units closes their cells in isOpen only.
    if (grid.isOpen(x, y) && (!costs || costs[grid.cell(x, y)] <= limit)) return false;
    return hits(a0 - (i + 0.5 + push), b0 - (k + 0.5), da, db, half);
  };
  if (stops(hider.i, hider.k, pushAt(hider.k))) return false;
  const top = Math.max(b0, b1);
  const bottom = Math.min(b0, b1);
  for (let k = Math.floor(bottom - reach - 0.5); k <= top + reach; k++) {
    // The part of the line that is near this row.
    let [from, to] = [a0, a1];
    if (db !== 0) {
      from = a0 + (da * (clamp(b0, k + 0.5, reach) - b0)) / db;
      to = a0 + (da * (clamp(b1, k + 0.5, reach) - b0)) / db;
    }
    const push = pushAt(k);
    const last = Math.max(from, to) + half - push;
    for (let i = Math.floor(Math.min(from, to) - half - push - 0.5); i <= last; i++) {
      if (!stops(i, k, push)) continue;
      hider.i = i;
      hider.k = k;
      return false;
    }
  }
  return true;
}

const clamp = (v: number, middle: number, reach: number) => Math.max(middle - reach, Math.min(middle + reach, v));

const STRIPS = [
  [1, 0],
  [0.5, 0.75],
  [0.5, -0.75],
] as const;

/** Does a line enter a hexagon? @param a,b its beginning, from the hexagon's middle @param da,db its way */
function hits(a: number, b: number, da: number, db: number, half: number): boolean {
  let enter = 0;
  let leave = 1;
  for (let s = 0; s < STRIPS.length; s++) {
    const strip = STRIPS[s];
    const at = a * strip[0] + b * strip[1];
    const way = da * strip[0] + db * strip[1];
    if (way === 0) {
      if (Math.abs(at) >= half) return false;
    } else {
      const one = (-half - at) / way;
      const other = (half - at) / way;
      enter = Math.max(enter, Math.min(one, other));
      leave = Math.min(leave, Math.max(one, other));
    }
  }
  return enter < leave || (enter === leave && da === 0 && db === 0);
}

/** Do two hexagons of the size of a cell overlap? Points are their middles. */
export function hexesOverlap(
  map: Pick<ReadonlyGrid, 'moveRule'>,
  [x0, y0]: readonly [x: number, y: number],
  [x1, y1]: readonly [x: number, y: number],
): boolean {
  const [a, b] = pushOf(map)?.columns ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
  return STRIPS.every(([u, v]) => Math.abs(a * u + b * v) < 1);
}
