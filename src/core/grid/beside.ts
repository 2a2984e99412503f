/** What a diagonal move requires, as one number, for loops that know every move rule of `moves.ts`. */
import type { Grid, MoveRule } from './grid.js';

const BESIDE: Record<MoveRule, number> = { 'no-corners': 2, 'one-corner': 1, always: 0, never: 3 };

/** How many of the two cells beside a diagonal have to be open; more than there are where no diagonal is legal. */
export const besideOf = ({ moveRule }: Pick<Grid, 'moveRule'>): number => BESIDE[moveRule];

/** Move rules that jump points and contraction hierarchies know on terrain that costs: those with diagonals. */
export const PRICED_RULES: MoveRule[] = ['no-corners', 'one-corner', 'always'];
