/** JPS+ under any move rule out of a blob: all of it follows from the grid. */
import * as KIND from '../../../core/blob/kinds.js';
import type { Blob } from '../../../core/blob/read.js';
import type { Grid } from '../../../core/grid/grid.js';
import { buildMoveJumps, type MoveJumps } from './jumps.js';

/** @throws {BlobError} if the section of the blob is damaged */
export function loadMoveJumps(blob: Blob, grid: Grid): MoveJumps {
  blob.section(KIND.jpsInfo, Uint32Array, 3);
  return buildMoveJumps(grid);
}
