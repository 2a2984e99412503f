/**
 * Lines of sight between any two points of a map, exactly.
 *
 * A body is a square of half-side r that slides along a line without turning. A blocked cell stops it if the two
 * overlap; a body of no size is stopped where it touches one, corners included. Points are whole numbers of 1 /
 * {@link PARTS} of a cell, so that doubles tell exactly.
 *
 * The line is cut into the rows of cells that the body reaches (columns, where it is steeper than a diagonal): in each
 * it covers the cells from a first one to a last one, whose bits are looked at together. Four rows together come first,
 * and each of them where these have a wall.
 */

import type { ReadonlyGrid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { EAST, SOUTH } from '../../core/grid/walls.js';

/** Parts of a cell that coordinates are rounded to. */
export const PARTS = 1024;
/**
 * What tells touching from overlapping, in cells. Where a line enters a row is a quotient whose denominator is 2^33 at
 * most, so it lies on the edge of a cell or 2^-33 away from it; doubles are off by 2^-38 at most.
 */
const TOUCH = 5.820766091346741e-11; // 2 ** -34

/** A map as bits, 1 where nothing may be; a frame one cell wide around it is set as well. */
export interface Plane {
  /** Row y + 1 with bit x + 1, for all rows; for every four of them the bits that any has; then the same of columns. */
  bits: Int32Array;
  /** Words of a row, and of a column; and how many of either there are. */
  pitch: number;
  side: number;
}

/** Rows that are looked at together: 1 << 2. */
const FOUR = 2;

/** @param limit highest cost of a cell that counts as open */
export function planeOf({ width, height, stride, open, costs }: ReadonlyGrid, limit: number): Plane {
  const plane = emptyPlane(width, height);
  const { bits, pitch, side } = plane;
  const fours = side * pitch;
  const columns = bits.length >> 1;
  bits.fill(-1, 0, fours).fill(-1, columns, columns + fours);
  // By squares of 32 x 32 cells, so that the words of columns stay in the processor's cache.
  const square = new Int32Array(32);
  for (let top = 0; top <= height; top += 32) {
    for (let left = 0; left <= width; left += 32) {
      square.fill(0);
      for (let y = Math.max(1, top); y <= height && y < top + 32; y++) {
        let row = 0;
        for (let x = Math.max(1, left), c = y * stride + x; x <= width && x < left + 32; x++, c++) {
          if (!open[c] || (costs && costs[c] > limit)) continue;
          row |= 1 << x;
          square[x & 31] |= 1 << y;
        }
        bits[y * pitch + (left >> 5)] ^= row;
      }
      for (let k = 0; k < 32 && left + k < side; k++) bits[columns + (left + k) * pitch + (top >> 5)] ^= square[k];
    }
  }
  for (const base of [0, columns]) {
    for (let line = 0, from = base; line < side; line++)
      for (let k = 0, to = base + fours + (line >> FOUR) * pitch; k < pitch; k++) bits[to++] |= bits[from++];
  }
  return plane;
}

/** A plane without walls, the frame included. */
export function emptyPlane(width: number, height: number): Plane {
  const side = Math.max(width, height) + 2;
  const pitch = (side + 31) >> 5;
  return { bits: new Int32Array(2 * (side + (side >> FOUR) + 1) * pitch), pitch, side };
}

/** Makes a cell a wall, or no wall. */
export function flipBit({ bits, pitch, side }: Plane, x: number, y: number): void {
  for (const [base, line, bit] of [
    [0, y + 1, x + 1],
    [bits.length >> 1, x + 1, y + 1],
  ]) {
    const word = base + (bit >> 5);
    bits[word + line * pitch] ^= 1 << bit;
    let bitsOfFour = 0;
    for (let i = line & -(1 << FOUR); i < Math.min(side, (line | ((1 << FOUR) - 1)) + 1); i++)
      bitsOfFour |= bits[word + i * pitch];
    bits[word + (side + (line >> FOUR)) * pitch] = bitsOfFour;
  }
}

/** Brings the cells of boxes up to date. @param limit as of {@link planeOf} */
export function updatePlane(plane: Plane, grid: ReadonlyGrid, limit: number, boxes: readonly Box[]): void {
  const { bits, pitch } = plane;
  const { stride, open, costs } = grid;
  for (const [x0, y0, x1, y1] of boxes)
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const cell = (y + 1) * stride + x + 1;
        const isWall = !open[cell] || (costs !== undefined && costs[cell] > limit);
        if (((bits[(y + 1) * pitch + ((x + 1) >> 5)] >> (x + 1)) & 1) !== Number(isWall)) flipBit(plane, x, y);
      }
}

/**
 * Does a body slide from one point to another without being stopped? Coordinates and r in parts of a cell; all of the
 * body lies on the map.
 * @param r half the body's side; 0 for a point
 */
