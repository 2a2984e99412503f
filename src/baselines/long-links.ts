/**
 * Long links ("smartLOD"): a cell in the middle of an open square gets eight links to the square's edge in place of its
 * eight moves. Paths found over them are legal, but not always optimal.
 *
 *     \ . . . | . . . /
 *     . . . . . . . . .        radius 4: the square of 9 x 9 cells around the cell is open
 *     - . . . o . . . -
 */
import { clearances } from '../grid/clearance.js';
import type { Grid } from '../grid/grid.js';

/** Squares smaller than this are not worth a link. */
export const LEAST_RADIUS = 4;
/** Links are not longer than this; they are used while the goal is farther away than that. */
export const LARGEST_RADIUS = 8;

/** @returns Uint8Array(cells), the length of a cell's links in steps, or 1 where it has only its moves */
export function longLinks(grid: Grid): Uint8Array {
  const clearance = clearances(grid);
  const lengths = new Uint8Array(clearance.length).fill(1);
  for (let radius = LEAST_RADIUS; radius <= LARGEST_RADIUS; radius++) {
    const middle = radius * (grid.stride + 1);
    for (const [cell, side] of clearance.entries()) if (side > 2 * radius) lengths[cell + middle] = radius;
  }
  return lengths;
}
