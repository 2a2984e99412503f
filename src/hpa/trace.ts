/** Reads a path back out of a flood, as runs: direction and number of steps. */
import { DIAGONAL, STRAIGHT } from '../grid/costs.js';
import { directionSteps } from '../grid/directions.js';
import type { Flood } from './flood.js';

/** Longest run in one number: direction in bits 0..2, steps - 1 in bits 3..7. */
export const LONGEST_RUN = 32;

/**
 * The way from the cell x, y back to the flood's source, turning as late as it can.
 * @returns runs in the order they are walked from x, y
 */
export function traceRuns({ weights, costs, stride, at }: Flood, x: number, y: number): number[] {
  const steps = directionSteps(stride);
  const runs: number[] = [];
  let d = 0;
  let length = 0;
  for (let cell = at(x, y); costs[cell] > 0; cell += steps[d], length++) {
    const from = d;
    for (let turn = 0; !leads(cell, d); d = (from + turn) & 7) turn++;
    if (length === LONGEST_RUN || (d !== from && length > 0)) {
      runs.push(from + 8 * (length - 1));
      length = 0;
    }
  }
  if (length > 0) runs.push(d + 8 * (length - 1));
  return runs;

  function leads(cell: number, d: number): boolean {
    const next = cell + steps[d];
    const price = (weights[cell] + weights[next]) * (d & 1 ? DIAGONAL : STRAIGHT);
    if (!weights[next] || costs[next] + price !== costs[cell]) return false;
    return (d & 1) === 0 || (weights[cell + steps[d - 1]] > 0 && weights[cell + steps[(d + 1) & 7]] > 0);
  }
}