export function sees(plane: Plane, x0: number, y0: number, x1: number, y1: number, r: number): boolean {
  const { bits, pitch, side } = plane;
  // Down the rows; a call of itself with the ends exchanged would add a quarter.
  const isSteep = Math.abs(y1 - y0) > Math.abs(x1 - x0);
  const base = isSteep ? bits.length >> 1 : 0;
  let ax = isSteep ? y0 : x0;
  let ay = isSteep ? x0 : y0;
  let bx = isSteep ? y1 : x1;
  let by = isSteep ? x1 : y1;
  if (by < ay) {
    const [x, y] = [ax, ay];
    ax = bx;
    ay = by;
    bx = x;
    by = y;
  }
  const dx = bx - ax;
  const dy = by - ay;
  // Touching counts only for a point.
  const rim = r > 0 ? r / PARTS - TOUCH : TOUCH;
  // In cells with the frame: rows, what the whole line covers, and in the loop what it covers of the rows from y to
  // `bottom`.
  let row = (ay / PARTS + 1 - rim) | 0;
  const last = (by / PARTS + 1 + rim) | 0;
  const least = (dx < 0 ? bx : ax) / PARTS + 1 - rim;
  const most = (dx < 0 ? ax : bx) / PARTS + 1 + rim;
  const slope = dy && dx / (PARTS * dy);
  const left = dy > 0 ? ax / PARTS + 1 - rim : least;
  const right = dy > 0 ? ax / PARTS + 1 + rim : most;
  let y = (row - 1) * PARTS - r - ay;
  /** Last row of the four that are looked at one by one. */
  let single = -1;
  while (row <= last) {
    const isSingle = row <= single;
    const end = isSingle ? row : Math.min(row | ((1 << FOUR) - 1), last);
    const next = y + (end + 1 - row) * PARTS;
    const bottom = next + 2 * r;
    const from = left + (dx < 0 ? bottom : y) * slope;
    const to = right + (dx < 0 ? y : bottom) * slope;
    const a = (from > least ? from : least) | 0;
    const b = (to < most ? to : most) | 0;
    const word = base + (isSingle ? row : side + (row >> FOUR)) * pitch;
    const i = word + (a >> 5);
    const k = word + (b >> 5);
    let hit = bits[i] & (-1 << a);
    if (i === k) hit &= -1 >>> ~b;
    else {
      hit |= bits[k] & (-1 >>> ~b);
      for (let w = i + 1; w < k; w++) hit |= bits[w];
    }
    if (hit === 0) {
      y = next;
      row = end + 1;
    } else if (isSingle) return false;
    else single = end;
  }
  return true;
}

/**
 * Does a body get from one point to another past all walls between cells? These have no width. The body is over the
 * line that a wall lies on during one piece of its way, and covers the cells along the line from a first one to a last
 * one, whose walls are looked at. Coordinates and r as for {@link sees}, on the map.
 */
export function seesPastWalls(grid: ReadonlyGrid, x0: number, y0: number, x1: number, y1: number, r: number): boolean {
  const { walls, width, height, stride } = grid;
  if (!walls) return true;
  const east = (k: number, y: number) => walls[(y + 1) * stride + k] & EAST;
  const south = (k: number, x: number) => walls[k * stride + x + 1] & SOUTH;
  return !meets(x0, y0, x1, y1, r, width, height, east) && !meets(y0, x0, y1, x1, r, height, width, south);
}

/** Whether the body meets a wall on one of the lines x = k. @param isWall along line k, by row */
function meets(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  r: number,
  columns: number,
  rows: number,
  isWall: (k: number, row: number) => number,
): boolean {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
  // Whole numbers between two bounds, which count only for a point.
  const above = (bound: number) => (r > 0 ? Math.floor(bound) + 1 : Math.ceil(bound));
  const below = (bound: number) => (r > 0 ? Math.ceil(bound) - 1 : Math.floor(bound));
  // Rows as fractions, over the same number: all products are exact.
  const over = Math.abs(dx) || 1;
  const rowAt = (x: number) => (dx === 0 ? y0 : (y0 * dx + (x - x0) * dy) * Math.sign(dx));
  const last = Math.min(columns - 1, below((right + r) / PARTS));
  for (let k = Math.max(1, above((left - r) / PARTS)); k <= last; k++) {
    const [a, b] = [rowAt(Math.max(left, k * PARTS - r)), dx === 0 ? y1 : rowAt(Math.min(right, k * PARTS + r))];
    const end = Math.min(rows - 1, below((Math.max(a, b) + r * over) / (PARTS * over)));
    const start = Math.max(0, above((Math.min(a, b) - r * over) / (PARTS * over)) - 1);
    for (let row = start; row <= end; row++) if (isWall(k, row)) return true;
  }
  return false;
}
