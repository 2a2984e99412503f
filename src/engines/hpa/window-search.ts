/**
 * The exact search in a window of a map whose open cells all cost the same: jump points, found as it goes (Harabor &
 * Grastien 2011).
 *
 * Runs lead from cell to cell, and only where a wall ends or the goal lies is a cell listed: a node. A way from node
 * to node makes its long moves first: the diagonal ones, or of four moves those along a row. A run ends where another
 * one came for less.
 *
 * Measured and decided: docs/decisions/hpa.md.
 */

import { grown } from '../../core/arrays.js';
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { besideOf, isStraight } from '../../core/grid/rules.js';
import { DIAGONAL, STEP, STRAIGHT } from '../../core/grid/step-costs.js';
import { isLong, localMovesOf, shorterOf, turnOf, UNEVEN } from './local-moves.js';

/** Bits that a window's column takes: a row of 128 cells, of which the box and a cell on each side of it are used. */
const SHIFT = 7;
const COLUMN = (1 << SHIFT) - 1;
export const LARGEST = (1 << SHIFT) - 2;
const FAR = 0x7fffffff;
const SIDE = 2 * STRAIGHT;
const SLANT = 2 * DIAGONAL;

export interface WindowSearch {
  /**
   * The cheapest path inside a box.
   * @param bound that its cost stays below, doubled, below 2^31
   * @returns number of cells in `result`, last to first; 0 if there is no such path
   */
  search(x0: number, y0: number, x1: number, y1: number, box: WindowBox, bound: number): number;
  readonly result: Int32Array;
}

export interface WindowBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function windowSearch(grid: Grid): WindowSearch {
  const { open, stride } = grid;
  const beside = besideOf(grid);
  const four = isStraight(grid);
  const steps = directionSteps(stride);
  const [columns, rows] = [Int32Array.from(DX), Int32Array.from(DY)];
  const cellSteps = columns.map((x, d) => x + rows[d] * (1 << SHIFT));
  const shorter = shorterOf(grid);
  const turn = turnOf(grid);
  const { kinds, successors, through, look } = localMovesOf(grid);

  // The window, row << SHIFT | column, from 1 on; around it lies a ring of cells that cost less than any way to them.
  const g = new Int32Array(1 << (2 * SHIFT));
  const parents = new Int32Array(1 << (2 * SHIFT));
  /** Arrivals, as masks: all of the same cost, and those that are not expanded yet. */
  const seen = new Uint8Array(1 << (2 * SHIFT));
  const waiting = new Uint8Array(1 << (2 * SHIFT));
  // Entries beyond the ring's width are taken early, which is never wrong.
  const heads = new Int32Array(256).fill(-1);
  const mask = heads.length - 1;
  let items = new Int32Array(1024);
  let used = 0;
  let last = 0;
  let best = 0;
  let goal = 0;
  let goalColumn = 0;
  let goalRow = 0;
  /** f at which the first bucket begins. */
  let floor = 0;
  let from = 0;
  const result = new Int32Array(1 << (2 * SHIFT));

  const estimate = (cell: number): number => {
    const dx = Math.abs((cell & COLUMN) - goalColumn);
    const dy = Math.abs((cell >> SHIFT) - goalRow);
    return 2 * (dx > dy ? STRAIGHT * dx + shorter * dy : STRAIGHT * dy + shorter * dx);
  };

  /** Lists a successor of the expanded node, arriving in d, if cheaper, or as cheap from another side. */
  const reach = (cell: number, d: number, price: number): void => {
    if (price > g[cell]) return;
    const f = price + estimate(cell);
    if (f >= best) return;
    if (price === g[cell]) {
      if ((seen[cell] >> d) & 1) return;
      seen[cell] |= 1 << d;
      const pending = waiting[cell];
      waiting[cell] = pending | (1 << d);
      if (pending !== 0) return;
    } else {
      g[cell] = price;
      parents[cell] = from;
      if (cell === goal) {
        best = price;
        return;
      }
      seen[cell] = waiting[cell] = 1 << d;
    }
    // One bucket is as wide as a straight move; costs are integers, so that no quotient is off.
    const bucket = ((f - floor) / STEP) | 0;
    if (bucket > last) last = bucket;
    if (2 * used === items.length) items = grown(items);
    items[2 * used] = cell;
    items[2 * used + 1] = heads[bucket & mask];
    heads[bucket & mask] = used++;
  };

  /** Clears the parent of a passed cell: a way of the same cost may reach it as a node later. */
  const pass = (cell: number, price: number): void => {
    g[cell] = price;
    parents[cell] = from;
    seen[cell] = waiting[cell] = 0;
  };

  /** Goes on in a direction that sends out no others, from a cell that was arrived at in it. */
  const straight = (cell: number, at: number, d: number, price: number): void => {
    const f = price + estimate(cell);
    if (f >= best) return;
    const step = steps[d];
    const cellStep = cellSteps[d];
    // Once the goal lies next to it or behind, f rises by so much at least.
    const ahead = (goalColumn - (cell & COLUMN)) * columns[d] + (goalRow - (cell >> SHIFT)) * rows[d];
    let left = (ahead > 0 ? ahead : 0) + (((best - f) / (SIDE + 2 * shorter)) | 0) + 2;
    while (((through[kinds[at] || look(at)] >> d) & 1) !== 0) {
      if (price > g[cell] || --left < 0) return;
      if (price < g[cell]) pass(cell, price);
      cell += cellStep;
      at += step;
      price += SIDE;
      if (open[at] === 0) return;
    }
    reach(cell, d, price);
  };

