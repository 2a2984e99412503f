/** Legal diagonals by move rule, defined apart from `../grid/rules.ts`, so that an error there is not repeated here. */
import type { MoveRule } from '../grid/grid.js';

/** Whether a diagonal is legal, by how many of the two cells beside it are open. */
const DIAGONALS: Readonly<Record<MoveRule, readonly [none: boolean, one: boolean, both: boolean]>> = {
  'no-corners': [false, false, true],
  'one-corner': [false, true, true],
  always: [true, true, true],
  never: [false, false, false],
};

/** @param beside how many of the two cells beside the diagonal are open */
export function isDiagonalLegal(rule: MoveRule, beside: number): boolean {
  return DIAGONALS[rule][beside];
}
