/** A flood over one cluster. Costs of HPA* are doubled: a step costs its two cells' weights, 1 without costs. */

import { besideOf } from '../grid/beside.js';
import { directionSteps } from '../grid/directions.js';
import { type Grid, MAX_COST } from '../grid/grid.js';
import { DIAGONAL } from '../grid/step-costs.js';
import { bucketFlood, expandMoves } from '../search/bucket-flood.js';

export interface Flood {
  size: number;
  stride: number;
  weights: Uint8Array;
  /** Least open cells beside a legal diagonal. */
  beside: number;
  /** Cost from the source per cell of the copy, Infinity where it is not reached. */
  costs: Float64Array;
  /** Copies the cluster around the cell x, y of the map and floods it from there, unless that was the last run. */
  run(x: number, y: number): void;
  /** Looks at the map again in the next run: it has changed. */
  forget(): void;
  at(x: number, y: number): number;
}

export function clusterFlood(grid: Grid, size: number): Flood {
  const stride = size + 2;
  const steps = directionSteps(stride);
  const weights = new Uint8Array(stride * stride);
  const [costs, run] = bucketFlood(stride * stride, 2 * DIAGONAL * (grid.costs ? MAX_COST : 1));
  let source = -1;
  const beside = besideOf(grid);
  const at = (x: number, y: number) => ((y % size) + 1) * stride + (x % size) + 1;
  const expand = expandMoves(weights, steps, beside);
  return {
    size,
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
