/** The boxes of a blob of any map, for tools: by move rule, as the engine of such maps reads them. */
import type { Blob } from '../../core/blob/read.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import type { CellBoxes } from '../../core/grid/rectangle.js';
import { buildMoveJumps } from '../jps/moves/jumps.js';
import { loadMoveBounds } from './move-boxes.js';
import { boxAt, directionsAt } from './query.js';
import { loadBounds } from './section.js';

/**
 * Boxes by cell; of hexagons in an offset layout by that of the axial grid.
 * @throws {BlobError} if they are damaged, or not as many
 */
export function loadCellBoxes(blob: Blob, map: Grid): CellBoxes {
  const grid = axialOf(map);
  if (grid.moveRule !== 'no-corners') return loadMoveBounds(blob, grid, buildMoveJumps(grid));
  const bounds = loadBounds(blob, grid);
  const { stride } = grid;
  return {
    directions(cell) {
      const y = Math.floor(cell / stride);
      return directionsAt(bounds, cell - y * stride - 1, y - 1);
    },
    box(cell, d, corners) {
      const y = Math.floor(cell / stride);
      boxAt(bounds, cell - y * stride - 1, y - 1, d, corners);
    },
  };
}
