/**
 * Lines checked without walking them: steps to the wall, by cell, on maps whose cells all cost the same.
 *
 * Measured and decided: docs/decisions.md, "Tables: smoothing asks a table of clear runs".
 */

import type { Grid } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import type { lineCost } from '../hpa/line.js';

/** Longest run that is told; a longer one is asked again from its end. */
const FAR = 255;

/**
 * `lineCost` of a map without cell costs. 4 bytes per cell: steps to the wall to the east, south-east,
 * south and south-west; the other four are the same runs seen from their ends.
 */
export function lineChecker({ open, stride }: Grid): typeof lineCost {
  const steps = [1, stride + 1, stride, stride - 1];
  const runs = new Uint8Array(4 * open.length);
  for (let c = open.length - 1; c >= 0; c--) {
    if (!open[c]) continue;
    for (let d = 0; d < 4; d++) {
      const next = c + steps[d];
      const legal = open[next] && (!(d & 1) || (open[c + stride] && open[next - stride]));
      if (legal) runs[4 * c + d] = Math.min(FAR, runs[4 * next + d] + 1);
    }
  }
  /** Are the next n steps in direction d legal? */
  const clear = (cell: number, d: number, n: number): boolean => {
    for (; n > FAR; n -= FAR, cell += FAR * steps[d]) if (runs[4 * cell + d] < FAR) return false;
    return runs[4 * cell + d] >= n;
  };
  return (_weights, _stride, cell, dx, dy, diagonalFirst) => {
    const right = dx > 0;
    const down = dy > 0;
    const ax = right ? dx : -dx;
    const ay = down ? dy : -dy;
    const level = ax < ay ? ax : ay;
    const rest = ax + ay - 2 * level;
    const diagonal = level * ((right ? 1 : -1) + (down ? stride : -stride));
    const across = ax > ay;
    const straight = rest * (across ? (right ? 1 : -1) : down ? stride : -stride);
    const from = diagonalFirst ? cell : cell + straight;
    const to = diagonalFirst ? cell + diagonal : cell;
    // A run that leads up, or along a row to the left, is read at its end.
    if (level > 0 && !clear(down ? from : from + diagonal, right === down ? 1 : 3, level)) return Infinity;
    const clean = rest === 0 || clear((across ? right : down) ? to : to + straight, across ? 0 : 2, rest);
    return clean ? 2 * (level * DIAGONAL + rest * STRAIGHT) : Infinity;
  };
}
