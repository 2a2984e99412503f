/** What a diagonal move requires, as one number, for loops that know every move rule of `moves.ts`. */
import type { Grid, MoveRule } from './grid.js';

const BESIDE: Record<MoveRule, number> = { 'no-corners': 2, 'one-corner': 1, always: 0, never: 3 };

/** How many of the two cells beside a diagonal have to be open; more than there are where no diagonal is legal. */
export const besideOf = ({ moveRule }: Pick<Grid, 'moveRule'>): number => BESIDE[moveRule];

/** Which moves of canonical paths come first, and how far the others are turned from them. */
export interface RunOrder {
  /** Direction mask of the moves that come as early as they can: diagonals, or along rows where there are none. */
  long: number;
  /** Eighths of a turn from one of them to the straight moves that follow: 1 or 2. */
  turn: number;
}

export const runOrder = ({ moveRule }: Pick<Grid, 'moveRule'>): RunOrder =>
  moveRule === 'never' ? { long: 0x44, turn: 2 } : { long: 0xaa, turn: 1 };
