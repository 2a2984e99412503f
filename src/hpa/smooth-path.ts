/** Smoothing of any path of a map, whatever made it. */
import type { Grid } from '../grid/grid.js';
import { type Path, PathBuffer } from '../search/path.js';
import { lineCostOf } from './line.js';
import { addPoint, type Points, smooth } from './smooth.js';

/**
 * A path from the same start to the same goal that costs as much or less: legal by the move rule, and on maps with cell costs never dearer.
 * @param path x, y pairs of every cell, as in `Path.cells`; every move must be legal
 * @throws {RangeError} if two cells that follow each other are not neighbours, or one is blocked
 */
export function smoothPath(grid: Grid, path: ArrayLike<number>): Path {
  const weights = grid.costs ?? grid.open;
  const lineOf = lineCostOf(grid, true);
  const points: Points = [];
  for (let i = 0; i + 1 < path.length; i += 2) {
    const [x, y] = [path[i], path[i + 1]];
    const [dx, dy] = i > 0 ? [path[i - 2] - x, path[i - 1] - y] : [0, 0];
    if (Math.max(Math.abs(dx), Math.abs(dy)) > 1 || !grid.isOpen(x, y)) {
      throw new RangeError(`cell ${x}, ${y} of the path is blocked, or no neighbour of the one before`);
    }
    if (lineOf(weights, grid.stride, grid.cell(x, y), dx, dy, true) === Infinity)
      throw new RangeError('the path cuts a corner');
    addPoint(points, x, y);
  }
  if (points.length === 0) throw new RangeError('the path has no cells');
  const cost = smooth(weights, grid.stride, !grid.costs, points, lineOf, grid.moveRule === 'never');
  const buffer = new PathBuffer();
  buffer.write(points.reverse(), points.length, cost);
  return buffer.toPath();
}
