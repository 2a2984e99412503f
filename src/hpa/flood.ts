/**
 * Dijkstra by buckets one step wide: no edge is cheaper, so a bucket needs no order. Over the cells of one cluster, and over anything
 * else whose edges its caller knows.
 *
 * All costs of HPA* are on the doubled scale: a step costs the sum of its two cells' weights times STRAIGHT or DIAGONAL, and the
 * weight of an open cell is 1 where the map has no cell costs.
 */

import { directionSteps } from '../grid/directions.js';
import { type Grid, grown, MAX_COST } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { besideOf, openOf } from './line.js';

/** Cost of one straight step between cells of weight 1. */
export const STEP = 2 * STRAIGHT;

/** Offers a way to a node at a cost. */
export type Reach = (node: number, cost: number) => void;

/**
 * @param count of nodes
 * @param longest cost of the dearest edge; none is cheaper than {@link STEP}
 * @returns costs from the last source, Infinity where it does not lead, and what makes them: `expand` offers all edges of a node
 * whose cost is final; it may see one twice
 */
export function bucketFlood(
  count: number,
  longest: number,
): [costs: Float64Array, run: (source: number, expand: (node: number, cost: number, reach: Reach) => void) => void] {
  const costs = new Float64Array(count);
  // All that is open at once is at most the longest edge dearer than the bucket being emptied.
  const heads = new Int32Array(2 ** Math.ceil(Math.log2(longest / STEP + 2))).fill(-1);
  // Node and next item of its bucket, in turn: lists, since arrays give back memory whenever they are emptied.
  let items = new Int32Array(1024);
  let used = 0;
  let last = 0;
  const reach: Reach = (node, cost) => {
    if (cost >= costs[node]) return;
    costs[node] = cost;
    const bucket = Math.floor(cost / STEP);
    if (bucket > last) last = bucket;
    if (2 * used === items.length) items = grown(items);
    items[2 * used] = node;
    items[2 * used + 1] = heads[bucket & (heads.length - 1)];
    heads[bucket & (heads.length - 1)] = used++;
  };
  return [
    costs,
    (source, expand) => {
      costs.fill(Infinity);
      used = last = 0;
      reach(source, 0);
      for (let b = 0; b <= last; b++) {
        const slot = b & (heads.length - 1);
        for (let item = heads[slot]; item >= 0; item = items[2 * item + 1]) {
          const node = items[2 * item];
          // Else improved after it was queued, and done already.
          if (costs[node] >= b * STEP) expand(node, costs[node], reach);
        }
        heads[slot] = -1;
      }
    },
  ];
}

export interface Flood {
  /** Cells per row of the cluster's padded copy. */
  stride: number;
  /** Weight per cell of the copy, 0 blocked. */
  weights: Uint8Array;
  /** How many of the two cells beside a diagonal have to be open. */
  beside: number;
  /** Cost from the source per cell of the copy, Infinity where it is not reached. */
  costs: Float64Array;
  /** Copies the cluster that the cell x, y of the map lies in and floods it from there, unless that is what was done last. */
  run(x: number, y: number): void;
  /** Looks at the map again in the next run: it has changed. */
  forget(): void;
  /** Place of a cell of the map in the copy. */
  at(x: number, y: number): number;
}

/** @param size of a cluster, in cells */
export function clusterFlood(grid: Grid, size: number): Flood {
  const stride = size + 2;
  const steps = directionSteps(stride);
  const weights = new Uint8Array(stride * stride);
  const [costs, run] = bucketFlood(stride * stride, 2 * DIAGONAL * (grid.costs ? MAX_COST : 1));
  let source = -1;
  const beside = besideOf(grid);
  const at = (x: number, y: number) => ((y % size) + 1) * stride + (x % size) + 1;
  // Two directions at a time, a straight one and the diagonal before it: a loop over all eight takes half as long again.
  const expand = (cell: number, cost: number, reach: Reach) => {
    const own = weights[cell];
    let before = weights[cell - 1];
    for (let d = 0; d < 8; d += 2) {
      const weight = weights[cell + steps[d]];
      if (weight > 0) reach(cell + steps[d], cost + (own + weight) * STRAIGHT);
      if (openOf(before, weight) >= beside) {
        const corner = cell + steps[(d + 7) & 7];
        if (weights[corner] > 0) reach(corner, cost + (own + weights[corner]) * DIAGONAL);
      }
      before = weight;
    }
  };
  return {
    stride,
    weights,
    beside,
    costs,
    at,
    forget() {
      source = -1;
    },
    run(x, y) {
      if (source === grid.cell(x, y)) return;
      source = grid.cell(x, y);
      const from = grid.costs ?? grid.open;
      const wide = Math.min(size, grid.width - x + (x % size));
      const high = Math.min(size, grid.height - y + (y % size));
      weights.fill(0);
      for (let row = 0; row < high; row++) {
        const c = grid.cell(x - (x % size), y - (y % size) + row);
        for (let i = 0; i < wide; i++) weights[(row + 1) * stride + i + 1] = from[c + i];
      }
      run(at(x, y), expand);
    },
  };
}
