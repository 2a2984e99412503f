/** Boxes in floods: for each first direction the greatest positions along N, E, S, W: -minY, maxX, maxY, -minX. */

/** Position of an empty box: below every position in a map. */
export const EMPTY = -(1 << 20);

/** Puts a cell into the boxes of a mask of first directions. */
export function widen(box: Int32Array, directions: number, cell: number, stride: number): void {
  const y = Math.floor(cell / stride) - 1;
  const x = cell - (y + 1) * stride - 1;
  for (let bits = directions; bits !== 0; bits &= bits - 1) {
    const b = 4 * (31 - Math.clz32(bits & -bits));
    if (-y > box[b]) box[b] = -y;
    if (x > box[b + 1]) box[b + 1] = x;
    if (y > box[b + 2]) box[b + 2] = y;
    if (-x > box[b + 3]) box[b + 3] = -x;
  }
}
