/**
 * Rectangles as two packed corners, x in bits 0 to 13, y in 16 to 29, a spare bit above each: a point is inside if
 * neither `point - low` nor `high - point` borrows from a spare bit.
 */
export const X_MASK = (1 << 14) - 1;
export const Y_SHIFT = 16;

export const packPoint = (x: number, y: number): number => x | (y << Y_SHIFT);

/** The spare bits, set in every upper corner. */
export const SPARE = (1 << 15) | (1 << 30);

/** Lower corner beyond every map: of a rectangle without cells. */
export const NOWHERE = X_MASK | (X_MASK << Y_SHIFT);
/** Upper corner beyond every map. */
export const EVERYWHERE = NOWHERE + SPARE;

/** @param high with {@link SPARE} */
export const holds = (low: number, high: number, point: number): boolean =>
  ((point + SPARE - low) & (high - point) & SPARE) === SPARE;

/** Cells of a map, both ends inside. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** Rectangles that cells have for their directions: goal bounds, as searches read them. */
export interface CellBoxes {
  /** Direction mask of the boxes of a cell. */
  directions(cell: number): number;
  /** Leaves the corners of the box of a cell and direction; all of the map where there is none. */
  box(cell: number, d: number, corners: Int32Array): void;
}
