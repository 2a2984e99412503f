/**
 * Paths over a hierarchy's arrays that a blob holds as they are, walked on the grid: an edge when a path has it first,
 * each way, and the lines at both ends of a path always. True edges are found legal once; forged ones never.
 */
import { assertOpen } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { STEP } from '../grid/step-costs.js';
import type { Hierarchy } from './replay.js';

/** What a search asks of points on a path's way back: the line from each to the one before it is walked. */
export interface HierarchyProof {
  /** @returns cost of the points from `first` to the last of so many; Infinity where a line is blocked */
  walk(points: Int32Array, first: number, count: number): number;
  /**
   * Walks the points of an edge, unless it was walked this way before.
   * @param low,high rank of its ends @param way 1 down to the lower end, 2 up
   * @returns its cost @throws {BlobError} if it is none between them, or costs something else
   */
  edge(e: number, low: number, high: number, way: number, points: Int32Array, first: number, count: number): number;
  /** @throws {BlobError} if a path has more cells than the map, as of arrays that were changed after a load */
  fit(points: Int32Array, count: number): void;
}

/** Cost of a line from a cell, diagonal first; Infinity where it is not legal; one step costs {@link STEP}. */
type LineCost = (weights: Uint8Array, stride: number, cell: number, dx: number, dy: number, first: true) => number;

/** @param unit of the hierarchy's costs @param lineOf under the grid's rule */
export function hierarchyProof(
  grid: Grid,
  { first: lists, targets, costs }: Hierarchy,
  unit: number,
  lineOf: LineCost,
): HierarchyProof {
  const { open, costs: weights = open, stride } = grid;
  const scale = STEP / unit;
  // Bits of the ways that each edge was walked.
  const walked = new Uint8Array(targets.length);
  const self: HierarchyProof = {
    walk(points, first, count) {
      let sum = 0;
      for (let i = first + 1; i < count; i++) {
        const x = points[i] & X_MASK;
        const y = points[i] >> Y_SHIFT;
        const dx = (points[i - 1] & X_MASK) - x;
        sum += lineOf(weights, stride, grid.cell(x, y), dx, (points[i - 1] >> Y_SHIFT) - y, true);
      }
      return sum / scale;
    },
    edge(e, low, high, way, points, first, count) {
      if ((walked[e] & way) === 0) {
        const isOf = e >= lists[low] && e < lists[low + 1] && targets[e] === high;
        assertOpen(isOf && self.walk(points, first, count) === costs[e]);
        walked[e] |= way;
      }
      return costs[e];
    },
    fit(points, count) {
      let cells = 0;
      for (let i = 1; i < count; i++) {
        const dx = Math.abs((points[i] & X_MASK) - (points[i - 1] & X_MASK));
        const dy = Math.abs((points[i] >> Y_SHIFT) - (points[i - 1] >> Y_SHIFT));
        cells += dx > dy ? dx : dy;
      }
      assertOpen(cells <= open.length);
    },
  };
  return self;
}
