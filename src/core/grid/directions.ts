/**
 * The eight directions and the move rule, drawn once. y grows downwards.
 *
 *     7 0 1     NW  N  NE
 *     6 . 2      W  .  E
 *     5 4 3     SW  S  SE
 *
 * A *direction* is an index 0..7 in this order; a *direction mask* is a set of them, bit d for
 * direction d. Even directions are straight, odd ones diagonal; direction d's two straight
 * components, for odd d, are d - 1 and d + 1 (mod 8).
 *
 * Move rule `no-corners` (MovingAI, GPPC; no corner cutting): a straight move needs an open target; a
 * diagonal one needs its target and both cells next to it.
 *
 *     . .      . #      # .
 *     s .      s .      s .      from s: NE is legal only in the first picture
 */

export const DX: readonly number[] = [0, 1, 1, 1, 0, -1, -1, -1];
export const DY: readonly number[] = [-1, -1, 0, 1, 1, 1, 0, -1];

/** Step of each direction in cell ids of a padded grid with this stride. */
export function directionSteps(stride: number): Int32Array {
  return Int32Array.of(-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride);
}

/**
 * Tables by the 3 x 3 window of open bits around a cell.
 *
 * The window is 9 bits, filled column by column so that a sweep along a row shifts in one new column
 * of three: bit 8, 7, 6 = NW, W, SW; bit 5, 4, 3 = N, the cell, S; bit 2, 1, 0 = NE, E, SE.
 *
 * - `LEGAL[window]`: direction mask of the legal moves out of the cell (0 for a blocked cell).
 * - `FORCED[window]`: direction mask of the straight directions in which *arriving* at this cell makes
 *   it a jump point: for some side e (90 degrees), e is open from here, but was blocked from the cell
 *   behind. Without corner cutting that is when the cell's own side successors are not reached
 *   earlier by a path of the same cost (Harabor & Grastien 2011, the no-corner-cutting variant):
 *
 *         # e        arriving at c from p, direction E: p's N is blocked and c's N is open,
 *         p c        so N (and NE) must be considered at c.
 */
const STRAIGHTS = 0x55;
// Marked pure: a game whose engines do without a table does not ship it.
export const LEGAL = /* @__PURE__ */ windowTable((open) => open(0) & (STRAIGHTS | (open(-1) & open(1))));
export const FORCED = /* @__PURE__ */ windowTable(
  (open) => STRAIGHTS & open(4) & ((open(-2) & ~open(-3)) | (open(2) & ~open(3))),
);

/** @param holds mask of a window whose cell is open; bit d of `open(turn)`: the cell in direction d + turn */
function windowTable(holds: (open: (turn: number) => number) => number): Uint8Array {
  return Uint8Array.from({ length: 512 }, (_, window) => {
    const ring = [5, 2, 1, 0, 3, 6, 7, 8].reduce((mask, bit, d) => mask | (((window >> bit) & 1) << d), 0);
    return (window >> 4) & 1 && holds((turn) => (ring * 257) >> (turn & 7)) & 255;
  });
}

/** The 3 x 3 window of a cell; see {@link LEGAL}. Sweeps along a row shift it instead. */
export function windowAt(open: Uint8Array, cell: number, stride: number): number {
  return (column(open, cell - 1, stride) << 6) | (column(open, cell, stride) << 3) | column(open, cell + 1, stride);
}

/** Three open bits: above, at and below a cell. */
export function column(open: Uint8Array, cell: number, stride: number): number {
  return (open[cell - stride] << 2) | (open[cell] << 1) | open[cell + stride];
}

/** Canonical successors of a straight arrival in d, some of them illegal: ahead, and sides that open up. */
export function canonicalAfter(open: Uint8Array, steps: Int32Array, cell: number, d: number): number {
  let mask = 1 << d;
  for (let turn = 1; turn < 8; turn += 6) {
    const side = (d + 2 * turn) & 7;
    const beside = cell + steps[side];
    if (open[beside] > open[beside - steps[d]]) mask |= (1 << side) | (1 << ((d + turn) & 7));
  }
  return mask;
}

/**
 * By direction d: mask of the two diagonals next to d. A cell that sees something along d is a turning point of them.
 */
export const TURNS: readonly number[] = [0x82, 0, 0x0a, 0, 0x28, 0, 0xa0, 0];

/**
 * Visits the runs of a grid against a direction, neighbors first.
 * @param step of the direction, in cells
 * @param visit first cell, end, and step from cell to cell, 1 or -1
 */
export function eachRunAgainst(
  runs: Int32Array,
  step: number,
  visit: (from: number, end: number, delta: number) => void,
): void {
  // Forwards for steps to earlier cells, otherwise backwards, `side` choosing the run's ends.
  const side = step < 0 ? 0 : 1;
  const delta = 1 - 2 * side;
  for (let r = side * (runs.length - 2), left = runs.length; left > 0; left -= 2, r += 2 * delta) {
    visit(runs[r + side] - side, runs[r + 1 - side] - side, delta);
  }
}

/** How many of two cells are open, by their weights. */
export const openOf = (a: number, b: number): number => (a && 1) + (b && 1);
