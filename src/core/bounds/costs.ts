/** Highest cost on a map, and the array for costs: 32 bits but for the longest serpentines, which take doubles. */

import { countOpen, type Grid } from '../grid/grid.js';
import { STRAIGHT } from '../grid/step-costs.js';

/** Cost of unreached cells in 32 bits: above every cost, and plus an edge (at most MAX_SIDE * DIAGONAL) below 2^31. */
export const FAR = 0x60000000;
/** The same in a Float64Array; a path visits each of at most 2^26 cells once. */
export const FAR_LONG = 2 ** 50;

export type Costs = Int32Array | Float64Array;

/** @param bound no cost is above it @returns array of `count` costs */
export function costArray(bound: number, count: number): Costs {
  return bound < FAR ? new Int32Array(count) : new Float64Array(count);
}

/** An upper bound of the cost between any two connected cells of the map. */
export function costBound(grid: Grid): number {
  // Wherever there is a path there is one of straight steps, which visits no cell twice.
  const most = Math.max(0, countOpen(grid) - 1) * STRAIGHT;
  return most < FAR ? most : Math.min(most, 2 * straightRadius(grid) * STRAIGHT);
}

/** Most straight steps from the first cell of a component to any of its cells; half of the largest distance. */
function straightRadius({ open, stride }: Grid): number {
  const queue = new Int32Array(open.length);
  const left = open.slice();
  let radius = 0;
  for (let first = left.indexOf(1); first >= 0; first = left.indexOf(1, first)) {
    left[first] = 0;
    queue[0] = first;
    let steps = 0;
    let end = 1;
    for (let from = 0; from < end; steps++) {
      for (const level = end; from < level; from++) {
        for (let k = 0; k < 4; k++) {
          const cell = queue[from] + (k === 0 ? -stride : k === 1 ? 1 : k === 2 ? stride : -1);
          if (left[cell] === 0) continue;
          left[cell] = 0;
          queue[end++] = cell;
        }
      }
    }
    if (steps - 1 > radius) radius = steps - 1;
  }
  return radius;
}
