/** The records of the jump-point graph (`../../core/jps/query/graph.ts`) after a change of the map: those that it reaches are dropped, and made again when they are needed. */
import { packPoint, X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import type { JumpLines } from '../../core/jps/query/lines.js';
import { EDGE, END, NODE, PARENT, POINT, SEES } from '../../core/jps/query/records.js';
import type { Box } from './area.js';

/** What a dropped record has in place of a parent. */
const DROPPED = -2;

/**
 * A record says what can be seen from a cell, and depends on cells in the rectangle round all that and one beyond.
 * @param records where the arena has the record of each jump point
 * @param count of jump points
 * @param boxes that hold all changed cells
 * @returns ints of the records that are left
 */
export function dropRecords({ arena }: JumpLines, records: number, count: number, boxes: readonly Box[]): number {
  const { ints } = arena;
  let dropped = 0;
  let left = 0;
  for (let at = records; at < records + count; at++) {
    const n = ints[at];
    if (n === 0) continue;
    const low = ints[n + SEES];
    const high = ints[n + SEES + 1];
    const x0 = (low & X_MASK) - 1;
    const y0 = (low >> Y_SHIFT) - 1;
    const x1 = (high & X_MASK) + 1;
    const y1 = ((high >> Y_SHIFT) & X_MASK) + 1;
    let reached = false;
    for (const box of boxes) reached ||= x0 <= box[2] && y0 <= box[3] && x1 >= box[0] && y1 >= box[1];
    if (reached) {
      ints[n + PARENT] = DROPPED;
      ints[at] = 0;
      dropped++;
    } else left += ints[n + END] - n;
  }
  // Edges to them lead to arrivals once more: straight, in the direction in which the target lies farther away.
  for (let at = records; at < records + count && dropped > 0; at++) {
    const n = ints[at];
    if (n === 0) continue;
    for (let e = n + NODE; e < ints[n + END]; e += EDGE) {
      const t = ints[e];
      if (t < 0 || ints[t + PARENT] !== DROPPED) continue;
      const x = ints[t + POINT] & X_MASK;
      const y = ints[t + POINT] >> Y_SHIFT;
      const dx = x - (ints[n + POINT] & X_MASK);
      const dy = y - (ints[n + POINT] >> Y_SHIFT);
      const d = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
      ints[e] = ~(packPoint(x, y) | (d << 13));
    }
  }
  return left;
}
