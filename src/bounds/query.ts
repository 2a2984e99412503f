/**
 * Goal bounds as a search reads them. JPS+ puts them on the edges of its graph (`../jps/graph.ts`), as
 *
 *     box of the edge's own direction  ∩  hull of the boxes of its target's canonical directions
 *
 * so that one test does both pruning and look-ahead; A* with bounds asks for the box of every move.
 *
 * Measured and decided: docs/decisions.md, "Goal bounds in the query: one rectangle per edge".
 */
import { canonicalAfter, directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { rank } from '../grid/rank.js';
import { EVERYWHERE, holds, NOWHERE, packPoint, SPARE, X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import type { EdgeBounds } from '../jps/graph.js';
import type { JumpLines } from '../jps/lines.js';

export interface GoalBounds {
  /** Direction mask of each cell's boxes, four padded cells a word; number of boxes before each word that holds one. */
  words: Uint32Array;
  before: Int32Array;
  /** minX, minY, maxX, maxY of each box, ordered by cell, then direction; both ends inside. */
  boxes: Uint8Array | Uint16Array;
}

/** @param stored direction mask of each padded cell's boxes; a whole number of words long */
export function indexBounds(stored: Uint8Array): { words: Uint32Array; before: Int32Array; count: number } {
  const words = new Uint32Array(stored.buffer, stored.byteOffset, stored.length >> 2);
  const before = new Int32Array(words.length);
  let count = 0;
  for (let w = 0; w < words.length; w++) {
    before[w] = count;
    for (let rest = words[w]; rest !== 0; rest &= rest - 1) count++;
  }
  return { words, before, count };
}

/** Packed corners of the box of a cell and direction, in turn; all of the map without one: such a direction is unrestricted. */
export function boxAt({ words, before, boxes }: GoalBounds, cell: number, d: number, corners: Int32Array): void {
  corners[0] = 0;
  corners[1] = EVERYWHERE;
  if (((words[cell >> 2] >> ((cell & 3) * 8 + d)) & 1) === 0) return;
  const i = 4 * rank(words, before, -1, cell, d);
  corners[0] = packPoint(boxes[i], boxes[i + 1]);
  corners[1] = packPoint(boxes[i + 2], boxes[i + 3]) + SPARE;
}

/** @param bounds that hold at least at the jump points of this grid */
export function edgeBounds({ open, stride }: Grid, { arena, count }: JumpLines, bounds: GoalBounds): EdgeBounds {
  const steps = directionSteps(stride);
  const hulls = arena.take(2 * count);
  const box = new Int32Array(2);
  /** Mask of the directions that have boxes at a cell. */
  const storedAt = (cell: number) => (bounds.words[cell >> 2] >>> ((cell & 3) * 8)) & 255;
  return {
    hulls,
    surround(number, x, y, arrival) {
      const cell = Math.imul(y + 1, stride) + x + 1;
      let low = NOWHERE;
      let high = 0;
      // What is canonical but illegal has no box, and leads nowhere.
      const directions = canonicalAfter(open, steps, cell, arrival) & storedAt(cell);
      for (let d = 0; d < 8; d++) {
        if (((directions >> d) & 1) === 0) continue;
        boxAt(bounds, cell, d, box);
        low = combine(Math.min, low, box[0]);
        high = combine(Math.max, high, box[1]);
      }
      arena.ints[hulls + 2 * number] = low;
      arena.ints[hulls + 2 * number + 1] = high + SPARE;
    },
    allowed(x, y, goal) {
      const cell = Math.imul(y + 1, stride) + x + 1;
      let mask = 255;
      for (let bits = storedAt(cell); bits !== 0; bits &= bits - 1) {
        const d = 31 - Math.clz32(bits & -bits);
        boxAt(bounds, cell, d, box);
        if (!holds(box[0], box[1], goal)) mask ^= 1 << d;
      }
      return mask;
    },
    narrow(x, y, d, number, corners) {
      boxAt(bounds, Math.imul(y + 1, stride) + x + 1, d, box);
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
