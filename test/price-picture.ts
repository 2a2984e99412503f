/** Maps as pictures in tests: # blocked, . open, digits and letters for costs from 2. */
import type { Grid } from '../src/core/grid/grid.js';
import { cellRows } from '../src/maps/cells.js';

export function pricePicture(grid: Grid): string[] {
  return cellRows(grid).map((row) =>
    row.map((price) => (price === 0 ? '#' : price === 1 ? '.' : price.toString(36))).join(''),
  );
}
