/**
 * Lines of sight past walls between cells, exactly: a body slides along a line without turning, as in `sight.ts`, and a
 * wall, which has no width, stops it if the two overlap; a point already where it touches one, its ends included.
 *
 * The body is over the line that a wall lies on during one piece of its way. On that piece it covers the cells along
 * the line from a first one to a last one, whose walls are looked at.
 */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { EAST, SOUTH } from '../../core/grid/walls.js';
import { PARTS } from './sight.js';

/** Does a body get from one point to another past all walls? Coordinates and r as for `sees`, on the map. */
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
