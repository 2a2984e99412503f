/**
 * Where a map differs from the one that was baked, and which answers of the baked one still hold.
 *
 * A cell is *worse* if it closed or costs more, *better* if it opened or costs less. A path of the edited map that
 * stays more than a cell away from better cells is also a path of the baked map, and cost no more there. So the answer
 * of the baked map holds, whatever engine has found it, if it crosses no worse cell, and if no path over a better cell
 * w can cost as little: a path from s over w to t costs at least the octile distances of both parts.
 */

import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { isHex } from '../../core/grid/rules.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Query } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import type { Nav } from '../../runtime/nav.js';
import { areaOf, octileTo, united } from './boxes.js';

/** Boxes that the differing cells are kept in: each takes a query's time. */
const MOST_BOXES = 8;
/**
 * Sum of the sides of all boxes, as a share of the sides of the map, beyond which few answers hold: the longer a box is
 * compared with the map, the more paths meet it.
 */
const WIDE = 0.4;

export type Difference = ReturnType<typeof difference>;

/** @param baked read-only */
export function difference(baked: Grid, grid: Grid) {
  const { stride } = grid;
  /** A bit for each padded cell that differs. Memory that is never written to costs nothing. */
  const bits = new Int32Array((grid.open.length + 31) >> 5);
  let count = 0;
  /** The same as a list, until the next update. */
  let cells: Int32Array | undefined;
  /** Boxes of these cells and their neighbors, made lazily; undefined after an update. */
  let boxes: { better: Box[]; worse: Box[]; isWide: boolean; isWhole: boolean } | undefined;

  const isBetter = (cell: number): boolean => {
    const [was, now] = [weightOf(baked, cell), weightOf(grid, cell)];
    return now > 0 && (now < was || was === 0);
  };

  const list = (): Int32Array => {
    if (cells) return cells;
    cells = new Int32Array(count);
    for (let w = 0, i = 0; i < count; w++)
      for (let rest = bits[w]; rest !== 0; rest &= rest - 1) cells[i++] = 32 * w + 31 - Math.clz32(rest & -rest);
    return cells;
  };

  /**
   * Boxes of the runs of cells along rows, in ascending order: they do not depend on the order of edits.
   * @param isWhole of all runs, also where the first ones are wide enough
   */
  const boxed = (isWhole = true) => {
    if (boxes && boxes.isWhole >= isWhole) return boxes;
    const [better, worse]: Box[][] = [[], []];
    const sorted = list();
    // A run never makes the boxes smaller.
    const sides = () => [...better, ...worse].reduce((sum, [x0, y0, x1, y1]) => sum + x1 - x0 + y1 - y0 - 2, 0);
    let isWide = isHex(grid);
    for (let i = 0, end = 0; i < sorted.length && (isWhole || !isWide); i = end) {
      const kind = isBetter(sorted[i]);
      for (end = i + 1; sorted[end] === sorted[end - 1] + 1 && isBetter(sorted[end]) === kind; end++);
      const [x, y] = [(sorted[i] % stride) - 1, Math.floor(sorted[i] / stride) - 1];
      add(kind ? better : worse, [x - 1, y - 1, x + end - i, y + 1]);
      isWide ||= sides() > WIDE * (grid.width + grid.height);
    }
    boxes = { better, worse, isWide, isWhole };
    return boxes;
  };

  return {
    /** Padded cells that differ in openness or cost, ascending. */
    get cells(): Int32Array {
      return list();
    },
    get count(): number {
      return count;
    },
    /**
     * Whether so much differs that few answers of the baked map hold, or cells are hexagons. It depends only on both
     * maps.
     */
    get isWide(): boolean {
      return boxed(false).isWide;
    },
    update(changed: readonly Box[]) {
      boxes = cells = undefined;
      for (const [x0, y0, x1, y1] of changed)
        for (let y = y0; y <= y1; y++)
          for (let cell = grid.cell(x0, y), end = cell + x1 - x0; cell <= end; cell++) {
            const now = Number(weightOf(grid, cell) !== weightOf(baked, cell));
            const was = (bits[cell >> 5] >> (cell & 31)) & 1;
            bits[cell >> 5] ^= (now ^ was) << (cell & 31);
            count += now - was;
          }
    },
    /**
     * Less than every path between two cells costs that comes near a cell that is better than it was, or as much; on
     * the scale of step costs, Infinity without one.
     * @param isCost near any difference
     */
    least(x0: number, y0: number, x1: number, y1: number, isCost = false): number {
      const { better, worse } = boxed();
      let least = Infinity;
      for (const box of isCost ? [...better, ...worse] : better)
        least = Math.min(least, octileTo(box, x0, y0) + octileTo(box, x1, y1));
      return least;
    },
    /** Whether a path of the baked map crosses a cell that is worse now; may also be true if it only comes near one. */
    crosses(path: PathBuffer): boolean {
      return boxed().worse.some((box) => meets(box, path.waypoints, path.waypointCount));
    },
  };
}

/** Price of a cell, 0 where it is blocked. */
function weightOf({ open, costs = open }: Grid, cell: number): number {
  return costs[cell];
}

/**
 * Adds a box: in one with that which grows least by it, where both together are no larger than apart, or where there is
 * no room for more.
 */
function add(boxes: Box[], box: Box): void {
  let best = 0;
  let least = Infinity;
  boxes.forEach((other, i) => {
    const more = areaOf(united(other, box)) - areaOf(other);
    if (more < least) [least, best] = [more, i];
  });
  if (least > areaOf(box) && boxes.length < MOST_BOXES) best = boxes.length;
  boxes[best] = united(boxes[best] ?? box, box);
}

/**
 * Does a path go through a box without its rim, or through a corner next to it? For each run of straight or diagonal
 * steps by separating axes, with all lengths doubled: across columns, across rows, and across the run, where a diagonal
 * one needs the cells next to it.
 */
function meets([x0, y0, x1, y1]: Box, points: Uint16Array, count: number): boolean {
  const wide = x1 - x0 - 2;
  const high = y1 - y0 - 2;
  for (let i = 2; i < 2 * count; i += 2) {
    const dx = points[i] - points[i - 2];
    const dy = points[i + 1] - points[i - 1];
    const toX = x0 + x1 - 2 * points[i - 2];
    const toY = y0 + y1 - 2 * points[i - 1];
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    if (
      Math.abs(toX - dx) <= ax + wide &&
      Math.abs(toY - dy) <= ay + high &&
      Math.abs(dx * toY - dy * toX) <= ax * (high + 2) + ay * wide
    )
      return true;
  }
  return false;
}

/** Costs are quotients of integers: equal ones may differ in the last bits, by far less than this factor. */
export const EXACT = 1 + 1e-9;

/**
 * The cost that an answer of the baked map must stay below: 0 if the engine is not worth calling, Infinity where any
 * will do. It depends on the query and both maps only, never on other queries or the order of edits.
 * @param isCost whether the answer is only a cost, whose path might cross any difference
 */
export function limitOf(baked: Nav, differs: Difference, [x0, y0, x1, y1]: Query, isCost?: boolean): number {
  if (differs.count === 0) return Infinity;
  const least = differs.isWide ? 0 : differs.least(x0, y0, x1, y1, isCost);
  return least > octile(x1 - x0, y1 - y0) && baked.isReachable(x0, y0, x1, y1) ? least / STRAIGHT : 0;
}

/** Whether an answer of the baked map stays below its limit, and its path crosses no cell that is worse now. */
export function holds(differs: Difference, cost: number, most: number, path?: PathBuffer): boolean {
  return cost * EXACT < most && !(path && differs.crosses(path));
}
