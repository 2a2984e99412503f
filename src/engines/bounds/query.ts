/**
 * Goal bounds as a search reads them. JPS+ puts them on the edges of its graph (`../jps/query/graph.ts`), as
 *
 *     box of the edge's own direction  ∩  hull of the boxes of its target's canonical directions
 *
 * so that one test does both pruning and look-ahead; A* with bounds looks at the box of every move.
 *
 * Measured and decided: docs/decisions/goal-bounds.md.
 */

import { canonicalAfter, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { countBits } from '../../core/grid/rank.js';
import { EVERYWHERE, holds, NOWHERE, packPoint, SPARE, X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import type { Arena } from '../jps/query/arena.js';
import { type EdgeBounds, GUARD, type StartBoxes } from '../jps/query/graph.js';
import type { JumpLines } from '../jps/query/lines.js';

/** Goal bounds of a grid, looked up box by box where the blob has them. */
export interface GoalBounds extends StartBoxes {
  arena: Arena;
}

export function directionsAt({ arena, pitch, masks }: GoalBounds, x: number, y: number): number {
  const { ints } = arena;
  const row = masks.words + 8 * ints[masks.index + (y + 1) * pitch + (x >> 5)];
  let mask = 0;
  for (let d = 0; d < 8; d++) mask |= ((ints[row + d] >>> x) & 1) << d;
  return mask;
}

/** Writes the packed corners of a cell's box into `corners`; if the direction is unrestricted, the map's corners. */
export function boxAt(
  { arena, pitch, masks, boxes, bits }: GoalBounds,
  x: number,
  y: number,
  d: number,
  corners: Int32Array,
): void {
  const { ints } = arena;
  corners[0] = 0;
  corners[1] = EVERYWHERE;
  let row = ints[masks.index + (y + 1) * pitch + (x >> 5)];
  const words = masks.words + d;
  const word = ints[words + 8 * row];
  if (((word >> x) & 1) === 0) return;
  let at = countBits(word & ((1 << x) - 1));
  while ((--row & 3) < 3) at += countBits(ints[words + 8 * row]);
  at += ints[words + 8 * row];
  const [left, top] = masks.everywhere ? [0, 0] : [x, y];
  // Differences have as many bits as positions: two or four of them in an int.
  const part = 16 / bits;
  const fieldAt = (k: number, less: number) =>
    ((ints[boxes + (k >>> part)] >> (bits * (k & (2 * part - 1)))) + less) & ((1 << bits) - 1);
  corners[0] = packPoint(fieldAt(at, left), fieldAt(at + masks.count, top));
  corners[1] = packPoint(fieldAt(at + 2 * masks.count, left), fieldAt(at + 3 * masks.count, top)) + SPARE;
}

/** @param bounds that hold at least at the jump points of this grid */
export function edgeBounds({ open, stride }: Grid, { count }: JumpLines, bounds: GoalBounds): EdgeBounds {
  const { arena } = bounds;
  const steps = directionSteps(stride);
  const hulls = arena.take(2 * count + 2 * GUARD) + GUARD;
  const box = new Int32Array(2);
  return {
    hulls,
    bounds,
    surround(number, x, y, arrival) {
      const cell = Math.imul(y + 1, stride) + x + 1;
      let low = NOWHERE;
      let high = 0;
      const directions = canonicalAfter(open, steps, cell, arrival) & directionsAt(bounds, x, y);
      for (let d = 0; d < 8; d++) {
        if (((directions >> d) & 1) === 0) continue;
        boxAt(bounds, x, y, d, box);
        low = combine(Math.min, low, box[0]);
        high = combine(Math.max, high, box[1]);
      }
      arena.ints[hulls + 2 * number] = low;
      arena.ints[hulls + 2 * number + 1] = high + SPARE;
    },
    allowed(x, y, goal) {
      let mask = 255;
      for (let bits = directionsAt(bounds, x, y); bits !== 0; bits &= bits - 1) {
        const d = 31 - Math.clz32(bits & -bits);
        boxAt(bounds, x, y, d, box);
        if (!holds(box[0], box[1], goal)) mask ^= 1 << d;
      }
      return mask;
    },
    narrow(x, y, d, number, corners) {
      boxAt(bounds, x, y, d, box);
      corners[0] = combine(Math.max, box[0], arena.ints[hulls + 2 * number]);
      corners[1] = combine(Math.min, box[1], arena.ints[hulls + 2 * number + 1]) + SPARE;
      return ((corners[1] - corners[0]) & SPARE) === SPARE;
    },
  };
}

/** Applies min or max to both coordinates of two packed points. @returns without spare bits */
function combine(pick: (a: number, b: number) => number, a: number, b: number): number {
  return packPoint(pick(a & X_MASK, b & X_MASK), pick((a >> Y_SHIFT) & X_MASK, (b >> Y_SHIFT) & X_MASK));
}
