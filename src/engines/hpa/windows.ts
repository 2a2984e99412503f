/**
 * Windows: pieces of a path searched once more, exactly, among the cells near them. On weighted terrain the crossings
 * between clusters and straight lines leave a path some per cent costlier than it could be; most of that is local.
 *
 *     . . . o o o o o . . .      the cells searched for the piece from s to e: at most some columns and rows from
 *     o o o o _ _ _ o o o .      it; what costs less replaces it, and the next piece begins before its end
 *     o s _ / o o o \ e o .
 *     o o o o o . o o o o .
 *
 * Measured and decided: docs/decisions/hpa.md.
 */
import { grown } from '../../core/arrays.js';
import { DX, DY } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { DIAGONAL, STEP, STRAIGHT } from '../../core/grid/step-costs.js';
import { type CellSearch, cellSearch } from './flood.js';
import { lineCostOf } from './line.js';
import { distanceOf } from './local-moves.js';
import { type Correction, type Points, pathCost, setCells } from './smooth.js';
import { trace } from './trace.js';
import { LARGEST, type WindowSearch, windowSearch } from './window-search.js';

/** Side of a window: the cells of a piece, those next to it, and a blocked one on each side. */
const SIDE = 128;
/** Moves of a piece, and of the part that it shares with the next. */
const LENGTH = 96;
const OVERLAP = 8;
/** Columns and rows on each side of a piece, by the cells of its path: the fewer, the larger is the worst excess. */
const SHORT = 64;
const SHORT_REACH = 8;
const MIDDLE = 400;
const MIDDLE_REACH = 4;
const REACH = 2;

/** Corrects a path in place, from its first point to its last. Takes its cost in steps, and returns the new one. */
export type Windows = (path: Points, cost: number) => number;

export function windowsOf(grid: Grid): Windows {
  const correct = grid.costs ? piecesOf(grid) : detoursOf(grid);
  const lineOf = lineCostOf(grid);
  const ground = grid.costs ?? grid.open;
  return (path, cost) => (correct(path, cost) ? pathCost(ground, grid.stride, path, lineOf) : cost);
}

