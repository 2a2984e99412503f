/** The canonical way over an empty grid: along a ray first, then straight. */
import { DX, DY } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { packPoint, X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { isHex, isStraight } from '../grid/rules.js';
import type { PathBuffer } from './path.js';

/** Direction and steps of the ray, then of the straight run. */
export interface EmptyWay {
  ray: number;
  level: number;
  straight: number;
  rest: number;
}

/** @returns the way over some columns and rows, in one object that the next call writes again */
export function emptyWays(grid: Pick<Grid, 'moveRule'>): (dx: number, dy: number) => EmptyWay {
  const way = { ray: 0, level: 0, straight: 0, rest: 0 };
  const write = (ray: number, level: number, straight: number, rest: number) => {
    way.ray = ray;
    way.level = level;
    way.straight = straight;
    way.rest = rest;
    return way;
  };
  if (isHex(grid))
    return (dx, dy) => {
      const ax = Math.abs(dx);
      const ay = Math.abs(dy);
      const isWide = ax > ay;
      const gap = Math.abs(ax - ay);
      if (dx > 0 && dy < 0) return isWide ? write(1, ay, 2, gap) : write(1, ax, 0, gap);
      if (dx < 0 && dy > 0) return isWide ? write(6, gap, 5, ay) : write(4, gap, 5, ax);
      return dx > 0 || dy > 0 ? write(4, ay, 2, ax) : write(6, ax, 0, ay);
    };
  if (isStraight(grid)) return (dx, dy) => write(dx > 0 ? 2 : 6, Math.abs(dx), dy > 0 ? 4 : 0, Math.abs(dy));
  return (dx, dy) => {
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    const level = Math.min(ax, ay);
    const straight = ay > ax ? (dy > 0 ? 4 : 0) : dx > 0 ? 2 : 6;
    return write(dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7, level, straight, Math.max(ax, ay) - level);
  };
}

/** @returns the cell in which the way from one cell to another turns; its end where it does not */
export function turnOf(grid: Pick<Grid, 'moveRule'>): (from: number, to: number) => number {
  const wayOver = emptyWays(grid);
  return (from, to) => {
    const [x, y] = [from & X_MASK, from >> Y_SHIFT];
    const { ray, level, rest } = wayOver((to & X_MASK) - x, (to >> Y_SHIFT) - y);
    return rest > 0 ? packPoint(x + level * DX[ray], y + level * DY[ray]) : to;
  };
}

/**
 * `PathBuffer.write` with a turn put between any two points, which are given from goal to start: a path buffer
 * draws a diagonal first, which is no such way under every rule.
 */
export function lineWriter(
  grid: Pick<Grid, 'moveRule'>,
): (path: PathBuffer, points: Int32Array, count: number, cost: number) => void {
  if (!isHex(grid) && !isStraight(grid)) return (path, points, count, cost) => path.write(points, count, cost);
  const turn = turnOf(grid);
  let turned = new Int32Array(256);
  return (path, points, count, cost) => {
    if (2 * count > turned.length) turned = new Int32Array(4 * count);
    turned[0] = points[0];
    for (let i = 1; i < count; i++) {
      turned[2 * i - 1] = turn(points[i], points[i - 1]);
      turned[2 * i] = points[i];
    }
    path.write(turned, 2 * count - 1, cost);
  };
}
