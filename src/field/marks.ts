/** What a flood of rays has to know of each cell it runs into, in a byte. */
import { FORCED, windowAt } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';

export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** Visits the padded cells of boxes and those that touch them. */
export function around(stride: number, boxes: readonly Box[], visit: (cell: number) => void): void {
  for (const [x0, y0, x1, y1] of boxes) {
    for (let y = y0; y <= y1 + 2; y++) for (let c = y * stride + x0; c <= y * stride + x1 + 2; c++) visit(c);
  }
}

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
  version: number;
  /** Cell costs that the bytes are of. */
  readonly costs: Uint8Array | undefined;
  /** Uint8Array(cells), bits as above. */
  readonly bytes: Uint8Array;
  /** Makes those of some more cells. @returns whether there are more to make */
  more(): boolean;
  /** Makes those of cells that edits have changed, and of the cells beside them. */
  update(boxes: readonly Box[], version: number): void;
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
  const mark = (cell: number) => {
    if (open[cell] === 0) bytes[cell] = WALL;
    else {
      const isMixedHere = moveRule !== 'no-corners' || (costs && isMixed(costs, cell, stride));
      bytes[cell] = FORCED[windowAt(open, cell, stride)] | (isMixedHere ? MIXED : 0);
    }
  };
  return {
    version,
    costs,
    bytes,
    more() {
      for (const end = Math.min(c + PIECE, last); c < end; c++) mark(c);
      return c < last;
    },
    update(boxes, becomes) {
      around(stride, boxes, mark);
      this.version = becomes;
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