/** Corrects piece by piece. @param grid of cells that have costs */
export function piecesOf(grid: Grid): Correction {
  const { width, height, stride } = grid;
  const ground = grid.costs ?? grid.open;
  const distance = distanceOf(grid);
  let made: CellSearch | undefined;
  // The path, cell by cell: x | y << 16.
  let cells = new Int32Array(1024);
  let count = 0;

  const costOf = (from: number, to: number): number => {
    let [straight, diagonal] = [0, 0];
    for (let i = from; i < to; i++) {
      const a = cells[i];
      const b = cells[i + 1];
      const sum =
        ground[((a >> 16) + 1) * stride + (a & 0xffff) + 1] + ground[((b >> 16) + 1) * stride + (b & 0xffff) + 1];
      if ((a & 0xffff) === (b & 0xffff) || a >> 16 === b >> 16) straight += sum;
      else diagonal += sum;
    }
    return straight * STRAIGHT + diagonal * DIAGONAL;
  };

  const spread = (path: Points): void => {
    let at = path[0];
    cells[0] = at;
    count = 1;
    for (const point of path) {
      for (; at !== point; cells[count++] = at) {
        at += Math.sign((point & 0xffff) - (at & 0xffff)) + Math.sign((point >> 16) - (at >> 16)) * 65536;
        if (count === cells.length) cells = grown(cells);
      }
    }
  };

  /** Replaces the piece from cell i to j by a cheaper one. @returns its number of moves, or 0 */
  const search = (i: number, j: number): number => {
    const reach = count > MIDDLE ? REACH : count > SHORT ? MIDDLE_REACH : SHORT_REACH;
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let k = i; k <= j; k++) {
      left = Math.min(left, cells[k] & 0xffff);
      right = Math.max(right, cells[k] & 0xffff);
      top = Math.min(top, cells[k] >> 16);
      bottom = Math.max(bottom, cells[k] >> 16);
    }
    const corner = left - reach - 1 + (top - reach - 1) * SIDE;
    const at = (x: number, y: number) => x + y * SIDE - corner;
    const [startX, startY, goalX, goalY] = [cells[i] & 0xffff, cells[i] >> 16, cells[j] & 0xffff, cells[j] >> 16];
    made ??= cellSearch(grid, SIDE);
    const { weights, costs, ahead } = made;
    weights.fill(0);
    let cheapest = 255;
    // Overlapping squares, so that all cells next to the piece are there.
    for (let k = i; ; k = Math.min(k + reach, j)) {
      const [x, y] = [cells[k] & 0xffff, cells[k] >> 16];
      const end = Math.min(width - 1, x + reach);
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
        for (let column = Math.max(0, x - reach); column <= end; column++) {
          const cell = at(column, row);
          const weight = ground[(row + 1) * stride + column + 1];
          if (weight === 0 || weights[cell] !== 0) continue;
          weights[cell] = weight;
          costs[cell] = Infinity;
          ahead[cell] = distance(goalX - column, goalY - row);
          if (weight < cheapest) cheapest = weight;
        }
      }
      if (k === j) break;
    }
    const cost = costOf(i, j);
    if (cost <= cheapest * ahead[at(startX, startY)]) return 0;
    if (made.search(at(startX, startY), at(goalX, goalY), cost, cheapest) === cost) return 0;
    const moves: number[] = [];
    trace({ ...made, at }, goalX, goalY, (d) => moves.push(DX[d] + DY[d] * 65536));
    const end = i + moves.length;
    while (count + moves.length > cells.length) cells = grown(cells);
    cells.copyWithin(end, j, count);
    count += end - j;
    for (let k = end, m = 0; m < moves.length; k--, m++) cells[k - 1] = cells[k] + moves[m];
    return moves.length;
  };

  return (path) => {
    spread(path);
    let isShorter = false;
    for (let i = 0; ; ) {
      const j = Math.min(i + LENGTH, count - 1);
      const length = search(i, j);
      if (length > 0) isShorter = true;
      const next = i + (length || j - i);
      if (next >= count - 1) break;
      i = Math.max(i + 1, next - OVERLAP);
    }
    if (isShorter) setCells(path, cells, count);
    return isShorter;
  };
}

/** No search if the straight line shows that no path is shorter by this factor. */
const TOO_LONG = 1.07;
/** Longer paths are kept: searching also paths of 151 to 180 steps takes a third more and improves no worst case. */
const LONGEST = 150;
const MARGIN = 12;

/**
 * Detours: on maps without costs a short path may lead round the wrong side of a wall. Where the straight way leaves
 * room for a path that is shorter by more than {@link TOO_LONG}, one is searched for, exactly, in a window around it.
 */
export function detoursOf(grid: Grid): Correction {
  const distance = distanceOf(grid);
  // Most maps never need it.
  let made: WindowSearch | undefined;
  return (path, before) => {
    const [first, last] = [path[0], path[path.length - 1]];
    const [x0, y0, x1, y1] = [first & 0xffff, first >> 16, last & 0xffff, last >> 16];
    const bound = Math.ceil(before * STEP);
    if (before > LONGEST || bound <= TOO_LONG * distance(x1 - x0, y1 - y0)) return false;
    let [left, top, right, bottom] = [x0, y0, x0, y0];
    for (const point of path) {
      left = Math.min(left, point & 0xffff);
      right = Math.max(right, point & 0xffff);
      top = Math.min(top, point >> 16);
      bottom = Math.max(bottom, point >> 16);
    }
    const margin = Math.min(MARGIN, (LARGEST - 1 - Math.max(right - left, bottom - top)) >> 1);
    if (margin < 0) return false;
    left = Math.max(0, left - margin);
    top = Math.max(0, top - margin);
    right = Math.min(grid.width - 1, right + margin);
    bottom = Math.min(grid.height - 1, bottom + margin);
    made ??= windowSearch(grid);
    // From its end, so that the cells come from its start.
    const length = made.search(x1, y1, x0, y0, { left, top, right, bottom }, bound);
    if (length > 0) setCells(path, made.result, length);
    return length > 0;
  };
}
