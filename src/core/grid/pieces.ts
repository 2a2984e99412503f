/** Pieces of a large map that stand for all of it: what is too long to bake for an estimate is baked of them. */
import { withMoves } from './clearance.js';
import { type Grid, gridFrom, setCosts } from './grid.js';

/** Squares along the diagonal, far apart. @param side less on small maps @param margin 0 from corner to corner, or 1 */
export function diagonalPieces(
  { width, height, open, stride, costs, moveRule }: Grid,
  count: number,
  side: number,
  margin: 0 | 1,
): Grid[] {
  const [across, down] = [Math.min(side, width), Math.min(side, height)];
  return Array.from({ length: count }, (_, i) => {
    const place = (room: number) => Math.floor((room * (i + margin)) / (count - 1 + 2 * margin));
    const [left, top] = [place(width - across), place(height - down)];
    const cell = (x: number, y: number) => (y + top + 1) * stride + x + left + 1;
    const piece = gridFrom(across, down, (x, y) => open[cell(x, y)]);
    if (costs) setCosts(piece, (x, y) => costs[cell(x, y)]);
    return withMoves(piece, moveRule);
  });
}
