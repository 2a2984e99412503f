/** The map that a blob holds. */
import { ensure } from '../errors.js';
import { costsFromBytes, type Grid, gridFromBits } from '../grid/grid.js';
import { MOST_WALL_COSTS } from '../grid/wall-costs.js';
import * as KIND from './kinds.js';
import { gridBytes } from './layout.js';
import { readLinks } from './links.js';
import type { Blob } from './read.js';
import { readWalls } from './walls.js';

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
 * Gives the grid its costs where the blob has them. Only engines that know costs call this, so that a game with others does not ship it:
 * their bakes refuse maps that have any.
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
  if (blob.has(KIND.wallCosts)) grid.wallCosts = blob.section(KIND.wallCosts, Uint8Array, MOST_WALL_COSTS, 1);
}
