/** Moves, and lines between two cells as paths have them: diagonal first, then straight, or the other way round. */

import { openOf } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { besideOf, isStraight } from '../../core/grid/rules.js';
import { DIAGONAL, octile, STRAIGHT } from '../../core/grid/step-costs.js';

/** Value of `required` for lines along a row and a column: more than any diagonal can have. */
const SQUARE = 4;

/**
 * Cost of one step in direction d, on the doubled scale; Infinity where it is illegal.
 * @param weights per cell, 0 blocked
 * @param steps of the directions in cell ids
 * @param required how many of the two cells next to a diagonal must be open
 */
export function moveCost(weights: Uint8Array, steps: Int32Array, cell: number, d: number, required = 2): number {
  const next = weights[cell + steps[d]];
  if (!next) return Infinity;
  if ((d & 1) === 0) return (weights[cell] + next) * STRAIGHT;
  return openOf(weights[cell + steps[d - 1]], weights[cell + steps[(d + 1) & 7]]) < required
    ? Infinity
    : (weights[cell] + next) * DIAGONAL;
}

/**
 * Cost of a line, on the doubled scale; Infinity where a move of it is illegal.
 * @param weights per cell, 0 blocked
 * @param diagonalFirst whether the diagonal steps come first or last
 * @param required as for {@link moveCost}; {@link SQUARE} for a line along a row and a column, the row in the place of
 * the diagonal
 */
export function lineCost(
  weights: Uint8Array,
  stride: number,
  cell: number,
  dx: number,
  dy: number,
  diagonalFirst: boolean,
  required = 2,
): number {
  const sx = dx < 0 ? -1 : 1;
  const sy = dy < 0 ? -stride : stride;
  const ax = dx * sx;
  const ay = dy < 0 ? -dy : dy;
  const square = required > 3;
  const level = square || ax < ay ? ax : ay;
  const straight = !square && ax > ay ? sx : sy;
  let w = weights[cell];
  let cost = 0;
  for (let part = 0; part < 2; part++) {
    const first = diagonalFirst === (part === 0);
    const slants = first && !square;
    const step = first ? (square ? sx : sx + sy) : straight;
    let sum = 0;
    for (let left = first ? level : ax + ay - (square ? level : 2 * level); left > 0; left--) {
      if (slants && openOf(weights[cell + sx], weights[cell + sy]) < required) return Infinity;
      cell += step;
      const next = weights[cell];
      if (!next) return Infinity;
      sum += w + next;
      w = next;
    }
    cost += sum * (slants ? DIAGONAL : STRAIGHT);
  }
  return cost;
}

/** {@link lineCost}, diagonal first, past no blocked corner, where all cells cost 1: without a branch for each cell. */
export const clearLineCost: typeof lineCost = (open, stride, cell, dx, dy) => {
  const sx = dx < 0 ? -1 : 1;
  const sy = dy < 0 ? -stride : stride;
  const [ax, ay] = [Math.abs(dx), Math.abs(dy)];
  const straight = ax > ay ? sx : sy;
  let at = cell;
  let clear = 1;
  for (let left = ax < ay ? ax : ay; left > 0; left--) {
    clear &= open[at + sx] & open[at + sy];
    at += sx + sy;
    clear &= open[at];
  }
  for (let left = Math.abs(ax - ay); left > 0; left--) {
    at += straight;
    clear &= open[at];
  }
  return clear > 0 ? 2 * octile(dx, dy) : Infinity;
};

/** {@link lineCost} under a grid's move rule. @param square whether lines of four moves may turn */
export function lineCostOf(grid: Pick<Grid, 'moveRule'>, square = false): typeof lineCost {
  const required = square && isStraight(grid) ? SQUARE : besideOf(grid);
  if (required === 2) return lineCost;
  return (weights, stride, cell, dx, dy, first) => lineCost(weights, stride, cell, dx, dy, first, required);
}
