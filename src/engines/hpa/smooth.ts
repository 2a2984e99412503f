/**
 * Smoothing: replaces parts of a path by a line of two pieces (diagonal and straight, in either order) wherever that is
 * legal and costs no more.
 *
 *     s . . #          from the anchor s the farthest cell of the path that a line reaches becomes the next anchor;
 *     . \ . #          it is looked for turn by turn, then by halving inside the piece that cannot be reached whole
 *     . . \ g
 *
 * One pass is greedy and leaves early turns where a later one would be cheaper; a second pass from the other end
 * removes most of them (docs/decisions/hpa.md).
 */
import { assertOpen } from '../../core/errors.js';
import { STEP } from '../../core/grid/step-costs.js';
import { lineCost } from './line.js';

/** A path as its turns: x | y << 16 each, joined by purely straight or purely diagonal moves. */
export type Points = number[];

/** Makes a path cheaper in place, where it can. @param cost in steps @returns whether it did */
export type Correction = (path: Points, cost: number) => boolean;

/** Adds a point unless it equals the last one. */
export function addPoint(points: Points, x: number, y: number): void {
  const point = x | (y << 16);
  if (points[points.length - 1] !== point) points.push(point);
}

/** Makes a path the turns among cells, of which each is next to the one before. @param cells x | y << 16 */
export function setCells(path: Points, cells: Int32Array, count: number): void {
  path.length = 0;
  for (let i = 0, move = 0; i < count; i++) {
    const next = i + 1 < count ? cells[i + 1] - cells[i] : 0;
    if (next !== move || i === 0 || next === 0) path.push(cells[i]);
    move = next;
  }
}

/** Adds the line from ax, ay to x, y, its turn included. */
export function addLine(points: Points, ax: number, ay: number, x: number, y: number, diagonalFirst: boolean): void {
  const dx = x - ax;
  const dy = y - ay;
  const level = Math.min(Math.abs(dx), Math.abs(dy));
  const sx = Math.sign(dx) * level;
  const sy = Math.sign(dy) * level;
  if (diagonalFirst) addPoint(points, ax + sx, ay + sy);
  else addPoint(points, x - sx, y - sy);
  addPoint(points, x, y);
}

const MOST = 1e300;

/** @returns cost of a path @throws {BlobError} if one of its moves is illegal */
export function pathCost(weights: Uint8Array, stride: number, path: Points, lineOf = lineCost): number {
  let cost = 0;
  for (let i = 1; i < path.length; i++) {
    const [x, y] = [path[i - 1] & 0xffff, path[i - 1] >> 16];
    cost += lineOf(weights, stride, (y + 1) * stride + x + 1, (path[i] & 0xffff) - x, (path[i] >> 16) - y, true);
  }
  assertOpen(cost < Infinity);
  return cost / STEP;
}

/**
 * Smooths a path in place, from its end and then from its start.
 * @param weights per padded cell, 0 blocked
 * @param uniform whether all open cells weigh the same: then a legal line never costs more
 * @param lineOf gives the cost of a line
 * @param square whether lines go along a row and a column, as on maps without diagonals
 * @returns its cost in steps
 */
export function smooth(
  weights: Uint8Array,
  stride: number,
  uniform: boolean,
  path: Points,
  lineOf = lineCost,
  square = false,
): number {
  const half: Points = [];
  smoothPass(weights, stride, uniform, path, half, lineOf, square);
  path.length = 0;
  return smoothPass(weights, stride, uniform, half, path, lineOf, square) / STEP;
}

/**
 * One pass, from the last point of `path` to its first; `out` gets the smoothed path in that order. Every line that it
 * gets was found legal, so that a path through a wall, which arrays of another grid may contain, does not
 * come out of it.
 * @param lineOf gives the cost of a line
 * @param square whether lines go along a row and a column, as on maps without diagonals
 * @returns its cost
 * @throws {BlobError} if a piece is illegal, or neither straight nor diagonal
 */
export function smoothPass(
  weights: Uint8Array,
  stride: number,
  uniform: boolean,
  path: Points,
  out: Points,
  lineOf = lineCost,
  square = false,
): number {
  let k = path.length - 1;
  // Anchor, and the farthest cell of the path that a line from it reaches.
  let ax = path[k] & 0xffff;
  let ay = path[k--] >> 16;
  let px = ax;
  let py = ay;
  let cost = 0;
  let total = 0;
  let diagonalFirst = true;
  addPoint(out, ax, ay);
  const reaches = (x: number, y: number): boolean => {
    const cell = (ay + 1) * stride + ax + 1;
    // Finite: an illegal line is never below it.
    const limit = uniform
      ? MOST
      : Math.min(MOST, cost + lineOf(weights, stride, (py + 1) * stride + px + 1, x - px, y - py, true));
    let price = lineOf(weights, stride, cell, x - ax, y - ay, true);
    const first = price <= limit;
    if (!first) price = lineOf(weights, stride, cell, x - ax, y - ay, false);
    if (price > limit) return false;
    diagonalFirst = first;
    cost = price;
    px = x;
    py = y;
    return true;
  };
  // Ends, because each round makes k smaller, comes nearer to point k along its piece, or throws.
  while (k >= 0) {
    while (k >= 0 && reaches(path[k] & 0xffff, path[k] >> 16)) k--;
    if (k >= 0) {
      const dx = (path[k] & 0xffff) - px;
      const dy = (path[k] >> 16) - py;
      const bent = dx && dy && Math.abs(dx) !== Math.abs(dy);
      // The whole piece is out of reach: n falls, or p comes n steps nearer, which are not all that are left.
      for (let n = bent ? 0 : Math.max(Math.abs(dx), Math.abs(dy)) >> 1; n > 0; ) {
        const rest = Math.max(Math.abs((path[k] & 0xffff) - px), Math.abs((path[k] >> 16) - py));
        if (n >= rest || !reaches(px + Math.sign(dx) * n, py + Math.sign(dy) * n)) n >>= 1;
      }
    }
    // A single step of a legal path can always be made.
    assertOpen(k < 0 || px !== ax || py !== ay);
    if (square) {
      if (diagonalFirst) ax = px;
      else ay = py;
      addPoint(out, ax, ay);
    }
    addLine(out, ax, ay, px, py, diagonalFirst);
    ax = px;
    ay = py;
    total += cost;
    cost = 0;
  }
  return total;
}
