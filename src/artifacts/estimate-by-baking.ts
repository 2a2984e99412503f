/** How long a bake will take and how large its blob will be, where both grow with the map's area. */
import { countOpen, type Grid, gridFrom, setCosts } from '../grid/grid.js';
import type { Estimate } from './artifact.js';

/** Maps of up to this many cells are baked whole: that takes well below a second. */
const WHOLE = 1 << 20;
/** Side of the pieces of larger ones. */
const PIECE = 512;
const PIECES = 4;

/** Bakes a map, or, of a large one, pieces of it. */
export async function estimateByBaking(grid: Grid, bake: (part: Grid) => Promise<Uint8Array>): Promise<Estimate> {
  const whole = grid.width * grid.height <= WHOLE;
  const parts = whole ? [grid] : pieces(grid);
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

/** Squares along the diagonal of a map. */
function pieces({ width, height, open, stride, costs }: Grid): Grid[] {
  const [across, down] = [Math.min(PIECE, width), Math.min(PIECE, height)];
  return Array.from({ length: PIECES }, (_, i) => {
    const left = Math.floor(((width - across) * i) / (PIECES - 1));
    const top = Math.floor(((height - down) * i) / (PIECES - 1));
    const place = (x: number, y: number) => (y + top + 1) * stride + x + left + 1;
    const piece = gridFrom(across, down, (x, y) => open[place(x, y)]);
    if (costs) setCosts(piece, (x, y) => costs[place(x, y)]);
    return piece;
  });
}
