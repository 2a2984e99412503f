/**
 * Subgoals of a grid, and which of them a cell reaches directly (Uras, Koenig & Hernandez 2013).
 *
 * A *subgoal* is an open cell at a convex corner of an obstacle: a diagonal neighbor is blocked, and both cells next to
 * it and to the subgoal are open.
 *
 *     . . . .
 *     . * . .       * is a subgoal: its SE is blocked, its S and E are open
 *     . . # #
 *     . . # #
 *
 * Two cells are *h-reachable* if a path between them costs the octile distance, *directly* so if no cheapest path
 * between them passes a subgoal. All cheapest paths between directly h-reachable cells are legal, so an edge is a pair
 * of cells and a cost, and is drawn as any octile line.
 */

import { grown } from '../../core/arrays.js';
import { column, directionSteps, LEGAL } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { packPoint } from '../../core/grid/rectangle.js';
import { DIAGONAL, octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { PathBuffer } from '../../core/search/path.js';

/** Bit of a cell's marks: it is a subgoal. The odd bits are its legal diagonals. */
export const SUBGOAL = 1;
const DIAGONALS = 0xaa;

/** Edges between subgoals, each at its end of the lower number. */
export interface DirectEdges {
  /** Int32Array(subgoals + 1): where the edges of each subgoal begin. */
  first: Int32Array;
  /** The subgoal of the higher number, and the cost of each edge. */
  targets: Int32Array;
  costs: Float64Array;
  /** x | y << 16 of the turn of an edge, or {@link NO_TURN}; undefined if any octile line is legal. */
  turns?: Int32Array;
}
/** Turn of an edge that is straight or any octile line. */
export const NO_TURN = -1;

/** Subgoals of move rules and costs: {@link OCTILE}, other moves in `moves.ts`, costs in `weighted.ts`. */
export interface SubgoalRule {
  /** Raised if a grid gets other subgoals, or if the same bits mean something else. */
  revision: number;
  find(grid: Grid): SubgoalMap;
  edges(grid: Grid, map: SubgoalMap): DirectEdges;
  scan: typeof scanCell;
  /** Cost of the line from an open cell, diagonal first, then straight; Infinity where it is not legal. */
  line(map: SubgoalMap, steps: Int32Array, cell: number, dx: number, dy: number): number;
  /** A lower bound of the cost between two cells: that on an empty grid. */
  distance: typeof octile;
  /** Point where the line from a goal to a subgoal turns; undefined if any octile line is legal. */
  turn?: (goal: number, point: number) => number;
  /** Integer cost of a step, and of the most expensive move of a map. */
  unit: number;
  maxStep: number;
  /** Writes a path over points from goal to start, each the start of a line to the one before it. */
  write(path: PathBuffer, points: Int32Array, count: number, cost: number): void;
}

export type QueryRule = Omit<SubgoalRule, 'find' | 'edges'>;

/** Eight moves without corner cutting, for searches. */
export const OCTILE_LINES: QueryRule = {
  revision: 1,
  scan: scanCell,
  line: octileLine,
  distance: octile,
  unit: STRAIGHT,
  maxStep: DIAGONAL,
  write: (path, points, count, cost) => path.write(points, count, cost),
};

/** Eight moves without corner cutting. */
export const OCTILE: SubgoalRule = /* @__PURE__ */ Object.assign(
  { find: findSubgoals, edges: laterEdges },
  OCTILE_LINES,
);

/** Marks by 3 x 3 window: both straight components of a diagonal open, its cell blocked. */
export const OCTILE_MARKS = /* @__PURE__ */ LEGAL.map(
  (legal) => (legal & DIAGONALS) | Number(((legal << 1) & ((legal >> 1) | (legal << 7)) & DIAGONALS & ~legal) > 0),
);

export interface SubgoalMap {
  stride: number;
  /** Cells of the subgoals, ascending; a subgoal's number is its place here. */
  cells: Int32Array;
  /** Uint8Array(cells): bit 0 for a subgoal, bit d for a legal diagonal d. */
  marks: Uint8Array;
  /**
   * Int16Array(4 * cells): steps along d at 4 * cell + d / 2, > 0 to the next subgoal, <= 0 minus those to the wall.
   */
  clearances: Int16Array;
  /** Int32Array(cells): number of the subgoal in a cell, 0 where there is none. */
  numbers: Int32Array;
}

/** @param byWindow marks of a cell by its 3 x 3 window, of the grid's rule */
export function findSubgoals(grid: Grid, byWindow = OCTILE_MARKS): SubgoalMap {
  const { open, stride } = grid;
  const runs = grid.runs();
  const marks = new Uint8Array(open.length);
  for (let r = 0; r < runs.length; r += 2) {
    const end = runs[r + 1];
    let window = (column(open, runs[r] - 1, stride) << 3) | column(open, runs[r], stride);
    for (let c = runs[r]; c < end; c++) {
      window = ((window << 3) | column(open, c + 1, stride)) & 511;
      marks[c] = byWindow[window];
    }
  }
  const clearances = new Int16Array(4 * open.length);
  const steps = directionSteps(stride);
  for (let d = 0; d < 8; d += 2) sweep(clearances, open, marks, runs, d, steps[d]);
  const { cells, numbers } = numbered(marks, runs);
  // In the order of the layout `mapped`.
  return { stride, cells, marks, clearances, numbers };
}

/** Subgoals in the order of their cells. */
export function numbered(marks: Uint8Array, runs: Int32Array): Pick<SubgoalMap, 'cells' | 'numbers'> {
  const numbers = new Int32Array(marks.length);
  let cells = new Int32Array(1024);
  let count = 0;
  for (let r = 0; r < runs.length; r += 2) {
    const end = runs[r + 1];
    if (count + end - runs[r] > cells.length) cells = grown(cells, end - runs[r]);
    for (let c = runs[r]; c < end; c++) {
      if ((marks[c] & SUBGOAL) === 0) continue;
      numbers[c] = count;
      cells[count++] = c;
    }
  }
  return { cells: cells.slice(0, count), numbers };
}

/** Fills the clearances of straight direction d, walking against it so that the neighbor is done first. */
function sweep(
  clearances: Int16Array,
  open: Uint8Array,
  marks: Uint8Array,
  runs: Int32Array,
  d: number,
  step: number,
): void {
  // Forwards if d leads to earlier cells (side 0), backwards if it leads to later ones (side 1).
  const side = step < 0 ? 0 : 1;
  const delta = 1 - 2 * side;
  for (let r = side * (runs.length - 2), left = runs.length; left > 0; left -= 2, r += 2 * delta) {
    const end = runs[r + 1 - side] - side;
    for (let c = runs[r + side] - side; c !== end; c += delta) {
      const next = clearances[4 * (c + step) + (d >> 1)];
      const stop = marks[c + step] & SUBGOAL;
      // 0 if the neighbor is blocked, 1 if it is a subgoal; otherwise the neighbor's, one step farther from zero.
      clearances[4 * c + (d >> 1)] = (((next - 1 - 2 * (-next >> 31)) & (stop - 1)) | stop) & -open[c + step];
    }
  }
}

/** x | y << 16 of each subgoal. */
export function subgoalPoints({ cells, stride }: Pick<SubgoalMap, 'cells' | 'stride'>): Int32Array {
  return cells.map((cell) => {
    const row = Math.floor(cell / stride);
    return packPoint(cell - row * stride - 1, row - 1);
  });
}

/** Every direction; and those to later cells, which give each edge from one end only. */
export const ALL = 0xff;
export const LATER = (1 << 2) | (1 << 3) | (1 << 4) | (1 << 5);

/** Most targets of one cell: two next to each cell of its long runs. */
export function reachRoom({ width, height }: Grid): number {
  return 8 * Math.max(width, height) + 8;
}

/**
 * Writes the subgoals that an open cell reaches directly, without itself.
 * @param directions mask: straight ones, and diagonals, each with the straight rays on both sides
 * @param targets numbers of the subgoals, costs their costs; both of {@link reachRoom} values
 * @returns their number
 */
export function scanCell(
  map: SubgoalMap,
  steps: Int32Array,
  cell: number,
  directions: number,
  targets: Int32Array,
  costs: Float64Array,
): number {
  const { marks, clearances, numbers } = map;
  let count = 0;
  for (let d = 0; d < 8; d += 2) {
    const v = clearances[4 * cell + (d >> 1)];
    if (v <= 0 || ((directions >> d) & 1) === 0) continue;
    targets[count] = numbers[cell + v * steps[d]];
    costs[count++] = v * STRAIGHT;
  }
  for (let d = 1; d < 8; d += 2) {
    if (((directions >> d) & 1) === 0) continue;
    const left = (d - 1) >> 1;
    const right = ((d + 1) & 7) >> 1;
    const step = steps[d];
    const leftStep = steps[d - 1];
    const rightStep = steps[(d + 1) & 7];
    let v = clearances[4 * cell + left];
    let most = v > 0 ? v - 1 : -v;
    v = clearances[4 * cell + right];
    let mostRight = v > 0 ? v - 1 : -v;
    let cost = 0;
    for (let at = cell; (marks[at] >> d) & 1; ) {
      at += step;
      cost += DIAGONAL;
      if (marks[at] & SUBGOAL) {
        targets[count] = numbers[at];
        costs[count++] = cost;
        break;
      }
      v = clearances[4 * at + left];
      if (v > 0) {
        if (v <= most) {
          targets[count] = numbers[at + v * leftStep];
          costs[count++] = cost + v * STRAIGHT;
          most = v - 1;
        }
      } else if (-v < most) most = -v;
      v = clearances[4 * at + right];
      if (v > 0) {
        if (v <= mostRight) {
          targets[count] = numbers[at + v * rightStep];
          costs[count++] = cost + v * STRAIGHT;
          mostRight = v - 1;
        }
      } else if (-v < mostRight) mostRight = -v;
    }
  }
  return count;
}

/** Edges of every subgoal to later ones, under a rule that finds each edge from both ends. */
export function laterEdges(this: SubgoalRule, grid: Grid, map: SubgoalMap): DirectEdges {
  return linesOf(this, grid, map, LATER);
}

/** Direct edges of all subgoals in some directions. */
export function linesOf(rule: SubgoalRule, grid: Grid, map: SubgoalMap, directions: number): DirectEdges {
  const { cells } = map;
  const steps = directionSteps(grid.stride);
  const reached = new Int32Array(reachRoom(grid));
  const prices = new Float64Array(reached.length);
  const first = new Int32Array(cells.length + 1);
  let targets = new Int32Array(4 * cells.length + 64);
  let costs = new Float64Array(targets.length);
  for (let v = 0, used = 0; v < cells.length; v++) {
    const count = rule.scan(map, steps, cells[v], directions, reached, prices);
    if (used + count > targets.length) {
      targets = grown(targets, count);
      costs = grown(costs, count);
    }
    for (let i = 0; i < count; i++) {
      targets[used] = reached[i];
      costs[used++] = prices[i];
    }
    first[v + 1] = used;
  }
  return { first, targets, costs };
}

/** Cost of a legal line from an open cell, diagonal first, then straight, as path buffers draw it. */
function octileLine(map: SubgoalMap, steps: Int32Array, cell: number, dx: number, dy: number): number {
  const { marks } = map;
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
  const diagonal = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
  let at = cell;
  for (let left = Math.min(ax, ay); left > 0; left--) {
    if (((marks[at] >> diagonal) & 1) === 0) return Infinity;
    at += steps[diagonal];
  }
  return rayIsOpen(map, steps, at, straight, Math.abs(ax - ay)) ? octile(dx, dy) : Infinity;
}

/** Whether the next `count` cells from an open one are open in a straight direction. */
export function rayIsOpen(
  { clearances }: SubgoalMap,
  steps: Int32Array,
  cell: number,
  d: number,
  count: number,
): boolean {
  let at = cell;
  for (let left = count; left > 0; ) {
    const v = clearances[4 * at + (d >> 1)];
    if (v <= 0) return left <= -v;
    left -= v;
    at += v * steps[d];
  }
  return true;
}
