/** Estimates of bakes whose time and bytes grow with the map's area. */
import { timeSample } from '../chunks/sample.js';
import { countOpen, type Grid } from '../grid/grid.js';
import { diagonalPieces } from '../grid/pieces.js';
import type { Estimate } from './artifact.js';

/** Maps of up to twice this many cells are baked whole: that takes about a second. */
const CELLS = 1 << 20;
const PIECES = 4;

/** Bakes a map, or pieces of a large one. */
export async function estimateByBaking(grid: Grid, bake: (part: Grid) => Promise<Uint8Array>): Promise<Estimate> {
  const cells = grid.width * grid.height;
  const open = Math.max(1, countOpen(grid));
  const { seconds, bytes } = await timeSample({
    units: cells,
    whole: CELLS,
    first: CELLS,
    enough: 0,
    async run(share) {
      const side = Math.floor(Math.sqrt((share * cells) / PIECES));
      const parts = share === 1 ? [grid] : diagonalPieces(grid, PIECES, side, 0);
      const part = { units: 0, bytes: 0 };
      for (const piece of parts) {
        part.bytes += (await bake(piece)).length;
        part.units += (cells * countOpen(piece)) / open;
      }
      return part;
    },
  });
  return { seconds, bytes };
}
