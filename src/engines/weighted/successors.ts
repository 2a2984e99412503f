/**
 * Which moves are worth making after which arrival, on weighted grids (JPSW; Carlson, Moghadam, Harabor, Stuckey &
 * Ebendt 2023).
 *
 *     7 0 1       A neighbor n of c is no successor after an arrival from the parent p where p reaches it inside
 *     6 c 2       these 3 x 3 cells without c for less; or for as much, by a diagonal move and then a straight one,
 *     5 4 3       while the way over c is a straight one and then a diagonal one.
 *
 * A triple that is strictly costlier lies on no optimal path. A swap of equal cost keeps the number of moves and makes
 * a diagonal one earlier, so of the optimal paths the one whose diagonal moves come earliest survives all of it.
 *
 * So under every move rule that has diagonals. Without them moves along rows take their place: a swap makes one of them
 * earlier, so a path turns from a column into a row only where the other order is costlier or blocked.
 *
 * Masks depend only on the window of nine costs around a cell. Windows repeat, so they are looked up.
 */
import { directionSteps } from '../../core/grid/directions.js';
import { engineShares, type Shares } from '../../core/grid/entered.js';
import { finish, type Grid, RUNS_A_STEP, runSteps, type Steps } from '../../core/grid/grid.js';
import { besideOf, isHex, isStraight, leastBeside, movesMask, type RunOrder, runOrder } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';

export interface Windows {
  legal: Uint8Array;
  /** Arrivals with a successor that no run continues to: the cell is a jump point for them. */
  nodes: Uint8Array;
  /** Arrivals after which nothing leads straight on. */
  ends: Uint8Array;
  /** Reads the window of a cell again. */
  read(cell: number): void;
}

/** Most windows of different costs that are read; on random costs almost every cell has its own. */
const MOST_WINDOWS = 1 << 13;
/** Mask of a cell whose window is not in the table: any arrival may stop there, which is never wrong. */
const ANY = 255;

/**
 * @param shares of the cells of a step, by the order in which a search comes to them
 * @param diagonal cost of a diagonal step between cells of cost 1
 * @returns successors of an arrival at an open cell as a direction mask; 0 if no move makes it
 */
export function successorsOf(
  grid: Grid,
  { left, entered }: Shares = engineShares(grid),
  diagonal = DIAGONAL,
): (cell: number, arrival: number) => number {
  const weights = grid.costs ?? grid.open;
  const steps = directionSteps(grid.stride);
  if (isHex(grid)) return hexSuccessors(weights, steps, runOrder(grid));
  const beside = besideOf(grid);
  const { long } = runOrder(grid);
  const turn = isStraight(grid) ? 2 : 1;
  const step = (from: number, to: number, d: number) => (left * from + entered * to) * (d & 1 ? diagonal : STRAIGHT);
  // The eight cells around, and the cheapest ways to each of them from the parent.
  const ring = new Int32Array(8);
  const ways = new Float64Array(8);
  return (cell, arrival) => {
    const local = weights[cell];
    for (let d = 0; d < 8; d++) ring[d] = weights[cell + steps[d]];
    const from = arrival ^ 4;
    const legal = (d: number) =>
      ring[d] > 0 && ((d & 1) === 0 || Number(ring[d - 1] > 0) + Number(ring[(d + 1) & 7] > 0) >= beside);
    if (!legal(from)) return 0;
    ways.fill(Infinity);
    // Ways round the ring never turn back: one round in each direction finds them all.
    for (let turn = 1; turn < 8; turn += 6) {
      let [before, last] = [Infinity, 0];
      for (let i = 1; i < 8; i++) {
        const d = (from + turn * i) & 7;
        const behind = (d - turn) & 7;
        const isOpen = ring[behind] > 0;
        let way = ring[d] > 0 && isOpen ? last + step(ring[behind], ring[d], 0) : Infinity;
        // The middle is open.
        if (ring[d] > 0 && (d & 1) === 0 && 1 + Number(isOpen) >= beside)
          way = Math.min(way, before + step(ring[(behind - turn) & 7], ring[d], 1));
        [before, last] = [last, way];
        if (way < ways[d]) ways[d] = way;
      }
    }
    const arriving = step(ring[from], local, arrival);
    let mask = 0;
    for (let d = 0; d < 8; d++) {
      if (d === from || !legal(d)) continue;
      const over = arriving + step(local, ring[d], d);
      if (ways[d] < over) continue;
      if (ways[d] === over && ((long >> arrival) & 1) === 0 && (long >> d) & 1) {
        // Straight, then long: the other order leads past the cell next to the parent.
        const eighth = ((d - arrival) & 7) === turn ? 1 : 7;
        const side = ring[(d + eighth) & 7];
        const past = ring[(d + 2 * eighth) & 7];
        if (
          side > 0 &&
          (turn === 2 || 1 + Number(past > 0) >= beside) &&
          step(ring[from], side, 2 - turn) + step(side, ring[d], 0) === over
        )
          continue;
      }
      mask |= 1 << d;
    }
    return mask;
  };
}

/**
 * Hexagons: a way round the cell costs twice the cells between its ends, the way over the cell twice the cell. In a
 * turn by 60 degrees one move is long and one short, so a swap also makes the long one earlier.
 */
