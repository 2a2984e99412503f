/** Dijkstra (1959) in buckets as wide as the cheapest edge, unordered inside (Denardo & Fox 1979). */
import { openOf } from '../grid/directions.js';
import type { Shares } from '../grid/entered.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { BucketRing } from './ring.js';

export type Reach = (node: number, cost: number) => void;

/**
 * @param count of nodes @param longest most expensive edge @param shortest cheapest edge, the width of a bucket
 * @returns costs from the last source, and the flood: `expand` offers all edges of a node, perhaps twice
 */
export function bucketFlood(
  count: number,
  longest: number,
  shortest = 2 * STRAIGHT,
): [costs: Float64Array, run: (source: number, expand: (node: number, cost: number, reach: Reach) => void) => void] {
  const costs = new Float64Array(count);
  const ring = new BucketRing(longest / shortest);
  const reach: Reach = (node, cost) => {
    if (cost >= costs[node]) return;
    costs[node] = cost;
    ring.push(node, Math.floor(cost / shortest));
  };
  return [
    costs,
    (source, expand) => {
      costs.fill(Infinity);
      ring.reset();
      reach(source, 0);
      for (let b = 0; b <= ring.last; b++) {
        for (let entry = ring.take(b); entry >= 0; entry = ring.entries[entry + 1]) {
          const node = ring.entries[entry];
          // Stale entries are done. All costs are integers, so that no quotient or product is off.
          if (costs[node] >= b * shortest) expand(node, costs[node], reach);
        }
      }
    },
  ];
}

/**
 * Moves of cells, on the doubled scale, a straight one and the diagonal before it at a time.
 * @param weights of padded cells, 0 blocked @param required open cells that a diagonal needs next to it
 */
export function expandMoves(
  weights: Uint8Array,
  steps: Int32Array,
  required = 2,
  { left, entered }: Shares = { left: 1, entered: 1 },
): (cell: number, cost: number, reach: Reach) => void {
  return (cell, cost, reach) => {
    const local = left * weights[cell];
    let before = weights[cell - 1];
    for (let d = 0; d < 8; d += 2) {
      const weight = weights[cell + steps[d]];
      if (weight > 0) reach(cell + steps[d], cost + (local + entered * weight) * STRAIGHT);
      if (openOf(before, weight) >= required) {
        const corner = cell + steps[(d + 7) & 7];
        if (weights[corner] > 0) reach(corner, cost + (local + entered * weights[corner]) * DIAGONAL);
      }
      before = weight;
    }
  };
}

/** The same between hexagons, in any order. */
export const expandHexes =
  (weights: Uint8Array, steps: Int32Array): ReturnType<typeof expandMoves> =>
  (cell, cost, reach) => {
    for (let d = 0; d < 8; d++) {
      const to = cell + steps[d];
      if (weights[to] > 0 && (d & 3) < 3) reach(to, cost + (weights[cell] + weights[to]) * STRAIGHT);
    }
  };
