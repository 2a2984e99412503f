/**
 * Move rules other than `no-corners` (which is in `directions.ts`), and what they have in common: which moves are
 * legal, and which of them a search of jump points still has to try after an arrival. From s:
 *
 *               . .      . #      # #      # .        s to the upper right
 *               s .      s .      s #      s #
 *     octile    yes      -        -        -          both sides open, as is the goal; drawn here with it
 *     one       yes      -        -        -          one of both sides open:  # .   and   . .
 *                                                                              s .         s #
 *     cut       yes      -        -        yes        whatever is next to it
 *     four      -        -        -        -          no diagonals at all
 *
 * Hexagons in axial coordinates are cells with six of the eight moves, all of one cost; `hexes.ts` has the layouts:
 *
 *     N NE .        long: NE, W and S, 120 degrees apart; each sends out the short ones next to it
 *     W  s  E
 *     . SW  S
 *
 * Pruned moves are computed for each rule (Harabor & Grastien 2011): a move from x to n, arrived at
 * from p, is left out if the 3 x 3 cells around x hold another way from p to n, not over x, that is shorter; or as
 * short, and takes its *long* moves first. Long are the diagonals; of four moves, those to east and west (Baum 2025).
 * So among paths of equal cost those are kept that make their long moves early.
 */
import { DX, DY, windowAt } from './directions.js';
import type { Grid, MoveRule } from './grid.js';
import { distanceOf, isHex, RULES, runOrder } from './rules.js';

export interface Moves {
  /** By 3 x 3 window: mask of the legal moves out of the cell; windows as in `directions.ts`. */
  legal: Uint8Array;
  /** At 8 * window + d: mask of the moves that are to be tried after arriving in d. */
  after: Uint8Array;
  /** Mask of the long directions: rays along them send out straight ones, two each, from every cell. */
  long: number;
  /** By direction: the two straight directions that a long ray sends out, as a mask; 0 for the others. */
  sides: Uint8Array;
  costs: Int32Array;
  /** The cheapest path between two cells on an empty grid. */
  distance(dx: number, dy: number): number;
}

const CENTRE = 16;

/** Whether a move is legal, 1 or 0. @param open whether the cell in a direction is */
function isLegal(rule: MoveRule, d: number, open: (d: number) => number): number {
  if (isHex({ moveRule: rule })) return (d & 3) === 3 ? 0 : open(d);
  const clear = (d & 1) === 0 || open(d - 1) + open(d + 1) >= RULES[rule];
  return clear ? open(d) : 0;
}

const made = new Map<MoveRule, Moves>();

/** The tables of a rule, made when they are first asked for. */
export function movesOf(rule: MoveRule): Moves {
  const moves = made.get(rule) ?? makeMoves(rule);
  made.set(rule, moves);
  return moves;
}

function makeMoves(rule: MoveRule): Moves {
  const order = runOrder({ moveRule: rule });
  const { long } = order;
  const sides = Uint8Array.from({ length: 8 }, (_, d) =>
    (long >> d) & 1 ? (1 << order.before[d]) | (1 << order.after[d]) : 0,
  );
  const costs = Int32Array.from(order.costs);
  const legal = new Uint8Array(512);
  const after = new Uint8Array(8 * 512);
  for (let window = 0; window < 512; window++) {
    if ((window & CENTRE) === 0) continue;
    // Of its nine cells: a load makes the tables before anything is compiled.
    const masks = Array.from({ length: 9 }, (_, i) => legalIn(rule, window, (i % 3) - 1, Math.floor(i / 3) - 1));
    legal[window] = masks[4];
    for (let d = 0; d < 8; d++) after[8 * window + d] = afterIn(masks, d, long, costs);
  }
  return { legal, after, long, sides, costs, distance: distanceOf({ moveRule: rule }) };
}

/** Is a cell of a window open? dx and dy from its center. */
function openIn(window: number, dx: number, dy: number): number {
  return Math.abs(dx) > 1 || Math.abs(dy) > 1 ? 0 : (window >> (4 - 3 * dx - dy)) & 1;
}

/** Mask of the legal moves out of a cell of a window, none of them out of the window; 0 if it is blocked. */
function legalIn(rule: MoveRule, window: number, x: number, y: number): number {
  let mask = 0;
  for (let d = 0; d < 8 && openIn(window, x, y); d++)
    mask |= (isLegal(rule, d, (e) => openIn(window, x + DX[e & 7], y + DY[e & 7])) & 1) << d;
  return mask;
}

/** @param masks of the legal moves out of the nine cells of a window, row by row */
function afterIn(masks: number[], d: number, long: number, costs: Int32Array): number {
  // Nobody arrives from a blocked cell, out of which no move is legal.
  const from = 4 - DX[d] - 3 * DY[d];
  if (((masks[from] >> d) & 1) === 0) return 0;
  const others = around(masks, from, costs);
  const isLong = (long >> d) & 1;
  let mask = 0;
  for (let e = 0; e < 8; e++) {
    if (((masks[4] >> e) & 1) === 0) continue;
    const over = costs[d] + costs[e];
    const other = others[4 + DX[e] + 3 * DY[e]];
    if (isLong ? other >= over : other > over) mask |= 1 << e;
  }
  return mask;
}

/** Costs from a cell of a window to the others by ways inside it that avoid its center: nine, row by row. */
function around(masks: number[], from: number, costs: Int32Array): number[] {
  const best = new Array<number>(9).fill(Infinity);
  best[from] = 0;
  // Longer ways than of four moves are costlier than any over the center.
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 9; i++) {
      if (best[i] === Infinity || i === 4) continue;
      for (let bits = masks[i]; bits !== 0; bits &= bits - 1) {
        const d = 31 - Math.clz32(bits & -bits);
        const t = i + DX[d] + 3 * DY[d];
        if (t !== 4) best[t] = Math.min(best[t], best[i] + costs[d]);
      }
    }
  }
  return best;
}

/** The 3 x 3 windows of all cells of a grid, 0 for the border. */
export function windowsOf({ open, stride }: Pick<Grid, 'open' | 'stride'>): Uint16Array {
  const windows = new Uint16Array(open.length);
  for (let c = stride + 1; c < open.length - stride - 1; c++) if (open[c] > 0) windows[c] = windowAt(open, c, stride);
  return windows;
}
