/**
 * Steps that cost what the entered cell costs, in place of the average of both cells.
 *
 * Where all steps of a map are equally long, on hexagons and without diagonals, a path from s to t costs
 *
 *     w1 + w2 + ... + wt  =  (ws + w1) / 2 + (w1 + w2) / 2 + ... + (w + wt) / 2  +  (wt - ws) / 2
 *
 * The last term depends only on the ends. So engines for the average find the cheapest paths, and this term is added to
 * their costs. With diagonals, half a difference counts by the length of its step, and the terms do not cancel: these
 * maps are *directed*, and only weighted jump point search supports them.
 */
import type { Grid } from './grid.js';
import { isHex, isStraight } from './rules.js';

/** Costs of a step: the average of both cells, or the cost of the entered cell. */
export const STEP_COSTS = ['average', 'entered'] as const;
export type StepCosts = (typeof STEP_COSTS)[number];

type Steps = Pick<Grid, 'stepCosts' | 'moveRule'>;

/** @returns what a grid stores of the option @throws {RangeError} if it is unknown */
export function stepCostsOf(costs: StepCosts | undefined): Grid['stepCosts'] {
  if (costs !== undefined && !STEP_COSTS.includes(costs))
    throw new RangeError(`costs is ${costs}, allowed are ${STEP_COSTS.join(' and ')}`);
  return costs === 'entered' ? costs : undefined;
}

/** Whether an engine of the average would find other paths. */
export const isDirected = (grid: Steps): boolean => grid.stepCosts === 'entered' && !isHex(grid) && !isStraight(grid);

/** How often both cells of a step count on the doubled scale. */
export interface Shares {
  left: number;
  entered: number;
}
const AVERAGE: Shares = { left: 1, entered: 1 };
const ENTERED: Shares = { left: 0, entered: 2 };

/** {@link Shares} of the steps of a map. */
export const sharesOf = ({ stepCosts }: Pick<Grid, 'stepCosts'>): Shares => (stepCosts ? ENTERED : AVERAGE);

/** {@link Shares} of the steps that engines take. */
export const engineShares = (grid: Steps): Shares => (isDirected(grid) ? ENTERED : AVERAGE);

/** Cost to add to an engine's cost of a path between two padded cells, in halves of a step. */
export const moreAlong = (grid: Steps & { costs?: ArrayLike<number> | undefined }, from: number, to: number): number =>
  grid.stepCosts && grid.costs && !isDirected(grid) ? grid.costs[to] - grid.costs[from] : 0;
