/** Goal bounds in memory, and what all floods that find them have in common. */
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';

/** Where boxes are kept: at jump points, or in every open cell. */
export type BoundsAt = 'jump-points' | 'cells';

/** Goal bounds in memory: which cells and directions have a box, and the boxes. */
export interface Bounds {
  at: BoundsAt;
  exact: boolean;
  /** Uint8Array(padded cells): direction mask of each cell's boxes. Directions without a box are unrestricted. */
  stored: Uint8Array;
  /** Uint16Array(4 * rows): minX, minY, maxX, maxY, inclusive; rows by cell, then direction. None is empty. */
  boxes: Uint16Array;
}

/** One kind of floods on one map: over jump cells, or over arrivals under any move rule. */
export interface Floods {
  plan(at: BoundsAt): Uint8Array;
  /** Finds the boxes of a source for the directions of a mask. */
  flood(source: number, wanted: number): void;
  /** Int32Array(32): those of the last source, at 4 * direction -minY, maxX, maxY, -minX. */
  readonly boxes: Int32Array;
}

/** Position of an empty box: below every position in a map. */
export const EMPTY = -(1 << 20);

/** Puts a cell into the boxes of a mask of first directions. */
export function widen(box: Int32Array, directions: number, cell: number, stride: number): void {
  const y = Math.floor(cell / stride) - 1;
  const x = cell - (y + 1) * stride - 1;
  for (let bits = directions; bits !== 0; bits &= bits - 1) {
    const b = 4 * (31 - Math.clz32(bits & -bits));
    if (-y > box[b]) box[b] = -y;
    if (x > box[b + 1]) box[b + 1] = x;
    if (y > box[b + 2]) box[b + 2] = y;
    if (-x > box[b + 3]) box[b + 3] = -x;
  }
}

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
