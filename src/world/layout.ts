/** A map in tiles: squares of whole clusters, row by row, smaller at the right and lower edge. */
import { HpaError } from '../core/errors.js';
import type { Box } from '../core/hpa/window-search.js';

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

type Whole = Pick<WorldLayout, 'width' | 'height' | 'tile'>;

export interface TilePlace {
  layout: WorldLayout;
  /** Column and row of tiles. */
  x: number;
  y: number;
}

export interface TileBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A part of a map, and the place of its first cell in another one's frame. */
export interface Part extends TileBox {
  atX: number;
  atY: number;
}

/** The part of a map that lies in a box, which becomes a separate map. @param place of the map */
export function partIn(box: Box, place: TileBox): Part {
  const [x, y] = [Math.max(box.left, place.left), Math.max(box.top, place.top)];
  return {
    left: x - place.left,
    top: y - place.top,
    width: Math.min(box.right + 1, place.left + place.width) - x,
    height: Math.min(box.bottom + 1, place.top + place.height) - y,
    atX: x - box.left + 1,
    atY: y - box.top + 1,
  };
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

export function tileAt({ tile }: Pick<WorldLayout, 'tile'>, x: number, y: number): [x: number, y: number] {
  return [Math.floor(x / tile), Math.floor(y / tile)];
}

/** Columns and rows of the tiles that a box lies in. */
export function tilesOf(layout: Pick<WorldLayout, 'tile'>, box: Box): [x: number, y: number][] {
  const [[left, top], [right, bottom]] = [tileAt(layout, box.left, box.top), tileAt(layout, box.right, box.bottom)];
  const list: [number, number][] = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) list.push([x, y]);
  return list;
}

/** Where a tile lies. @param x column of tiles @param y row of tiles */
export function tileBox({ width, height, tile }: Whole, x: number, y: number): TileBox {
  const left = x * tile;
  const top = y * tile;
  return { left, top, width: Math.min(tile, width - left), height: Math.min(tile, height - top) };
}
