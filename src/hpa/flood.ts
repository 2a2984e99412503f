/**
 * Dijkstra by buckets one step wide: no edge is cheaper, so a bucket needs no order. Over the cells of one cluster, and over anything
 * else whose edges its caller knows.
 *
 * All costs of HPA* are on the doubled scale: a step costs the sum of its two cells' weights times STRAIGHT or DIAGONAL, and the
 * weight of an open cell is 1 where the map has no cell costs.
 */
import { DIAGONAL, STRAIGHT } from '../grid/costs.js';
import { directionSteps } from '../grid/directions.js';
import { type Grid, MAX_COST } from '../grid/grid.js';
import { moveCost } from './line.js';

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
  const ring: number[][] = Array.from({ length: Math.ceil(longest / STEP) + 2 }, () => []);
  let open = 0;
  const reach: Reach = (node, cost) => {
    if (cost >= costs[node]) return;
    costs[node] = cost;
    ring[Math.floor(cost / STEP) % ring.length].push(node);
    open++;
  };
  return [
    costs,
    (source, expand) => {
      costs.fill(Infinity);
      reach(source, 0);
      for (let b = 0; open > 0; b++) {
        const bucket = ring[b % ring.length];
        for (; bucket.length > 0; open--) {
          const node = bucket.pop() as number;
          // Else improved after it was queued, and done already.
          if (costs[node] >= b * STEP) expand(node, costs[node], reach);
        }
      }
    },
  ];
}

export interface Flood {
  /** Cells per row of the cluster's padded copy. */
  stride: number;
  /** Weight per cell of the copy, 0 blocked. */
  weights: Uint8Array;
  /** Cost from the source per cell of the copy, Infinity where it is not reached. */
  costs: Float64Array;
  /** Copies the cluster that the cell x, y of the map lies in and floods it from there. */
  run(x: number, y: number): void;
  /** Place of a cell of the map in the copy. */
  at(x: number, y: number): number;
}

/** @param size of a cluster, in cells */
export function clusterFlood(grid: Grid, size: number): Flood {
  const stride = size + 2;
  const steps = directionSteps(stride);
  const weights = new Uint8Array(stride * stride);
  const [costs, run] = bucketFlood(stride * stride, 2 * DIAGONAL * (grid.costs ? MAX_COST : 1));
  const at = (x: number, y: number) => ((y % size) + 1) * stride + (x % size) + 1;
  const expand = (cell: number, cost: number, reach: Reach) => {
    for (let d = 0; d < 8; d++) reach(cell + steps[d], cost + moveCost(weights, steps, cell, d));
  };
  return {
    stride,
    weights,
    costs,
    at,
    run(x, y) {
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
