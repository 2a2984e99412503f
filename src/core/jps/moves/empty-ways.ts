/** The canonical way over an empty grid: along a ray first, then straight. */
import type { Grid } from '../../grid/grid.js';
import { isHex, isStraight } from '../../grid/rules.js';

/** Direction and steps of the ray, then of the straight run. */
export interface EmptyWay {
  ray: number;
  level: number;
  straight: number;
  rest: number;
}

/** @returns the way over some columns and rows, in one object that the next call writes again */
export function emptyWays(grid: Grid): (dx: number, dy: number) => EmptyWay {
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
