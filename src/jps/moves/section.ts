/** Jump distances under any move rule out of a blob, which holds their checksum alone. */
import { crc32 } from '../../blob/crc32.js';
import { JPS_INFO } from '../../blob/layout.js';
import type { Blob } from '../../blob/read.js';
import { must } from '../../errors.js';
import type { Grid } from '../../grid/grid.js';
import { buildMoveJumps, type MoveJumps } from './jumps.js';

/** @throws {BlobError} if the nodes of the grid are not the ones that were baked */
export function loadMoveJumps(blob: Blob, grid: Grid): MoveJumps {
  const [, expected] = blob.section(JPS_INFO, Uint32Array, 3);
  const jumps = buildMoveJumps(grid);
  const { buffer, byteLength } = jumps.arrivals;
  const found = crc32(new Uint8Array(buffer, 0, byteLength));
  must(found === expected, 'checksum of jump points', found, expected);
  return jumps;
}
