/** Moves, and lines between two cells as paths have them: diagonal first, then straight, or the other way round. */
import type { Grid, MoveRule } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';

/**
 * Cost of one step in direction d, on the doubled scale; Infinity where it is illegal.
 * @param weights per cell, 0 blocked
 * @param steps of the directions in cell ids
 * @param passes whether a diagonal may pass between two cells; both have to be open without it
 */
export function moveCost(
  weights: Uint8Array,
  steps: Int32Array,
  cell: number,
  d: number,
  passes?: (a: number, b: number) => boolean,
): number {
  const next = weights[cell + steps[d]];
  if (!next) return Infinity;
  if ((d & 1) === 0) return (weights[cell] + next) * STRAIGHT;
  const [a, b] = [weights[cell + steps[d - 1]], weights[cell + steps[(d + 1) & 7]]];
  return (passes ? passes(a, b) : a && b) ? (weights[cell] + next) * DIAGONAL : Infinity;
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

/** How many of the two cells beside a diagonal have to be open; more than there are where no diagonal is legal. */
const BESIDE: Record<MoveRule, number> = { octile: 2, one: 1, cut: 0, four: 3 };

/** May a diagonal pass between two cells, by their weights? */
export function besideOf(rule: MoveRule): (a: number, b: number) => boolean {
  const needed = BESIDE[rule];
  return (a, b) => Number(a > 0) + Number(b > 0) >= needed;
}

/** {@link lineCost} under the move rule of a grid. Of four moves only straight lines are legal. */
export function lineCostOf({ moveRule }: Pick<Grid, 'moveRule'>): typeof lineCost {
  if (moveRule === 'octile') return lineCost;
  const passes = besideOf(moveRule);
  return (weights, stride, cell, dx, dy, diagonalFirst) => {
    const sx = Math.sign(dx);
    const sy = Math.sign(dy) * stride;
    const level = Math.min(Math.abs(dx), Math.abs(dy));
    const most = Math.max(Math.abs(dx), Math.abs(dy));
    const straight = Math.abs(dx) > Math.abs(dy) ? sx : sy;
    let at = cell;
    let cost = 0;
    for (let i = 0; i < most; i++) {
      const isDiagonal = diagonalFirst ? i < level : i >= most - level;
      const next = at + (isDiagonal ? sx + sy : straight);
      if (!weights[next] || (isDiagonal && !passes(weights[at + sx], weights[at + sy]))) return Infinity;
      cost += (weights[at] + weights[next]) * (isDiagonal ? DIAGONAL : STRAIGHT);
      at = next;
    }
    return cost;
  };
}
