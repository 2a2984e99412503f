/**
 * JPS+ jump distances (Harabor & Grastien 2014): for every open cell and direction, the steps to the
 * next jump point, or minus the steps that can be made before the wall.
 *
 *     # # # # # #       from s eastward: the fourth cell is a jump point (its S opens up there),
 *     s . . * . .       so distance[s, E] = 3; without it the way would end at the wall: -5.
 *     . . # . . .
 *
 * Only a straight arrival makes a jump point (FORCED in `grid/directions.ts`). A diagonal stops at a
 * *turning point*: a cell that has a straight jump point in view along one of the diagonal's two
 * components. Both are *stops* here; with the stops known, one rule fills all eight planes:
 *
 *     illegal step: 0      lands on a stop: 1      else the neighbour's distance, one step longer
 *
 * The turning points follow from the straight distances, so all that the planes hold beyond the grid
 * is one bit per cell and straight direction: that bit is what `--store planes` stores (section.ts).
 */
import { column, DX, DY, FORCED, LEGAL } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';

/** Distances are capped here in the 8-bit form; a longer run is read in chained jumps. */
export const CHAIN = 127;
/** 8-bit value of a run longer than {@link CHAIN}: go on {@link CHAIN} steps and look again. */
export const CHAINED = -128;

/** Jump distances of a grid. */
export interface JumpDistances {
  /**
   * Int16Array or Int8Array(8 * cells) at 8 * cell + direction, in steps: > 0 to the next stop,
   * <= 0 minus the steps to the wall; in the Int8Array {@link CHAINED} for runs over {@link CHAIN}.
   */
  distances: Int16Array | Int8Array;
  /** Uint8Array(cells, rounded up to whole words), direction mask of the arrivals that stop there: jump points (even bits), turning points (odd). */
  stops: Uint8Array;
}

/** Bits of the planes: 16, or 8 for half the memory at run time. */
export type JumpWidth = 8 | 16;

/**
 * @param stored even bits of the stops as a blob stores them; without it they come from the grid
 * @returns distances of every open cell, zero for blocked cells and illegal directions
 */
export function buildJumpDistances(grid: Grid, width: JumpWidth = 16, stored?: Uint8Array): JumpDistances {
  const runs = grid.runs();
  const { legal, jumpPoints } = scanWindows(grid, runs);
  const stops = stored ?? jumpPoints;
  const distances = new Int16Array(8 * legal.length);
  for (const [a, b] of SWEEPS) sweep(distances, legal, stops, runs, grid.stride, a, b);
  return { distances: width === 8 ? toChained(distances) : distances, stops };
}

/** Both tables of `grid/directions.ts` for every open cell. */
function scanWindows(grid: Grid, runs: Int32Array): { legal: Uint8Array; jumpPoints: Uint8Array } {
  const legal = new Uint8Array(grid.open.length);
  // Whole words, so that the rank index can read four cells at a time (graph.ts).
  const jumpPoints = new Uint8Array((grid.open.length + 3) & ~3);
  for (let r = 0; r < runs.length; r += 2) scanRun(grid.open, grid.stride, runs[r], runs[r + 1], legal, jumpPoints);
  return { legal, jumpPoints };
}

function scanRun(open: Uint8Array, stride: number, from: number, to: number, legal: Uint8Array, jumpPoints: Uint8Array): void {
  let window = column(open, from, stride);
  for (let c = from; c < to; c++) {
    window = ((window << 3) | column(open, c + 1, stride)) & 511;
    legal[c] = LEGAL[window];
    jumpPoints[c] = FORCED[window];
  }
}

/** A jump point in view straight along d makes a cell a turning point of the two diagonals beside d. */
const TURNS = [0x82, 0, 0x0a, 0, 0x28, 0, 0xa0, 0];

/** Pairs of directions that one sweep fills: straight ones before the diagonals that turn into them. */
const SWEEPS = [
  [0, 6],
  [4, 2],
  [1, 7],
  [3, 5],
];

/**
 * Fills the distances of directions a and b, whose steps have the same sign, walking against them so
 * that the neighbour is always done, and marks the turning points that straight ones make on the way.
 */
function sweep(distances: Int16Array, legal: Uint8Array, stops: Uint8Array, runs: Int32Array, stride: number, a: number, b: number): void {
  const stepA = DX[a] + DY[a] * stride;
  const stepB = DX[b] + DY[b] * stride;
  const turnA = TURNS[a];
  const turnB = TURNS[b];
  if (stepA < 0) {
    for (let r = 0; r < runs.length; r += 2) {
      sweepRun(distances, legal, stops, runs[r], runs[r + 1], 1, a, stepA, turnA, b, stepB, turnB);
    }
  } else {
    for (let r = runs.length - 2; r >= 0; r -= 2) {
      sweepRun(distances, legal, stops, runs[r + 1] - 1, runs[r] - 1, -1, a, stepA, turnA, b, stepB, turnB);
    }
  }
}

/** One run of a sweep. Branch-free inside: on noisy maps mispredicted branches cost more than the arithmetic. */
function sweepRun(
  distances: Int16Array,
  legal: Uint8Array,
  stops: Uint8Array,
  from: number,
  end: number,
  delta: number,
  a: number,
  stepA: number,
  turnA: number,
  b: number,
  stepB: number,
  turnB: number,
): void {
  for (let c = from; c !== end; c += delta) {
    const moves = legal[c];
    const va = longer(moves >> a, stops[c + stepA] >> a, distances[8 * (c + stepA) + a]);
    const vb = longer(moves >> b, stops[c + stepB] >> b, distances[8 * (c + stepB) + b]);
    distances[8 * c + a] = va;
    distances[8 * c + b] = vb;
    stops[c] |= ((-va >> 31) & turnA) | ((-vb >> 31) & turnB);
  }
}

/** 0 if bit 0 of `legal` is clear, 1 if bit 0 of `stop` is set, else `next` one step farther from zero (0 counts as a wall). */
function longer(legal: number, stop: number, next: number): number {
  const hit = -(stop & 1);
  const farther = next - 1 - 2 * (-next >> 31);
  return ((farther & ~hit) | (hit & 1)) & -(legal & 1);
}

function toChained(distances: Int16Array): Int8Array {
  const out = new Int8Array(distances.length);
  for (let i = 0; i < out.length; i++) {
    const v = distances[i];
    out[i] = v > CHAIN || v < -CHAIN ? CHAINED : v;
  }
  return out;
}
