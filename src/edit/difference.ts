/**
 * Where a map differs from the one that was baked, and which answers of the baked one still hold.
 *
 * Let W be all cells in or beside a cell that differs. A path of the baked map that costs less than any way over W could, in either map, does not
 * come near a difference, so that it is legal now; and nothing that is new is cheaper. No way from s over w to t costs less than the octile
 * distances of both parts. So an answer L holds if lb(s, W) + lb(W, t) > L, whatever engine has found it.
 *
 * Measured and decided: docs/decisions.md, "Edits: jump lines are repaired, goal bounds are not".
 */
import type { Grid } from '../grid/grid.js';
import { type Box, octileTo } from './area.js';

export interface Difference {
  /** Padded cells that differ in openness or cost. */
  readonly cells: ReadonlySet<number>;
  /** Looks at cells again that may have changed. */
  update(cells: Iterable<number>): void;
  /** Less than every path between two cells costs that comes near a difference, or as much; on the scale of step costs, Infinity without one. */
  least(x0: number, y0: number, x1: number, y1: number): number;
}

/** Boxes that the differing cells are kept in: each takes a query's time. */
const MOST_BOXES = 8;

/** @param baked nobody changes it */
export function difference(baked: Grid, grid: Grid): Difference {
  const cells = new Set<number>();
  let boxes: Box[] = [];

  /** Adds a box, in one with those that it touches; where there are too many, two that lie best together become one. */
  const add = (box: Box): void => {
    const near = boxes.findIndex(([x0, y0, x1, y1]) => box[0] <= x1 + 1 && box[2] >= x0 - 1 && box[1] <= y1 + 1 && box[3] >= y0 - 1);
    if (near >= 0) {
      add(united(boxes.splice(near, 1)[0], box));
      return;
    }
    boxes.push(box);
    if (boxes.length <= MOST_BOXES) return;
    let [best, a, b] = [Infinity, 0, 0];
    for (let i = 0; i < boxes.length; i++) {
      for (let j = 0; j < i; j++) {
        const more = areaOf(united(boxes[i], boxes[j])) - areaOf(boxes[i]) - areaOf(boxes[j]);
        if (more < best) [best, a, b] = [more, i, j];
      }
    }
    const [one] = boxes.splice(a, 1);
    const [other] = boxes.splice(b, 1);
    add(united(one, other));
  };

  /** The box of a cell and those beside it. */
  const round = (cell: number): Box => {
    const x = (cell % grid.stride) - 1;
    const y = Math.floor(cell / grid.stride) - 1;
    return [x - 1, y - 1, x + 1, y + 1];
  };

  return {
    cells,
    update(changed) {
      let fewer = false;
      for (const cell of changed) {
        const differs =
          grid.open[cell] !== baked.open[cell] || (grid.costs?.[cell] ?? grid.open[cell]) !== (baked.costs?.[cell] ?? baked.open[cell]);
        if (!differs) fewer = cells.delete(cell) || fewer;
        else if (!cells.has(cell)) {
          cells.add(cell);
          add(round(cell));
        }
      }
      if (!fewer) return;
      boxes = [];
      for (const cell of cells) add(round(cell));
    },
    least(x0, y0, x1, y1) {
      let least = Infinity;
      for (const box of boxes) least = Math.min(least, octileTo(box, x0, y0) + octileTo(box, x1, y1));
      return least;
    },
  };
}

function united(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function areaOf([x0, y0, x1, y1]: Box): number {
  return (x1 - x0 + 1) * (y1 - y0 + 1);
}
