/** Rectangles of cells that edits name. */
import type { Box } from '../../core/grid/rectangle.js';
import { octile } from '../../core/grid/step-costs.js';

/** A rectangle of cells from x, y on; one cell if width and height are omitted. */
export interface Area {
  x: number;
  y: number;
  width?: number;
  height?: number;
}

export function united(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/**
 * The same cells, and perhaps some between them, in fewer boxes: neighbors in the list that fill a rectangle are one.
 */
export function joined(boxes: readonly Box[]): Box[] {
  const all: Box[] = [];
  for (let box of boxes) {
    for (let last = all.pop(); last; last = all.pop()) {
      const both = united(last, box);
      if (areaOf(both) > areaOf(last) + areaOf(box)) {
        all.push(last);
        break;
      }
      box = both;
    }
    all.push(box);
  }
  return all;
}

export const areaOf = ([x0, y0, x1, y1]: Box): number => (x1 - x0 + 1) * (y1 - y0 + 1);

/** Distance of a cell to a box, on the scale of step costs; octile without another. */
export function octileTo([x0, y0, x1, y1]: Box, x: number, y: number, distance = octile): number {
  return distance(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
}

/** @returns the cells of an area, one or more @throws {RangeError} if they are not all on the map */
export function boxOn(map: { width: number; height: number }, { x, y, width = 1, height = 1 }: Area): Box {
  // A list of the four would take longer than all else.
  const whole = Number.isInteger(x) && Number.isInteger(y) && Number.isInteger(width) && Number.isInteger(height);
  if (!whole || x < 0 || y < 0 || width < 1 || height < 1 || x + width > map.width || y + height > map.height)
    throw new RangeError(
      `area ${x}, ${y}, ${width} x ${height} is not on the map of ${map.width} x ${map.height} cells`,
    );
  return [x, y, x + width - 1, y + height - 1];
}
