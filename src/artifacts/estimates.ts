/** How long a bake will take and how large its blob will be, without the whole of it. */
import { FRAME_BYTES, gridBytes } from '../blob/layout.js';
import { type BoundsAt, rayGraph } from '../bounds/build.js';
import { BOX_BYTES, planBounds } from '../bounds/plan.js';
import { countOpen, type Grid, gridFrom, setCosts } from '../grid/grid.js';
import { buildJumpDistances } from '../jps/build.js';
import { defaultJobs } from '../threads/pool.js';
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

/** Compressed bytes of a box at a jump point: 1.9 to 3.0 on the benchmark maps. */
const JUMP_POINT_BOX = 2.5;
/**
 * Boxes in every cell repeat those of their neighbours, the more the farther jump points are apart: 1.1 to 2.3 times the geometric mean
 * of the number of boxes and of those at jump points.
 */
const CELL_BOXES = 1.9;
/** Header, directory and metadata. */
const FRAME = 300;

/** Bytes of a blob of goal bounds. @param rows boxes in it */
export function estimateBoundsBytes(grid: Grid, rows: number, { at }: { at: BoundsAt }, { codec }: BakeContext): number {
  const cells = gridBytes(grid.width, grid.height);
  if (codec === 'none') return FRAME + cells + 4 * rows * (Math.max(grid.width, grid.height) > 256 ? 2 : 1);
  // Compressed, a map's own bits are about a twentieth.
  if (at === 'jump-points') return Math.round(FRAME + cells / 20 + JUMP_POINT_BOX * rows);
  const { sources, firstRow } = planBounds(rayGraph(grid, buildJumpDistances(grid)), 'jump-points');
  return Math.round(FRAME + cells / 20 + CELL_BOXES * Math.sqrt(rows * firstRow[sources.length]));
}

/** Bytes of boxes that zstd takes a second for, at level 19. */
const COMPRESSED_A_SECOND = 1.5e6;

/** Seconds that compressing the boxes takes. */
export function estimateCompression(rows: number, { codec, jobs }: BakeContext): number {
  if (codec === 'none') return 0;
  const raw = BOX_BYTES * rows;
  return raw / COMPRESSED_A_SECOND / Math.min(jobs || defaultJobs(), Math.ceil(raw / FRAME_BYTES) || 1);
}
