/**
 * JPS+ in a blob: section jpsInfo, three numbers, always; section jpsStops with `--store-jumps`.
 *
 * What a plane holds beyond its grid is little: predict each distance as the neighbour's, one step longer, and the
 * prediction fails exactly at jump points (build.ts). The residual planes are therefore one bit per cell and straight
 * direction, stored as one byte per cell. `--store grid` leaves even those out and finds the jump points again at load.
 *
 * Measured and decided: docs/decisions/jump-distances.md.
 */

import { crc32 } from '../blob/crc32.js';
import { JPS_INFO, JPS_STOPS } from '../blob/layout.js';
import type { Blob } from '../blob/read.js';
import { ensure } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { buildJumpDistances, type JumpDistances } from './build.js';
import { fillLines } from './query/fill.js';
import type { BoxMasks, JumpLines } from './query/lines.js';
import { jumpRows } from './query/rows.js';
import type { Native } from './wasm/native.js';

/** How the jump distances are stored; both forms load to identical planes. */
export type JumpStore = 'grid' | 'planes';

const JUMP_POINTS = 0b01010101;

export function jumpSections(grid: Grid, jumps: JumpDistances, store: JumpStore) {
  const { distances, stops } = jumps;
  const info = {
    kind: JPS_INFO,
    values: Uint32Array.of(8 * distances.BYTES_PER_ELEMENT, crcOf(jumps.arrivals), crcOf(distances)),
  };
  if (store === 'grid') return [info];
  const { width, height } = grid;
  const values = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let c = grid.cell(0, y), end = c + width; c < end; c++) values[i++] = stops[c] & JUMP_POINTS;
  }
  return [info, { kind: JPS_STOPS, values }];
}

function crcOf(array: Int8Array | Int16Array | Int32Array): number {
  return crc32(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}

/**
 * Jump distances of a blob, from its stored residuals or from the grid alone.
 *
 * The jump points are checked against the bake: they and the grid determine every distance. The planes'
 * own checksum is for tools: a game need not wait for a checksum of several megabytes.
 * @throws {BlobError} if they are not the ones that were baked
 */
export function loadJumpDistances(blob: Blob, grid: Grid): JumpDistances {
  const [width, expected] = blob.section(JPS_INFO, Uint32Array, 3);
  ensure(width === 8 || width === 16, 'jump width', width, '8 or 16');
  const jumps = buildJumpDistances(grid, width, blob.has(JPS_STOPS) ? loadStops(blob, grid) : undefined);
  const actual = crcOf(jumps.arrivals);
  ensure(actual === expected, 'checksum of jump points', actual, expected);
  return jumps;
}

/**
 * Fills in the lines and box masks of a grid. They follow from its cells; whether a bake agrees is up to {@link
 * checkJumpDistances}.
 * @param native builds in WebAssembly, for lines in an arena of its memory
 * @throws {BlobError} if the section of the blob is damaged
 */
export function loadLines(blob: Blob, grid: Grid, lines: JumpLines, native?: Native, masks?: BoxMasks): void {
  blob.section(JPS_INFO, Uint32Array, 3);
  if (native) native.build(grid, lines, masks);
  else {
    const rows = jumpRows(grid);
    fillLines(lines, rows);
    masks?.fill(rows);
  }
}

/** Rebuilds the planes of a blob and checks them against the bake, bit by bit. */
export function checkJumpDistances(blob: Blob, grid: Grid): void {
  const [width, points, expected] = blob.section(JPS_INFO, Uint32Array, 3);
  const actual = crcOf(loadJumpDistances(blob, grid).distances);
  // Stored jump points may agree with their checksum and not with the grid.
  const ofGrid = blob.has(JPS_STOPS) ? crcOf(buildJumpDistances(grid, width as 8 | 16).arrivals) : points;
  ensure(points === ofGrid, 'checksum of jump points', points, ofGrid);
  ensure(actual === expected, 'checksum of jump distances', actual, expected);
}

function loadStops(blob: Blob, grid: Grid): Uint8Array {
  const { width, height, open } = grid;
  const values = blob.section(JPS_STOPS, Uint8Array, width * height);
  const stops = new Uint8Array((open.length + 3) & ~3);
  for (let y = 0; y < height; y++) stops.set(values.subarray(y * width, (y + 1) * width), grid.cell(0, y));
  // An extra stop would shift the places behind it in its word, and edges would end at wrong nodes.
  let astray = 0;
  for (let c = 0; c < open.length; c++) astray |= stops[c] & ~(JUMP_POINTS * open[c]);
  ensure(astray === 0, 'jump point', 'blocked or diagonal', 'open and straight');
  return stops;
}
