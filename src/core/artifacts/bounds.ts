/** Goal bounds, as tools know them. */
import { BOUNDS_INFO, FRAME_BYTES, gridBytes } from '../blob/layout.js';
import type { Part } from '../blob/pack.js';
import { bakeBounds } from '../bounds/bake.js';
import { loadCellBoxes } from '../bounds/boxes.js';
import { estimateBounds } from '../bounds/estimate.js';
import type { BoundsAt } from '../bounds/floods.js';
import { BOX_BYTES, floodsOf, planBounds } from '../bounds/share.js';
import type { Grid } from '../grid/grid.js';
import { axialOf } from '../grid/hexes.js';
import { X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { BOUNDS } from '../options/bake.js';
import { defaultJobs } from '../threads/pool.js';
import { artifact, type BakeContext, type Findings, THREAD_BYTES } from './artifact.js';

export const bounds = artifact<{ boxes: BoundsAt; exact: boolean }>({
  about: 'goal bounds',
  options: BOUNDS,
  section: BOUNDS_INFO,
  recorded: ({ at, ...options }) => ({ ...options, boxes: at }),
  bake: (grid, { boxes: at, exact }, context) => bakeBounds(grid, { ...context, at, exact }),
  memory: (cells, { boxes }) => THREAD_BYTES + (boxes === 'cells' ? 450 : 220) * cells,
  async estimate(grid, { boxes: at, exact }, context) {
    const options = { at, exact };
    const { seconds, rows } = await estimateBounds(grid, { ...options, threads: context.threads });
    const all = seconds + estimateCompression(rows, context);
    if (all < WHOLE_SECONDS)
      return { seconds: all, bytes: (await bakeBounds(grid, { ...context, ...options })).length };
    const bytes = estimateBytes(grid, rows, options, context);
    return { seconds: all, bytes, mostBytes: Math.round(MOST * bytes) };
  },
  inspect({ blob }, grid) {
    loadCellBoxes(blob, grid);
    return [];
  },
  verify: verifyBounds,
});

/** Bakes that take no longer are made, to know their bytes. */
const WHOLE_SECONDS = 0.5;
/** Factor by which blobs may exceed their estimate. */
const MOST = 1.25;
/** Compressed bytes of a box at a jump point: 1.9 to 3.0 on the benchmark maps. */
const JUMP_POINT_BOX = 2.5;
/**
 * Boxes in every cell repeat those of neighbors: 1.1 to 2.3 times the geometric mean of their number and of that at
 * jump points.
 */
const CELL_BOXES = 1.9;
/** Header, directory and metadata. */
const FRAME = 300;

/** Bytes of a blob of goal bounds. @param rows boxes in it */
function estimateBytes(grid: Grid, rows: number, { at }: { at: BoundsAt }, { codec }: BakeContext): number {
  const cells = gridBytes(grid.width, grid.height);
  if (codec === 'none') return FRAME + cells + 4 * rows * (Math.max(grid.width, grid.height) > 256 ? 2 : 1);
  // Compressed, a map's own bits are about a twentieth.
  if (at === 'jump-points') return Math.round(FRAME + cells / 20 + JUMP_POINT_BOX * rows);
  const { sources, firstRow } = planBounds(floodsOf(grid), 'jump-points');
  return Math.round(FRAME + cells / 20 + CELL_BOXES * Math.sqrt(rows * firstRow[sources.length]));
}

/** Bytes of boxes that zstd takes a second for, at level 19. */
const COMPRESSED_A_SECOND = 1.5e6;

/** Seconds that compressing the boxes takes. */
function estimateCompression(rows: number, { codec, threads }: BakeContext): number {
  if (codec === 'none') return 0;
  const raw = BOX_BYTES * rows;
  return raw / COMPRESSED_A_SECOND / Math.min(threads || defaultJobs(), Math.ceil(raw / FRAME_BYTES) || 1);
}

/** Most sources whose boxes are found once more. */
const SOURCES = 64;
/** Milliseconds after which no further source is taken. */
const MOST_MS = 1000;

/** Goal bounds of sampled sources, each by a flood of its own. */
async function verifyBounds({ blob }: Part, grid: Grid, random: () => number): Promise<Findings> {
  const [at, exact] = blob.section(BOUNDS_INFO, Uint8Array, 2);
  const floods = floodsOf(grid);
  const { sources, stored } = planBounds(floods, at > 0 ? 'cells' : 'jump-points');
  const { box } = loadCellBoxes(blob, grid);
  const { stride } = axialOf(grid);
  const corners = new Int32Array(2);
  const faults: string[] = [];
  let checked = 0;
  const start = performance.now();
  for (let n = 0; n < SOURCES && sources.length > 0 && performance.now() - start < MOST_MS; n++) {
    const source = Math.floor(random() * sources.length);
    const cell = sources[source];
    floods.flood(cell, stored[cell]);
    for (let d = 0; d < 8; d++) {
      if (((stored[cell] >> d) & 1) === 0) continue;
      box(cell, d, corners);
      const actual = [...corners].flatMap((corner) => [corner & X_MASK, (corner >> Y_SHIFT) & X_MASK]);
      // The flood has the greatest positions along N, E, S, W.
      const [north, east, south, west] = floods.boxes.subarray(4 * d, 4 * d + 4);
      const least = [-west, -north, east, south];
      const holds = actual[0] <= least[0] && actual[1] <= least[1] && actual[2] >= least[2] && actual[3] >= least[3];
      if (!holds || (exact > 0 && actual.join() !== least.join())) {
        faults.push(
          `box of ${(cell % stride) - 1},${Math.floor(cell / stride) - 1} in direction ${d} is ${actual}, ` +
            `expected ${exact > 0 ? '' : 'at least '}${least}`,
        );
      }
      checked++;
    }
  }
  return { checked: `${checked} boxes`, faults };
}
