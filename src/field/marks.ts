/** What a flood of rays has to know of each cell it runs into, in a byte. */
import { column, FORCED } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';

/**
 * The byte's bits: bit d for even d, a ray in straight direction d has to branch there (see FORCED in `../grid/directions.ts`); and these two,
 * in places that no straight direction has.
 */
export const WALL = 2;
/** Cells around it have other costs: paths may turn there any way. */
export const MIXED = 8;

/** Uint8Array(cells), bits as above. */
export function cellMarks(grid: Grid): Uint8Array {
  const { open, stride, costs } = grid;
  const marks = new Uint8Array(open.length).fill(WALL);
  const runs = grid.runs();
  for (let r = 0; r < runs.length; r += 2) {
    let window = (column(open, runs[r] - 1, stride) << 3) | column(open, runs[r], stride);
    for (let c = runs[r]; c < runs[r + 1]; c++) {
      window = ((window << 3) | column(open, c + 1, stride)) & 511;
      marks[c] = FORCED[window];
      if (costs && isMixed(costs, c, stride)) marks[c] |= MIXED;
    }
  }
  return marks;
}

/** Does an open cell round this one, diagonally too, cost more or less than it? */
function isMixed(costs: Uint8Array, cell: number, stride: number): boolean {
  for (let row = cell - stride - 1; row < cell + 2 * stride; row += stride) {
    for (let c = row; c < row + 3; c++) if (costs[c] > 0 && costs[c] !== costs[cell]) return true;
  }
  return false;
}
