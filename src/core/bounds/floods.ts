/** The interface of goal bounds and of their floods. */

/** Where boxes are kept: at jump points, or in every open cell. */
export type BoundsAt = 'jump-points' | 'cells';

/** Goal bounds in memory: which cells and directions have a box, and the boxes. */
export interface Bounds {
  at: BoundsAt;
  exact: boolean;
  /** Uint8Array(padded cells): direction mask of each cell's boxes. Directions without a box are unrestricted. */
  stored: Uint8Array;
  /** Uint16Array(4 * rows): minX, minY, maxX, maxY, inclusive; rows by cell, then direction. None is empty. */
  boxes: Uint16Array;
}

/** One kind of floods on one map: over jump cells, or over arrivals under any move rule. */
export interface Floods {
  plan(at: BoundsAt): Uint8Array;
  /** Finds the boxes of a source for the directions of a mask. */
  flood(source: number, wanted: number): void;
  /** Int32Array(32): those of the last source, at 4 * direction -minY, maxX, maxY, -minX. */
  readonly boxes: Int32Array;
}