  /** Scan in a long direction, which starts two straight ones at every cell. */
  const long = (cell: number, at: number, d: number, price: number): void => {
    const [a, b] = [(d - turn) & 7, (d + turn) & 7];
    const unit = d & 1 ? SLANT : SIDE;
    for (;;) {
      const kind = kinds[at] || look(at);
      if (((through[kind] >> d) & 1) === 0) break;
      if (price > g[cell] || price + estimate(cell) >= best) return;
      if (price < g[cell]) pass(cell, price);
      if ((kind >> a) & 1) straight(cell + cellSteps[a], at + steps[a], a, price + SIDE);
      if ((kind >> b) & 1) straight(cell + cellSteps[b], at + steps[b], b, price + SIDE);
      if (((successors[8 * kind + d] >> d) & 1) === 0) return;
      cell += cellSteps[d];
      at += steps[d];
      price += unit;
    }
    reach(cell, d, price);
  };

  const movesAfter = (kind: number, arrivals: number): number => {
    let moves = 0;
    for (; arrivals !== 0; arrivals &= arrivals - 1)
      moves |= successors[8 * kind + 31 - Math.clz32(arrivals & -arrivals)];
    return moves;
  };

  const expand = (cell: number, at: number): void => {
    from = cell;
    const arrivals = waiting[cell];
    waiting[cell] = 0;
    const base = g[cell];
    const kind = kinds[at] || look(at);
    let moves = movesAfter(kind, arrivals) & ~movesAfter(kind, seen[cell] & ~arrivals);
    for (; moves !== 0; moves &= moves - 1) {
      const d = 31 - Math.clz32(moves & -moves);
      const next = at + steps[d];
      if (open[next] === 0) continue;
      if (d & 1 && open[at + steps[d - 1]] + open[at + steps[(d + 1) & 7]] < beside) continue;
      const price = base + (d & 1 ? SLANT : SIDE);
      if (isLong(d, turn)) long(cell + cellSteps[d], next, d, price);
      else straight(cell + cellSteps[d], next, d, price);
    }
  };

  /** Makes the window and its ring empty, to the row below the box. */
  const clear = (wide: number, high: number): void => {
    g.fill(FAR, 0, (high + 2) << SHIFT);
    g.fill(-1, 0, wide + 2);
    g.fill(-1, (high + 1) << SHIFT, ((high + 1) << SHIFT) + wide + 2);
    for (let row = 1; row <= high; row++) g[row << SHIFT] = g[(row << SHIFT) + wide + 1] = -1;
  };

  /** Writes the cells of the path. @param origin adds to a cell of the window for one of the grid, x | y << 16 */
  const trace = (start: number, origin: number): number => {
    let n = 0;
    for (let cell = goal; cell !== start; ) {
      let dx = (cell & COLUMN) - (parents[cell] & COLUMN);
      let dy = (cell >> SHIFT) - (parents[cell] >> SHIFT);
      // Backwards: the straight moves, then the long ones.
      while (dx !== 0 || dy !== 0) {
        result[n++] = origin + (cell & COLUMN) + ((cell >> SHIFT) << 16);
        const [wide, high] = [Math.abs(dx), Math.abs(dy)];
        const sx = four ? high === 0 : wide >= high;
        const sy = four || high >= wide;
        const [x, y] = [sx ? Math.sign(dx) : 0, sy ? Math.sign(dy) : 0];
        dx -= x;
        dy -= y;
        cell -= x + y * (1 << SHIFT);
      }
    }
    result[n++] = origin + (start & COLUMN) + ((start >> SHIFT) << 16);
    return n;
  };

  const search = (x0: number, y0: number, x1: number, y1: number, box: WindowBox, bound: number): number => {
    const { left, top, right, bottom } = box;
    const start = ((y0 - top + 1) << SHIFT) | (x0 - left + 1);
    goalColumn = x1 - left + 1;
    goalRow = y1 - top + 1;
    goal = (goalRow << SHIFT) | goalColumn;
    const origin = left - 1 + (top - 1) * 65536;
    if (start === goal) return trace(start, origin);
    clear(right - left + 1, bottom - top + 1);
    best = bound;
    floor = estimate(start);
    const corner = top * stride + left;
    // Every run ends at the goal.
    const goalAt = corner + goalRow * stride + goalColumn;
    const under = kinds[goalAt];
    kinds[goalAt] = UNEVEN;
    g[start] = 0;
    waiting[start] = seen[start] = 255;
    items[0] = start;
    items[1] = -1;
    heads[0] = last = 0;
    used = 1;
    let current = 0;
    while (current <= last && floor + current * STEP < best) {
      const item = heads[current & mask];
      if (item < 0) {
        current++;
        continue;
      }
      heads[current & mask] = items[2 * item + 1];
      const cell = items[2 * item];
      // Skips entries that became cheaper.
      if (waiting[cell] !== 0) expand(cell, corner + (cell >> SHIFT) * stride + (cell & COLUMN));
    }
    for (; current <= last; current++) heads[current & mask] = -1;
    kinds[goalAt] = under;
    return best === bound ? 0 : trace(start, origin);
  };

  return { search, result };
}
