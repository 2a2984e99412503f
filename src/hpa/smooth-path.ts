/** Smoothing of any path of a map, whatever made it. */
import type { Grid } from '../grid/grid.js';
import { type Path, PathBuffer } from '../search/path.js';
import { addPoint, newPoints, pointsCost, smoothPass } from './smooth.js';

/**
 * A path from the same start to the same goal that costs as much or less: legal by the move rule, and on maps with cell costs never dearer.
 * @param path x, y pairs of every cell, as in `Path.cells`; every move must be legal
 * @throws {RangeError} if two cells that follow each other are not neighbours, or one is blocked
 */
export function smoothPath(grid: Grid, path: ArrayLike<number>): Path {
  const weights = grid.costs ?? grid.open;
  const points = newPoints();
  const smoothed = newPoints();
  for (let i = 0; i + 1 < path.length; i += 2) {
    const [x, y] = [path[i], path[i + 1]];
    const far = i > 0 && Math.max(Math.abs(x - path[i - 2]), Math.abs(y - path[i - 1])) > 1;
    if (far || !grid.isOpen(x, y)) throw new RangeError(`cell ${x}, ${y} of the path is blocked, or no neighbour of the one before`);
    addPoint(points, x, y);
  }
  if (points.length === 0) throw new RangeError('the path has no cells');
  const cost = pointsCost(weights, grid.stride, points);
  if (cost === Infinity) throw new RangeError('the path cuts a corner');
  smoothPass(weights, grid.stride, !grid.costs, points, smoothed);
  smoothPass(weights, grid.stride, !grid.costs, smoothed, points);
  const buffer = new PathBuffer();
  const price = pointsCost(weights, grid.stride, points);
  points.values.subarray(0, points.length).reverse();
  buffer.write(points.values, points.length, price);
  return buffer.toPath();
}
