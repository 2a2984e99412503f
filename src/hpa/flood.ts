/**
 * Dijkstra from one cell inside one cluster, by buckets: no step is cheaper than a bucket is wide, so a bucket needs no order.
 *
 * All costs of HPA* are on the doubled scale: a step costs the sum of its two cells' weights times STRAIGHT or DIAGONAL, and the
 * weight of an open cell is 1 where the map has no cell costs.
 */
import { DIAGONAL, STRAIGHT } from '../grid/costs.js';
import type { Grid } from '../grid/grid.js';

/** Cost of one straight step between cells of weight 1. */
export const STEP = 2 * STRAIGHT;

export interface Flood {
  /** Cells per row of the cluster's padded copy. */
  stride: number;
  /** Weight per cell of the copy, 0 blocked. */
  weights: Uint8Array;
  /** Cost from the source per cell of the copy, Infinity where it is not reached. */
  costs: Float64Array;
  /** Copies the cluster whose first cell is `left`, `top` and floods it from the cell x, y of the map. */
  run(left: number, top: number, x: number, y: number): void;
  /** Place of a cell of the map in the copy. */
  at(x: number, y: number): number;
}

/** @param size of a cluster, in cells */
export function clusterFlood(grid: Grid, size: number): Flood {
  const stride = size + 2;
  const cells = stride * stride;
  const weights = new Uint8Array(cells);
  const costs = new Float64Array(cells);
  // Each cell enters the queue at most once per legal move into it.
  const items = new Int32Array(8 * cells + 1);
  const links = new Int32Array(8 * cells + 1);
  // The dearest step spans fewer than 512 buckets: 2 * 255 * DIAGONAL / STEP.
  const heads = new Int32Array(512).fill(-1);
  let used = 0;
  let last = 0;
  let left = 0;
  let top = 0;
  const reach = (cell: number, cost: number) => {
    if (cost >= costs[cell]) return;
    costs[cell] = cost;
    const bucket = Math.floor(cost / STEP);
    if (bucket > last) last = bucket;
    items[used] = cell;
    links[used] = heads[bucket & 511];
    heads[bucket & 511] = used++;
  };
  const self: Flood = {
    stride,
    weights,
    costs,
    at: (x, y) => (y - top + 1) * stride + x - left + 1,
    run(l, t, x, y) {
      left = l;
      top = t;
      const from = grid.costs ?? grid.open;
      const wide = Math.min(size, grid.width - l);
      const high = Math.min(size, grid.height - t);
      weights.fill(0);
      costs.fill(Infinity);
      for (let row = 0; row < high; row++) {
        for (let c = grid.cell(l, t + row), to = (row + 1) * stride + 1, end = c + wide; c < end; ) weights[to++] = from[c++];
      }
      used = last = 0;
      reach(self.at(x, y), 0);
      for (let bucket = 0; bucket <= last; bucket++) {
        let item = heads[bucket & 511];
        heads[bucket & 511] = -1;
        for (; item >= 0; item = links[item]) {
          const c = items[item];
          const g = costs[c];
          // Improved after it was queued, and done already.
          if (g < bucket * STEP) continue;
          const w = weights[c];
          const n = weights[c - stride];
          const e = weights[c + 1];
          const s = weights[c + stride];
          const west = weights[c - 1];
          if (n) reach(c - stride, g + (w + n) * STRAIGHT);
          if (e) reach(c + 1, g + (w + e) * STRAIGHT);
          if (s) reach(c + stride, g + (w + s) * STRAIGHT);
          if (west) reach(c - 1, g + (w + west) * STRAIGHT);
          for (let side = -1; side < 2; side += 2) {
            if (side < 0 ? !west : !e) continue;
            const up = weights[c + side - stride];
            const down = weights[c + side + stride];
            if (n && up) reach(c + side - stride, g + (w + up) * DIAGONAL);
            if (s && down) reach(c + side + stride, g + (w + down) * DIAGONAL);
          }
        }
      }
    },
  };
  return self;
}
