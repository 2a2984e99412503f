/**
 * Line checks by steps to the wall, on maps without costs
 * (docs/decisions/tables.md).
 */

import { local } from '../../core/blob/keep.js';
import type { Grid } from '../../core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { lineCost, lineCostOf } from './line.js';

/** Longest run of one call; longer ones continue from its end. */
const FAR = 255;
/** Most cells of a map that has them: 4 bytes a cell. */
const MOST_CELLS = 1 << 22;

/**
 * Clear runs to E, SE, S and SW; the others are the same from their ends. They are made when as many cells of lines
 * were walked as the map has, which takes as long: a first path needs a hundredth of that. Larger maps and those with
 * costs or other moves have all their lines walked.
 * @param keep for the runs, which are made immediately then
 */
export function lineChecker(grid: Grid, keep = local): typeof lineCost {
  const { open, stride, costs, moveRule } = grid;
  if (costs || open.length > MOST_CELLS || moveRule !== 'no-corners') return lineCostOf(grid, true);
  const steps = [1, stride + 1, stride, stride - 1];
  let runs: Uint8Array | undefined;

  const runOf = (c: number, d: number): number => {
    const next = c + steps[d];
    const legal = open[c] && open[next] && (!(d & 1) || (open[c + stride] && open[next - stride]));
    return legal ? Math.min(FAR, (runs as Uint8Array)[4 * next + d] + 1) : 0;
  };
  let walked = 0;
  const make = (): Uint8Array => {
    runs = new Uint8Array(4 * open.length);
    for (let c = open.length - 1; c >= 0; c--) {
      if (open[c]) for (let d = 0; d < 4; d++) runs[4 * c + d] = runOf(c, d);
    }
    return runs;
  };
  if (keep !== local) runs = keep('clear runs', make);
  /** Are the next n steps in direction d legal? */
  const clear = (runs: Uint8Array, cell: number, d: number, n: number): boolean => {
    for (; n > FAR; n -= FAR, cell += FAR * steps[d]) if (runs[4 * cell + d] < FAR) return false;
    return runs[4 * cell + d] >= n;
  };
  return (weights, stride, cell, dx, dy, diagonalFirst) => {
    if (!runs) {
      walked += Math.abs(dx) + Math.abs(dy);
      if (walked < open.length) return lineCost(weights, stride, cell, dx, dy, diagonalFirst);
    }
    const known = runs ?? make();
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
    if (level > 0 && !clear(known, down ? from : from + diagonal, right === down ? 1 : 3, level)) return Infinity;
    const clean = rest === 0 || clear(known, (across ? right : down) ? to : to + straight, across ? 0 : 2, rest);
    return clean ? 2 * (level * DIAGONAL + rest * STRAIGHT) : Infinity;
  };
}
