/** Checks of the coordinates that a game hands over. */
import type { Grid } from './grid.js';

/** Padded number of a cell. @throws {RangeError} if x and y are not whole numbers, or not on the map */
export function cellOf(map: Pick<Grid, 'width' | 'height' | 'contains' | 'cell'>, x: number, y: number): number {
  if (!map.contains(x, y)) {
    ensureWhole(x, y);
    throw new RangeError(`cell ${x}, ${y} is not on the map of ${map.width} x ${map.height} cells`);
  }
  return map.cell(x, y);
}

/** @throws {RangeError} if x and y are not whole numbers, or too large to count with */
export function ensureWhole(x: number, y: number): void {
  if ([x, y].every(Number.isSafeInteger)) return;
  const shown = (value: unknown) => (typeof value === 'number' ? value : typeof value);
  throw new RangeError(`x is ${shown(x)}, y is ${shown(y)}; expected whole numbers, as in findPath(x0, y0, x1, y1)`);
}
