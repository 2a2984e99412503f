/**
 * JPS+ in a blob: section jpsInfo, three numbers. The jump points follow from the grid and are found at load.
 *
 * Measured and decided: docs/decisions/blob-format.md.
 */

import { crc32 } from '../../core/blob/crc32.js';
import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import { ensureSame } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { buildJumpDistances, type JumpDistances } from './build.js';
import { fillLines } from './query/fill.js';
import type { BoxMasks, JumpLines } from './query/lines.js';
import { type JumpRows, jumpRows } from './query/rows.js';
import type { Native } from './wasm/native.js';

/** Bits of a jump distance. */
const WIDTH = 16;

export function jumpSections({ arrivals, distances }: JumpDistances) {
  const values = Uint32Array.of(WIDTH, crcOf(arrivals), crcOf(distances));
  return [{ kind: KIND.jpsInfo, values }];
}

function crcOf(array: Int16Array | Int32Array): number {
  return crc32(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}

/**
 * Jump distances of a blob's grid, checked against the jump points of the bake: they determine every distance.
 * @throws {BlobError} if they are not the ones that were baked
 */
export function loadJumpDistances(blob: Blob, grid: Grid): JumpDistances {
  const [width, expected] = blob.section(KIND.jpsInfo, Uint32Array, 3);
  ensureSame('jump width', width, WIDTH);
  const jumps = buildJumpDistances(grid);
  ensureSame('checksum of jump points', crcOf(jumps.arrivals), expected);
  return jumps;
}

/**
 * Fills in the lines and box masks of a grid. They follow from its cells; whether a bake agrees is up to {@link
 * checkJumpDistances}.
 * @param native builds in WebAssembly, for lines in an arena of its memory
 * @param fill fills in the masks in JavaScript
 * @throws {BlobError} if the section of the blob is damaged
 */
export function loadLines(
  blob: Blob,
  grid: Grid,
  lines: JumpLines,
  native?: Native,
  masks?: BoxMasks,
  fill?: (rows: JumpRows) => void,
): void {
  blob.section(KIND.jpsInfo, Uint32Array, 3);
  if (native) native.build(grid, lines, masks);
  else {
    const rows = jumpRows(grid);
    fillLines(lines, rows);
    fill?.(rows);
  }
}

/** Rebuilds the planes of a blob and checks them against the bake, bit by bit. */
export function checkJumpDistances(blob: Blob, grid: Grid): void {
  const [, , expected] = blob.section(KIND.jpsInfo, Uint32Array, 3);
  ensureSame('checksum of jump distances', crcOf(loadJumpDistances(blob, grid).distances), expected);
}
