/** Budgets of updates. */
import { assertNumber } from '../../core/errors.js';
import { refuseUnknown } from '../../core/unknown-names.js';

/** Limit of one update: milliseconds, or an amount of work. */
export type Budget = { ms: number } | { work: number };

/** Work of a node that a search expands; a cell of a path is 1. */
export const WORK_OF_NODE = 8;

/** Limits of a budget; one that it does not name is infinite. @throws {TypeError | RangeError} unless it is a budget */
export function limitsOf(budget: Budget): { ms: number; work: number } {
  if (typeof budget !== 'object' || !budget)
    throw new TypeError(`budget is ${String(budget)}, expected { ms } or { work }`);
  refuseUnknown(budget as { ms?: number; work?: number }, 'ms', 'work');
  const limits = { ms: Infinity, work: Infinity, ...budget };
  if (!('ms' in budget || 'work' in budget)) throw new TypeError('budget is {}, expected { ms } or { work }');
  for (const limit of Object.values(limits)) {
    assertNumber(limit, 'budget');
    if (!(limit > 0)) throw new RangeError(`budget is ${limit}, not above 0`);
  }
  return limits;
}
