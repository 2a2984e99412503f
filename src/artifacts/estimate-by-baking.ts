/** How long a bake will take and how large its blob will be, where both grow with the map's area. */
import { countOpen, type Grid } from '../grid/grid.js';
import { diagonalPieces } from '../grid/pieces.js';
import type { Estimate } from './artifact.js';

/** Maps of up to this many cells are baked whole: that takes well below a second. */
const WHOLE = 1 << 20;
/** Side of the pieces of larger ones. */
const PIECE = 512;
const PIECES = 4;

/** Bakes a map, or, of a large one, pieces of it. */
export async function estimateByBaking(grid: Grid, bake: (part: Grid) => Promise<Uint8Array>): Promise<Estimate> {
  const whole = grid.width * grid.height <= WHOLE;
  const parts = whole ? [grid] : diagonalPieces(grid, PIECES, PIECE, 0);
  let [seconds, bytes, open] = [0, 0, 0];
  for (const part of parts) {
    const start = performance.now();
    bytes += (await bake(part)).length;
    seconds += (performance.now() - start) / 1000;
    open += countOpen(part);
  }
  const share = whole ? 1 : countOpen(grid) / Math.max(1, open);
  return { seconds: seconds * share, bytes: Math.round(bytes * share) };
}
