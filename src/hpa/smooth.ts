/**
 * Smoothing: a path pulled straight wherever a line of two pieces (diagonal and straight, in either order) is legal and costs no more.
 *
 *     s . . #          from the anchor s the farthest cell of the path that a line reaches becomes the next anchor;
 *     . \ . #          it is looked for turn by turn, then by halving inside the piece that cannot be reached whole
 *     . . \ g
 *
 * One pass is greedy and leaves early turns where a later one would be cheaper; a second pass from the other end mends most of
 * that (docs/decisions.md).
 */
import { STEP } from './flood.js';
import { lineCost } from './line.js';

/** A path as its turns: x | y << 16 each, joined by purely straight or purely diagonal moves. */
export type Points = number[];

/** Adds a point; one that is the last one already is left out. */
export function addPoint(points: Points, x: number, y: number): void {
  const point = x | (y << 16);
  if (points[points.length - 1] !== point) points.push(point);
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

/**
 * Smooths a path in place, from its end and then from its start.
 * @param weights per padded cell, 0 blocked
 * @param uniform whether all open cells weigh the same: then a legal line is never dearer
 * @returns its cost in steps
 */
export function smooth(weights: Uint8Array, stride: number, uniform: boolean, path: Points): number {
  const half: Points = [];
  smoothPass(weights, stride, uniform, path, half);
  path.length = 0;
  return smoothPass(weights, stride, uniform, half, path) / STEP;
}

/** One pass, from the last point of `path` to its first; `out` gets the smoothed path in that order. @returns its cost */
function smoothPass(weights: Uint8Array, stride: number, uniform: boolean, path: Points, out: Points): number {
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
    const limit = uniform ? 1e300 : cost + lineCost(weights, stride, (py + 1) * stride + px + 1, x - px, y - py, true);
    let found = lineCost(weights, stride, cell, x - ax, y - ay, true);
    const first = found <= limit;
    if (!first) found = lineCost(weights, stride, cell, x - ax, y - ay, false);
    if (found > limit) return false;
    diagonalFirst = first;
    cost = found;
    px = x;
    py = y;
    return true;
  };
  while (k >= 0) {
    while (k >= 0 && reaches(path[k] & 0xffff, path[k] >> 16)) k--;
    if (k >= 0) {
      const dx = (path[k] & 0xffff) - px;
      const dy = (path[k] >> 16) - py;
      // The whole piece is out of reach.
      for (let n = Math.max(Math.abs(dx), Math.abs(dy)) >> 1; n > 0; ) {
        const rest = Math.max(Math.abs((path[k] & 0xffff) - px), Math.abs((path[k] >> 16) - py));
        if (n >= rest || !reaches(px + Math.sign(dx) * n, py + Math.sign(dy) * n)) n >>= 1;
      }
    }
    addLine(out, ax, ay, px, py, diagonalFirst);
    ax = px;
    ay = py;
    total += cost;
    cost = 0;
  }
  return total;
}
