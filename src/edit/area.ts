/** Rectangles of cells, and how far apart they are. */
import { octile } from '../grid/step-costs.js';

/** Cells from x, y on; one, where width and height are left out. */
export interface Area {
  x: number;
  y: number;
  width?: number;
  height?: number;
}

/** Both ends inside. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** Octile distance of a cell to a box, on the scale of step costs. */
export function octileTo([x0, y0, x1, y1]: Box, x: number, y: number): number {
  return octile(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
}
