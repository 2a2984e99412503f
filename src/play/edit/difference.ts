/**
 * Where a map differs from the one that was baked, and which answers of the baked one still hold.
 *
 * Cells that closed or cost more take ways away, cells that opened or cost less add some. Every path of the map as it is is a path of the baked one that
 * cost no more there, unless it comes within a cell of one that is better. So the answer of the baked map holds, whatever engine has found it, if it is as good as it was,
 * that is if it does not cross what is worse, and if no way over what is better can cost as little: no way from s over a cell w to t costs less than the octile
 * distances of both parts.
 */
import type { Grid } from '../../core/grid/grid.js';
import { isHex } from '../../core/grid/rules.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Nav } from '../../core/runtime/nav.js';
import type { PathBuffer } from '../../core/search/path.js';
import { type Box, octileTo } from './cells.js';

export type Query = [x0: number, y0: number, x1: number, y1: number];

/** Boxes that the differing cells are kept in: each takes a query's time. */
const MOST_BOXES = 8;
/**
 * Sum of the sides of all boxes, as a share of those of the map, beyond which few answers hold: a path between any two
 * cells meets a box about as often as the box is long beside the map.
 */
const WIDE = 0.4;

/** The record of a map and its bake. */
export type Difference = ReturnType<typeof difference>;

/** @param baked read-only */
export function difference(baked: Grid, grid: Grid) {
  const { stride } = grid;
  let cells = new Int32Array(0);
  /** Boxes of cells and those beside them; undefined after an update, until they are asked for. */
  let boxes: { better: Box[]; worse: Box[]; isWide: boolean } | undefined;

  const isBetter = (cell: number): boolean => {
    const [was, is] = [weightOf(baked, cell), weightOf(grid, cell)];
    return is > 0 && (is < was || was === 0);
  };

  /** Boxes of the runs of cells along rows, in ascending order: they do not depend on the order of edits. */
  const boxed = () => {
    if (boxes) return boxes;
    const [better, worse]: Box[][] = [[], []];
    for (let i = 0, end = 0; i < cells.length; i = end) {
      const kind = isBetter(cells[i]);
      for (end = i + 1; cells[end] === cells[end - 1] + 1 && isBetter(cells[end]) === kind; end++);
      const [x, y] = [(cells[i] % stride) - 1, Math.floor(cells[i] / stride) - 1];
      add(kind ? better : worse, [x - 1, y - 1, x + end - i, y + 1]);
    }
    const sides = [...better, ...worse].reduce((sum, [x0, y0, x1, y1]) => sum + x1 - x0 + y1 - y0 - 2, 0);
    boxes = { better, worse, isWide: isHex(grid) || sides > WIDE * (grid.width + grid.height) };
    return boxes;
  };

  return {
    /** Padded cells that differ in openness or cost, ascending. */
    get cells(): Int32Array {
      return cells;
    },
    /** Whether so much differs that few answers of the baked map hold, or cells are hexagons. It depends on both maps alone. */
    get isWide(): boolean {
      return boxed().isWide;
    },
    /** Looks at cells again that have changed. @param changed ascending */
    update(changed: Int32Array) {
      boxes = undefined;
      // Both ascend; cells are the same for the same state, whatever the order of edits.
      const merged = new Int32Array(cells.length + changed.length);
      let [i, j, count, last] = [0, 0, 0, 0];
      while (i + j < merged.length) {
        const cell = j === changed.length || cells[i] < changed[j] ? cells[i++] : changed[j++];
        if (cell !== last && weightOf(grid, cell) !== weightOf(baked, cell)) merged[count++] = cell;
        last = cell;
      }
      cells = merged.subarray(0, count);
    },
    /**
     * Less than every path between two cells costs that comes near a cell that is better than it was, or as much; on the scale of step costs, Infinity
     * without one.
     * @param any near any difference
     */
    least(x0: number, y0: number, x1: number, y1: number, any = false): number {
      const { better, worse } = boxed();
      let least = Infinity;
      for (const box of any ? [...better, ...worse] : better)
        least = Math.min(least, octileTo(box, x0, y0) + octileTo(box, x1, y1));
      return least;
    },
    /** Does a path of the baked map cross a cell that is worse now? It may say so of one that only comes near. */
    crosses(path: PathBuffer): boolean {
      return boxed().worse.some((box) => meets(box, path.waypoints, path.waypointCount));
    },
  };
}

/** Price of a cell, 0 where it is blocked. */
function weightOf({ open, costs = open }: Grid, cell: number): number {
  return costs[cell];
}

/** Adds a box: in one with that which grows least by it, where both together are no larger than apart, or where there is no room for more. */
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
 * Does a path go through a box without its rim, or through a corner beside it? For each run of straight or diagonal steps by separating axes, with all lengths doubled: across columns, across rows,
 * and across the run, where a diagonal one needs the cells beside it.
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

function united(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function areaOf([x0, y0, x1, y1]: Box): number {
  return (x1 - x0 + 1) * (y1 - y0 + 1);
}

/** Costs are quotients of integers: what is equal may differ in the last bits, by far less than this factor. */
export const EXACT = 1 + 1e-9;

/**
 * What an answer of the baked map has to stay below: 0 if the engine is not worth calling, Infinity where any will do.
 * It depends on the query and both maps only, never on other queries or the order of edits.
 * @param any whether the answer is only a cost, whose path might cross any difference
 */
export function limitOf(baked: Nav, differs: Difference, [x0, y0, x1, y1]: Query, any?: boolean): number {
  if (differs.cells.length === 0) return Infinity;
  const least = differs.isWide ? 0 : differs.least(x0, y0, x1, y1, any);
  return least > octile(x1 - x0, y1 - y0) && baked.isReachable(x0, y0, x1, y1) ? least / STRAIGHT : 0;
}

/** Does an answer of the baked map stay below its limit, and its path keep away from what is worse now? */
export function holds(differs: Difference, cost: number, most: number, path?: PathBuffer): boolean {
  return cost * EXACT < most && !(path && differs.crosses(path));
}
