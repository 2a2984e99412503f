/**
 * Long links ("smartLOD"): a cell in the middle of an open square gets eight links to the square's edge in place of its
 * eight moves. Paths found over them are legal, but not always optimal.
 *
 *     \ . . . | . . . /
 *     . . . . . . . . .        radius 4: the square of 9 x 9 cells around the cell is open
 *     - . . . o . . . -
 */
import type { Grid } from '../grid/grid.js';

/** Squares smaller than this are not worth a link. */
export const LEAST_RADIUS = 4;
/** Links are not longer than this; they are used while the goal is farther away than that. */
export const LARGEST_RADIUS = 8;

/** @returns Uint8Array(cells), the length of a cell's links in steps, or 1 where it has only its moves */
export function longLinks({ open, stride }: Grid): Uint8Array {
  // Chebyshev distance to the nearest blocked cell, by two sweeps; the border is blocked.
  const distance = new Uint8Array(open.length);
  for (let c = stride + 1; c < open.length - stride - 1; c++) {
    if (open[c] === 0) continue;
    distance[c] =
      1 +
      Math.min(
        LARGEST_RADIUS,
        distance[c - 1],
        distance[c - stride - 1],
        distance[c - stride],
        distance[c - stride + 1],
      );
  }
  for (let c = open.length - stride - 2; c > stride; c--) {
    if (open[c] === 0) continue;
    const after = Math.min(distance[c + 1], distance[c + stride + 1], distance[c + stride], distance[c + stride - 1]);
    distance[c] = Math.min(distance[c], 1 + after);
  }
  return distance.map((d) => (d > LEAST_RADIUS ? d - 1 : 1));
}
