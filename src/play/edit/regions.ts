/** Cells of boxes on a map. */
import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { areaOf, united } from './boxes.js';

/** Boxes that fill less than this part of their hull are visited cell by cell: 1 / 8. */
const SPARSE = 8;

export class Regions {
  /** @param near cells around a wall whose costs it changes */
  constructor(
    private readonly grid: Grid,
    private readonly near: number,
  ) {}

  each([x0, y0, x1, y1]: Box, visit: (cell: number) => void): void {
    for (let y = y0; y <= y1; y++)
      for (let cell = this.grid.cell(x0, y), end = cell + x1 - x0; cell <= end; cell++) visit(cell);
  }

  /** Each box with the cells whose unit stands on it, or that are so near that a wall in it changes their cost. */
  grown(boxes: readonly Box[]): Box[] {
    const { near } = this;
    const { width, height, size } = this.grid;
    const least = (at: number) => Math.max(0, at - near - size + 1);
    const most = (at: number, side: number) => Math.min(side - 1, at + near);
    return boxes.map(([x0, y0, x1, y1]) => [least(x0), least(y0), most(x1, width), most(y1, height)]);
  }

  /** Cells of all boxes, ascending, each once. */
  cellsIn(boxes: readonly Box[]): Int32Array {
    const { open, width, height } = this.grid;
    const count = boxes.reduce((sum, box) => sum + areaOf(box), 0);
    if (count > open.length) return this.cellsIn([[0, 0, width - 1, height - 1]]);
    const all = new Int32Array(count);
    let n = 0;
    for (const box of boxes)
      this.each(box, (cell) => {
        all[n++] = cell;
      });
    return boxes.length > 1 ? all.sort().filter((cell, i) => cell !== all[i - 1]) : all;
  }

  /** Number of cells of all boxes, and calls back with each of them once, ascending, and its place. */
  visitorOf(boxes: readonly Box[]): [count: number, visit: (visitCell: (cell: number, i: number) => void) => void] {
    const hull = boxes.reduce(united, boxes[0] ?? [0, 0, -1, -1]);
    const sum = boxes.reduce((cells, box) => cells + areaOf(box), 0);
    const isDense = sum * SPARSE >= areaOf(hull);
    const list = isDense ? undefined : this.cellsIn(boxes);
    const visit = (visitCell: (cell: number, i: number) => void) => {
      let i = 0;
      if (list) for (; i < list.length; i++) visitCell(list[i], i);
      else this.each(hull, (cell) => visitCell(cell, i++));
    };
    return [list?.length ?? areaOf(hull), visit];
  }
}
