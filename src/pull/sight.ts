/**
 * Lines of sight between any two points of a map, exactly.
 *
 * A body is a square of half-side r that slides along a line without turning. A blocked cell stops it if the two overlap; a body of no size is
 * stopped where it touches one, corners included. Points are whole numbers of 1 / {@link PARTS} of a cell, so that doubles tell exactly.
 *
 * The line is cut into the rows of cells that the body reaches (columns, where it is steeper than a diagonal): in each it covers the
 * cells from a first one to a last one, whose bits are looked at together.
 *
 * Measured and decided: docs/decisions.md, "Lines of sight: rows of bits, exact in doubles".
 */
import type { ReadonlyGrid } from '../grid/grid.js';

/** Parts of a cell that coordinates are rounded to. */
export const PARTS = 1024;
/**
 * What tells touching from overlapping, in cells. Where a line enters a row is a quotient whose denominator is 2^33 at most, so it lies on the edge of a
 * cell or 2^-33 away from it; doubles are off by 2^-38 at most.
 */
const TOUCH = 2 ** -34;

/** A map as bits, 1 where nothing may be; a frame one cell wide around it is set as well. */
export interface Plane {
  /** Row y + 1 with bit x + 1, for all rows; then column x + 1 with bit y + 1. */
  bits: Int32Array;
  /** Words of a row, and of a column. */
  pitch: number;
}

/** @param limit dearest cell that counts as open */
export function planeOf({ width, height, stride, open, costs }: ReadonlyGrid, limit: number): Plane {
  const side = Math.max(width, height) + 2;
  const pitch = (side + 31) >> 5;
  const columns = pitch * side;
  const bits = new Int32Array(2 * columns).fill(-1);
  for (let y = 1; y <= height; y++) {
    for (let x = 1; x <= width; x++) {
      const c = y * stride + x;
      if (!open[c] || (costs && costs[c] > limit)) continue;
      bits[y * pitch + (x >> 5)] ^= 1 << x;
      bits[columns + x * pitch + (y >> 5)] ^= 1 << y;
    }
  }
  return { bits, pitch };
}

/**
 * Does a body slide from one point to another without being stopped? Coordinates and r in parts of a cell; all of the body lies on the map.
 * @param r half the body's side; 0 for a point
 * @param base where the rows begin among the bits; x and y are exchanged where it is the columns
 */
export function sees(plane: Plane, x0: number, y0: number, x1: number, y1: number, r: number, base = 0): boolean {
  const { bits, pitch } = plane;
  const dx = x1 - x0;
  const dy = y1 - y0;
  if (Math.abs(dy) > Math.abs(dx)) return sees(plane, y0, x0, y1, x1, r, bits.length >> 1);
  if (dy < 0) return sees(plane, x1, y1, x0, y0, r, base);
  // Touching counts for a point alone.
  const rim = r > 0 ? r / PARTS - TOUCH : TOUCH;
  const first = Math.floor(y0 / PARTS - rim);
  const last = Math.floor(y1 / PARTS + rim);
  // In cells with the frame: what the whole line covers, and in the loop what it covers of a row, from y on for `reach`.
  const least = Math.min(x0, x1) / PARTS + 1 - rim;
  const most = Math.max(x0, x1) / PARTS + 1 + rim;
  const slope = dy && dx / (PARTS * dy);
  const reach = PARTS + 2 * r;
  const start = x0 / PARTS + 1;
  let y = first * PARTS - r - y0;
  let word = base + (first + 1) * pitch;
  for (let row = first; row <= last; row++) {
    const from = start - rim + (dx < 0 ? y + reach : y) * slope;
    const to = start + rim + (dx < 0 ? y : y + reach) * slope;
    const a = (from > least && dy > 0 ? from : least) | 0;
    const b = (to < most && dy > 0 ? to : most) | 0;
    const i = word + (a >> 5);
    const k = word + (b >> 5);
    let hit = bits[i] & (-1 << a);
    if (i === k) hit &= -1 >>> ~b;
    else {
      hit |= bits[k] & (-1 >>> ~b);
      for (let w = i + 1; w < k; w++) hit |= bits[w];
    }
    if (hit !== 0) return false;
    y += PARTS;
    word += pitch;
  }
  return true;
}
