/** Paths without diagonal moves: a path buffer draws a diagonal between points that share neither row nor column. */
import { X_MASK } from '../grid/rectangle.js';
import type { PathBuffer } from './path.js';

/**
 * Writes paths given by points, each line of which goes along its row before it goes along a column.
 * @returns `PathBuffer.write` with a corner put between any two points, which are given from goal to start
 */
export function rowsFirst(): (path: PathBuffer, points: Int32Array, count: number, cost: number) => void {
  let turned = new Int32Array(256);
  return (path, points, count, cost) => {
    if (2 * count > turned.length) turned = new Int32Array(4 * count);
    turned[0] = points[0];
    for (let i = 1; i < count; i++) {
      turned[2 * i - 1] = (points[i - 1] & X_MASK) | (points[i] & ~X_MASK);
      turned[2 * i] = points[i];
    }
    path.write(turned, 2 * count - 1, cost);
  };
}
