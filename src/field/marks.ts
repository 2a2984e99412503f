/** What a flood of rays has to know of each cell it runs into, in a byte. */
import { column, FORCED } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';

/**
 * The byte's bits: bit d for even d, a ray in straight direction d has to branch there (see FORCED in `../grid/directions.ts`); and these two,
 * in places that no straight direction has.
 */
export const WALL = 2;
/** Cells around it have other costs, or other diagonals than no-corners: paths may turn there any way. */
export const MIXED = 8;

/** The bytes of a map, which are made before its first flood, a piece at a time. */
export interface Marks {
  /** That of the map. */
  readonly version: number;
  /** Uint8Array(cells), bits as above. */
  readonly bytes: Uint8Array;
  /** Makes those of some more cells. @returns whether there are more to make */
  more(): boolean;
}

/** Cells that {@link Marks.more} goes on by, about: some 20 us. */
const PIECE = 4096;

/** @param bytes those of the map before a change, which are written over */
export function cellMarks(
  { open, stride, costs, moveRule }: Grid,
  version: number,
  bytes: Uint8Array = new Uint8Array(open.length),
): Marks {
  bytes.fill(WALL);
  const last = open.length - stride - 1;
  let c = stride + 1;
  return {
    version,
    bytes,
    more() {
      for (const end = Math.min(c + PIECE, last); c < end; c++) {
        if (open[c] === 0) continue;
        bytes[c] =
          FORCED[(column(open, c - 1, stride) << 6) | (column(open, c, stride) << 3) | column(open, c + 1, stride)];
        if (moveRule !== 'no-corners' || (costs && isMixed(costs, c, stride))) bytes[c] |= MIXED;
      }
      return c < last;
    },
  };
}

/** Does an open cell round this one, diagonally too, cost more or less than it? */
function isMixed(costs: Uint8Array, cell: number, stride: number): boolean {
  for (let row = cell - stride - 1; row < cell + 2 * stride; row += stride) {
    for (let c = row; c < row + 3; c++) if (costs[c] > 0 && costs[c] !== costs[cell]) return true;
  }
  return false;
}
