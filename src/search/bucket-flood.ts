/**
 * Dijkstra (1959) in buckets as wide as the cheapest edge, which need no order inside (Denardo & Fox 1979): over anything whose edges its caller
 * knows.
 */
import { openOf } from '../grid/directions.js';
import { grown } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';

/** Offers a way to a node at a cost. */
export type Reach = (node: number, cost: number) => void;

/**
 * @param count of nodes
 * @param longest cost of the dearest edge
 * @param shortest no edge is cheaper: the width of a bucket
 * @returns costs from the last source, Infinity where it does not lead, and what makes them: `expand` offers all edges of a node
 * whose cost is final; it may see one twice
 */
export function bucketFlood(
  count: number,
  longest: number,
  shortest = 2 * STRAIGHT,
): [costs: Float64Array, run: (source: number, expand: (node: number, cost: number, reach: Reach) => void) => void] {
  const costs = new Float64Array(count);
  // All that is open at once is at most the longest edge dearer than the bucket being emptied.
  const heads = new Int32Array(2 ** Math.ceil(Math.log2(longest / shortest + 2))).fill(-1);
  // Node and next item of its bucket, in turn: lists, since arrays give back memory whenever they are emptied.
  let items = new Int32Array(1024);
  let used = 0;
  let last = 0;
  const reach: Reach = (node, cost) => {
    if (cost >= costs[node]) return;
    costs[node] = cost;
    const bucket = Math.floor(cost / shortest);
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
          // Else improved after it was queued, and done already. All are integers, so that no quotient or product is off.
          if (costs[node] >= b * shortest) expand(node, costs[node], reach);
        }
        heads[slot] = -1;
      }
    },
  ];
}

/**
 * Moves of cells, on the doubled scale.
 * @param weights of cells with a border of blocked ones, 0 for those
 * @param beside how many of the two cells beside a diagonal have to be open
 * @returns what offers all moves out of a cell; two directions at a time, a straight one and the diagonal before it, for a loop over all eight
 * takes half as long again
 */
export function expandMoves(
  weights: Uint8Array,
  steps: Int32Array,
  beside = 2,
): (cell: number, cost: number, reach: Reach) => void {
  return (cell, cost, reach) => {
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
}
