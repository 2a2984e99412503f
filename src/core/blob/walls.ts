/** Walls between cells as a blob holds them: east sides, then south sides, as bits in the order of the grid section. */
import { ensure } from '../errors.js';
import { WALLS_OF_ONE } from '../grid/clearance.js';
import { type Grid, gridFromBits, gridToBits } from '../grid/grid.js';
import { faultOfWalls } from '../grid/refuse.js';
import { EAST, listWalls, SOUTH, wallsOf } from '../grid/walls.js';
import * as KIND from './kinds.js';
import { gridBytes } from './layout.js';
import type { Blob } from './read.js';

/** Nothing without walls. */
export function wallsToBytes(grid: Grid): Uint8Array {
  const { walls, width, height } = grid;
  const bytes = gridBytes(width, height);
  const both = new Uint8Array(walls ? 2 * bytes : 0);
  for (const side of walls ? [EAST, SOUTH] : []) {
    const plane = walls?.map((bits) => Number((bits & side) > 0));
    both.set(gridToBits(Object.create(grid, { open: { value: plane } })), (side - 1) * bytes);
  }
  return both;
}

/** The inverse of {@link wallsToBytes}. @throws {BlobError} if their section is damaged */
export function readWalls(blob: Blob, { width, height, open }: Grid): Uint8Array {
  const bytes = gridBytes(width, height);
  const both = blob.section(KIND.walls, Uint8Array, 2 * bytes);
  const [east, south] = [0, bytes].map((at) => gridFromBits(width, height, '', both.subarray(at, at + bytes)).open);
  return open.map((_, cell) => east[cell] | (south[cell] << 1));
}

/** @throws {BlobError} if a map may have no walls, or one stands along its edge */
export function checkWalls(map: Grid): void {
  const fault = map.size > 1 ? WALLS_OF_ONE : faultOfWalls(map);
  ensure(!fault, 'walls', fault, 'none');
  const between = wallsOf(listWalls(map), map.width, map.height);
  ensure(
    map.walls?.every((bits, cell) => bits === (between?.[cell] ?? 0)),
    'walls',
    'along the edge',
    'some between cells',
  );
}
