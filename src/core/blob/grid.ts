/** The map that a blob holds. */

import { ensure } from '../errors.js';
import { costsFromBytes, type Grid, gridFromBits, gridToBits, spreadBits } from '../grid/grid.js';
import { faultOfWalls } from '../grid/refuse.js';
import { EAST, listWalls, SOUTH, wallsOf } from '../grid/walls.js';
import { MAX_COST, MOST_WALL_COSTS } from '../limits.js';
import * as KIND from './kinds.js';
import { gridBytes } from './layout.js';
import { readLinks } from './links.js';
import type { Blob } from './read.js';

/** The map with all that the blob stores of it. @throws {BlobError} if it is damaged */
export function gridOf(blob: Blob): Grid {
  const grid = openCellsOf(blob);
  loadCosts(blob, grid);
  if (blob.has(KIND.walls)) grid.walls = readWalls(blob, grid);
  if (blob.has(KIND.links)) grid.links = readLinks(blob, KIND.links, grid);
  return grid;
}

/** The map without the costs of its cells. @throws {BlobError} if it is damaged */
export function openCellsOf(blob: Blob): Grid {
  const { width, height, terrain, moveRule, size } = blob;
  const grid = gridFromBits(
    width,
    height,
    terrain,
    blob.section(KIND.grid, Uint8Array, gridBytes(width, height)),
    moveRule,
    size,
  );
  grid.stepCosts = blob.has(KIND.stepCosts) ? 'entered' : undefined;
  return grid;
}

/**
 * Gives the grid its costs where the blob has them. Only engines that know costs call this, so that a game with others
 * does not ship it: their bakes refuse maps that have any.
 * @throws {BlobError} unless exactly the open cells have one
 */
export function loadCosts(blob: Blob, grid: Grid): void {
  loadWallCosts(blob, grid);
  // Every blob of a map has the same, and another engine may have read them.
  if (grid.costs || !blob.has(KIND.costs)) return;
  const sound = costsFromBytes(grid, blob.section(KIND.costs, Uint8Array, grid.width * grid.height));
  ensure(sound, 'cost plane', 'of other cells', 'a cost for each open cell');
}

/** Gives the grid what walls add to costs, if the blob stores it. @throws {BlobError} if the section is damaged */
export function loadWallCosts(blob: Blob, grid: Grid): void {
  if (!blob.has(KIND.wallCosts)) return;
  const wallCosts = blob.section(KIND.wallCosts, Uint8Array, MOST_WALL_COSTS, 1);
  const sound = blob.weighted && wallCosts.every((cost) => cost < MAX_COST);
  ensure(sound, 'wall costs', wallCosts, `0 to ${MAX_COST - 1}, of cells with costs`);
  grid.wallCosts = wallCosts;
}

/** A tile's grid with its apron. @param grid of the tile's blob, with costs @throws {BlobError} if damaged */
export function apronOf(blob: Blob, grid: Grid): Grid {
  const tile = grid.copy();
  const cells = 2 * (tile.width + tile.height) + 4;
  const bits = blob.section(KIND.tileApron, Uint8Array, (cells + 7) >> 3);
  const costs = blob.has(KIND.tileApronCosts) ? blob.section(KIND.tileApronCosts, Uint8Array, cells) : undefined;
  if (costs) tile.costs ??= tile.open.slice();
  let n = 0;
  eachFrameCell(tile, (cell) => {
    const open = (bits[n >> 3] >> (n & 7)) & 1;
    tile.open[cell] = open;
    if (tile.costs) tile.costs[cell] = costs ? costs[n] : open;
    ensure(!costs || costs[n] > 0 === open > 0, 'apron', 'of other cells', 'a cost for each open cell');
    n++;
  });
  return tile;
}

/** Visits the cells of a grid's frame: the row above from left to right, that below, then each row's left and right. */
export function eachFrameCell({ stride, height }: Grid, visit: (cell: number) => void): void {
  const below = (height + 1) * stride;
  for (let x = 0; x < stride; x++) visit(x);
  for (let x = 0; x < stride; x++) visit(below + x);
  for (let y = 1; y <= height; y++) {
    visit(y * stride);
    visit(y * stride + stride - 1);
  }
}

/** Walls as a blob holds them: east sides, then south sides, as bits in the order of the grid section. */
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
export function readWalls(blob: Blob, grid: Grid): Uint8Array {
  const bytes = gridBytes(grid.width, grid.height);
  const both = blob.section(KIND.walls, Uint8Array, 2 * bytes);
  const walls = new Uint8Array(grid.open.length);
  spreadBits(both, grid, walls);
  spreadBits(both.subarray(bytes), grid, walls, 1);
  return walls;
}

/** @throws {BlobError} if a map may have no walls, or one stands along its edge */
export function checkWalls(map: Grid): void {
  const fault = faultOfWalls(map);
  ensure(!fault, 'walls', fault, 'none');
  const between = wallsOf(listWalls(map), map.width, map.height);
  ensure(
    map.walls?.every((bits, cell) => bits === (between?.[cell] ?? 0)),
    'walls',
    'along the edge',
    'some between cells',
  );
}