function hexSuccessors(
  weights: Uint8Array,
  steps: Int32Array,
  { long, before, after }: RunOrder,
): (cell: number, arrival: number) => number {
  return (cell, arrival) => {
    const local = weights[cell];
    const from = arrival ^ 4;
    if (weights[cell + steps[from]] === 0 || (arrival & 3) === 3) return 0;
    let mask = 0;
    for (let d = 0; d < 8; d++) if ((d & 3) < 3 && d !== from && weights[cell + steps[d]] > 0) mask |= 1 << d;
    for (let side = 0; side < 2; side++) {
      const next = side ? after : before;
      for (let d = next[from], sum = 0, i = 1; i < 6; d = next[d], i++) {
        const isSwap = i === 2 && sum === local && ((long >> arrival) & 1) === 0;
        if (sum < local || isSwap) mask &= ~(1 << d);
        const weight = weights[cell + steps[d]];
        if (weight === 0) break;
        sum += weight;
      }
    }
    return mask;
  };
}

/**
 * Masks of the windows of a grid's open cells; arrays over all cells, zero where blocked.
 * @param isExact whether windows that are not in the table are also read
 */
export const readWindows = (grid: Grid, isExact = false): Windows => finish(windowSteps(grid, isExact));

/** {@link readWindows} in steps. */
export function* windowSteps(grid: Grid, isExact = false): Steps<Windows> {
  const { open, stride } = grid;
  const weights = grid.costs ?? open;
  const steps = directionSteps(stride);
  const successors = successorsOf(grid);
  const plane = () => new Uint8Array(open.length);
  const [legal, nodes, ends] = [plane(), plane(), plane()];
  const beside = leastBeside(grid);
  const { long, before, after } = runOrder(grid);
  const moves = movesMask(grid);
  const legalAt = (c: number) => {
    let mask = 0;
    for (let d = 0; d < 8 && open[c]; d++) {
      const isLegal = (d & 1) === 0 || open[c + steps[d - 1]] + open[c + steps[(d + 1) & 7]] >= beside;
      if (isLegal) mask |= open[c + steps[d]] << d;
    }
    return mask & moves;
  };
  const read = (c: number) => {
    legal[c] = legalAt(c);
    nodes[c] = ends[c] = 0;
    for (let d = 0; d < 8 && open[c]; d++) {
      const mask = successors(c, d);
      const straightOn = (mask >> d) & 1;
      // Where a run continues: ahead, and after a long move to both sides.
      const sides = (1 << before[d]) | (1 << after[d]);
      const natural = (1 << d) | ((long >> d) & 1 ? sides : 0);
      if ((mask & ~natural) !== 0 || (straightOn && weights[c + steps[d]] !== weights[c])) {
        nodes[c] |= 1 << d;
      } else if (!straightOn) ends[c] |= 1 << d;
    }
  };
  const numberOf = windowTable(grid, MOST_WINDOWS);
  const firsts = [0];
  const runs = yield* runSteps(grid);
  for (let r = 0; r < runs.length; r += 2) {
    if (r % RUNS_A_STEP === 0) yield;
    for (let c = runs[r]; c < runs[r + 1]; c++) {
      const window = numberOf(c);
      if (window === firsts.length) {
        firsts.push(c);
        read(c);
      } else if (window > 0) {
        const same = firsts[window];
        legal[c] = legal[same];
        nodes[c] = nodes[same];
        ends[c] = ends[same];
      } else if (isExact) read(c);
      else {
        legal[c] = legalAt(c);
        nodes[c] = ANY;
      }
    }
  }
  return { legal, nodes, ends, read };
}

/**
 * Numbers windows by a hash table of the nine costs.
 * @param most windows, a power of two
 * @returns number of a cell's window, from 1 in the order in which they are met; 0 for a new one in a full table
 */
export function windowTable(grid: Grid, most: number): (cell: number) => number {
  const { stride } = grid;
  const weights = grid.costs ?? grid.open;
  // Twice as many places as entries, so that a free place, which has the number 0, is always near.
  const last = 2 * most - 1;
  const keys = new Int32Array(6 * most);
  const numbers = new Int32Array(2 * most);
  let known = 0;
  return (c) => {
    const a = weights[c - stride - 1] | (weights[c - stride] << 8) | (weights[c - stride + 1] << 16);
    const b = weights[c - 1] | (weights[c] << 8) | (weights[c + 1] << 16);
    const e = weights[c + stride - 1] | (weights[c + stride] << 8) | (weights[c + stride + 1] << 16);
    let place = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(e, 0xc2b2ae35)) >>> 0;
    place = (place ^ (place >>> 15)) & last;
    while (numbers[place] > 0 && (keys[3 * place] !== a || keys[3 * place + 1] !== b || keys[3 * place + 2] !== e)) {
      place = (place + 1) & last;
    }
    if (numbers[place] > 0) return numbers[place];
    if (known === most) return 0;
    keys[3 * place] = a;
    keys[3 * place + 1] = b;
    keys[3 * place + 2] = e;
    numbers[place] = ++known;
    return known;
  };
}
