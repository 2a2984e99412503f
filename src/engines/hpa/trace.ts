/** Reads a path back out of a flood: direction by direction. */
import { assertOpen } from '../../core/errors.js';
import { directionSteps } from '../../core/grid/directions.js';
import type { Flood } from './flood.js';
import { moveCost } from './line.js';

/** Longest run in one number: direction in bits 0..2, steps - 1 in bits 3..7. */
export const LONGEST_RUN = 32;

/** Fields of a flood that a path is traced from; costs of unreachable cells are arbitrary. */
export type Traced = Pick<Flood, 'weights' | 'stride' | 'at' | 'beside'> & { costs: ArrayLike<number> };

/** Directions of the way from a reached cell back to the source, turning late. @param take called with each */
export function trace(
  { weights, costs, stride, at, beside }: Traced,
  x: number,
  y: number,
  take: (d: number) => void,
): void {
  const steps = directionSteps(stride);
  let d = 0;
  // Costs fall from step to step, so the source is met; a neighbor is found within eight turns, unless the flood began
  // at a point that has changed since.
  for (let cell = at(x, y); costs[cell] > 0; cell += steps[d]) {
    for (
      let turn = 0, from = d;
      costs[cell + steps[d]] + moveCost(weights, steps, cell, d, beside) !== costs[cell];
      d = (from + turn) & 7
    )
      if (turn++ > 7) assertOpen(false);
    take(d);
  }
}

export function traceRuns(flood: Flood, x: number, y: number): number[] {
  const runs: number[] = [];
  trace(flood, x, y, (d) => {
    const last = runs.length - 1;
    if (last >= 0 && (runs[last] & 7) === d && runs[last] < 8 * (LONGEST_RUN - 1)) runs[last] += 8;
    else runs.push(d);
  });
  return runs;
}
