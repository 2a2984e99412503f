/** Moves, and lines between two cells as paths have them: diagonal first, then straight, or the other way round. */
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';

/**
 * Cost of one step in direction d, on the doubled scale; Infinity where it is illegal.
 * @param weights per cell, 0 blocked
 * @param steps of the directions in cell ids
 */
export function moveCost(weights: Uint8Array, steps: Int32Array, cell: number, d: number): number {
  const next = weights[cell + steps[d]];
  if (!next) return Infinity;
  if ((d & 1) === 0) return (weights[cell] + next) * STRAIGHT;
  return weights[cell + steps[d - 1]] && weights[cell + steps[(d + 1) & 7]] ? (weights[cell] + next) * DIAGONAL : Infinity;
}

/**
 * Cost of a line, on the doubled scale; Infinity where a move of it is illegal.
 * @param weights per cell, 0 blocked
 * @param diagonalFirst whether the diagonal steps come first or last
 */
export function lineCost(weights: Uint8Array, stride: number, cell: number, dx: number, dy: number, diagonalFirst: boolean): number {
  const sx = dx < 0 ? -1 : 1;
  const sy = dy < 0 ? -stride : stride;
  const ax = dx * sx;
  const ay = dy < 0 ? -dy : dy;
  const level = ax < ay ? ax : ay;
  const straight = ax > ay ? sx : sy;
  const rest = ax + ay - 2 * level;
  let w = weights[cell];
  let sum = 0;
  let cost = 0;
  for (let part = 0; part < 2; part++) {
    sum = 0;
    if (diagonalFirst === (part === 0)) {
      for (let i = 0; i < level; i++) {
        const beside = weights[cell + sx] && weights[cell + sy];
        cell += sx + sy;
        const next = weights[cell];
        if (!beside || !next) return Infinity;
        sum += w + next;
        w = next;
      }
      cost += sum * DIAGONAL;
    } else {
      for (let i = 0; i < rest; i++) {
        cell += straight;
        const next = weights[cell];
        if (!next) return Infinity;
        sum += w + next;
        w = next;
      }
      cost += sum * STRAIGHT;
    }
  }
  return cost;
}
