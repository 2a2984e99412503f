/**
 * Moves that a window search tries by the open cells around one: the successors of jump point search (Harabor &
 * Grastien 2011), and on *uneven* ground all moves forward: next to walls under another move rule than `no-corners`.
 */

import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { isStraight } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';

const EVERYWHERE = 255;
/** Uneven ground. As a mask it would be open only to the north-east, which no arrival reaches. */
export const UNEVEN = 2;
/** Of eight moves out of a cell three lead back next to the one before, which had a move there itself, for less. */
const FORWARD = 0b11000111;

export interface LocalMoves {
  /** By padded cell: mask of open directions on even ground, UNEVEN elsewhere; 0 until looked at. */
  kinds: Uint8Array;
  /** At 8 * kind + arrival: mask of the moves to try. */
  successors: Uint8Array;
  /** By kind: the arrivals after which a run continues. */
  through: Uint8Array;
  /** Looks at a padded cell. @returns its kind */
  look(at: number): number;
}

/** Distance of the straight rays next to a long direction that starts them. */
export const turnOf = (grid: Pick<Grid, 'moveRule'>): number => (isStraight(grid) ? 2 : 1);
/** Long directions: diagonal ones, or those along a row, by what `turnOf` says. */
export const isLong = (d: number, turn: number): boolean => (turn === 1 ? (d & 1) === 1 : (d & 3) === 2);
/** Cost that a step along the shorter axis adds to one along the longer. */
export const shorterOf = (grid: Pick<Grid, 'moveRule'>): number => (isStraight(grid) ? STRAIGHT : DIAGONAL - STRAIGHT);

/** @returns the least cost of the moves that lead this number of columns and rows on where all cells cost 1, doubled */
export function distanceOf(grid: Pick<Grid, 'moveRule'>): (dx: number, dy: number) => number {
  const shorter = shorterOf(grid);
  return (dx, dy) => {
    const [a, b] = [Math.abs(dx), Math.abs(dy)];
    return 2 * (STRAIGHT * Math.max(a, b) + shorter * Math.min(a, b));
  };
}

export function localMovesOf(grid: Pick<Grid, 'open' | 'stride' | 'moveRule'>): LocalMoves {
  const { open, stride } = grid;
  const octile = grid.moveRule === 'no-corners';
  const turn = turnOf(grid);
  const steps = directionSteps(stride);
  const kinds = new Uint8Array(open.length);
  // Filled in when a kind is met first.
  const successors = new Uint8Array(8 * 256);
  const through = new Uint8Array(256);
  for (let d = 0; d < 8; d++) successors[8 * UNEVEN + d] = (FORWARD << d) | (FORWARD >> (8 - d));

  const learn = (kind: number): void => {
    const isOpen = (d: number) => (kind >> (d & 7)) & 1;
    const bit = (d: number) => 1 << (d & 7);
    for (let d = 0; d < 8; d++) {
      const natural = bit(d) | (isLong(d, turn) ? bit(d - turn) | bit(d + turn) : 0);
      let tried = natural;
      // A side that opens up here, with its diagonal.
      if ((d & 1) === 0)
        for (const t of [-1, 1]) if (isOpen(d + 2 * t) && !isOpen(d + 3 * t)) tried |= bit(d + t) | bit(d + 2 * t);
      for (let e = 0; e < 8; e++) if (!isOpen(e) || (e & 1 && !(isOpen(e - 1) && isOpen(e + 1)))) tried &= ~bit(e);
      successors[8 * kind + d] = tried;
      if ((tried & ~natural) === 0) through[kind] |= bit(d);
    }
  };

  return {
    kinds,
    successors,
    through,
    look(at) {
      let around = 0;
      for (let d = 0; d < 8; d++) around |= open[at + steps[d]] << d;
      const even = octile || around === EVERYWHERE;
      if (even && through[around] === 0) learn(around);
      kinds[at] = even ? around : UNEVEN;
      return kinds[at];
    },
  };
}
