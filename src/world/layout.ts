/** A map in tiles: squares of whole clusters, row by row, smaller at the right and lower edge. */
import { HpaError } from '../core/errors.js';

/** Largest width and height of a world, in cells: x and y fit 16 bits. */
export const MAX_WORLD_SIDE = 65536;
export const MAX_TILE = 4096;
export const MAX_TILES = 65536;

export interface WorldLayout {
  readonly width: number;
  readonly height: number;
  /** Side of a tile in cells, a multiple of `cluster`. */
  readonly tile: number;
  readonly cluster: number;
  readonly columns: number;
  readonly rows: number;
}

export interface TileBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Lays tiles over a map. @throws {HpaError} if the tile is no multiple of the cluster, or out of range */
export function worldLayout(width: number, height: number, tile: number, cluster: number): WorldLayout {
  if (!Number.isInteger(tile) || tile < cluster || tile > MAX_TILE || tile % cluster !== 0) {
    const below = Math.min(MAX_TILE, Number.isFinite(tile) ? tile : MAX_TILE);
    const near = Math.max(1, Math.floor(below / cluster)) * cluster;
    throw new HpaError(
      `tiles have a side of ${tile} cells, which has to be a multiple of the cluster's ${cluster}, up to ` +
        `${MAX_TILE}; ${near} is one`,
    );
  }
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)];
  if (columns * rows > MAX_TILES) {
    throw new HpaError(
      `tiles of ${tile} cells make ${columns} x ${rows} tiles of this map, more than the ${MAX_TILES} that a ` +
        'world has at most',
    );
  }
  return { width, height, tile, cluster, columns, rows };
}

/** Where a tile lies. @param x column of tiles @param y row of tiles */
export function tileBox({ width, height, tile }: WorldLayout, x: number, y: number): TileBox {
  const left = x * tile;
  const top = y * tile;
  return { left, top, width: Math.min(tile, width - left), height: Math.min(tile, height - top) };
}
