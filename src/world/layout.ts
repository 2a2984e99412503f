/**
 * A map in tiles: squares of whole clusters, row by row, smaller at the right and lower edge.
 *
 *     a a a a a        A tile is baked with an apron: one cell beyond each side, for the nodes of a cluster depend on
 *     a . . # a        them. It lies in the frame that a grid has anyway. Floods copy one cluster, lines stay in it, so
 *     a . . . a        nothing else reads it.
 *     a a a a a
 */

import { eachFrameCell } from '../core/blob/grid.js';
import { HpaError } from '../core/errors.js';
import { Grid } from '../core/grid/grid.js';
import { STEP } from '../core/grid/step-costs.js';
import { MAX_TILE, MAX_TILES } from '../core/limits.js';
import type { WindowBox } from '../engines/hpa/window-search.js';

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
export interface TilePart extends TileBox {
  atX: number;
  atY: number;
}

/** The part of a map in a box, as a separate map. @param place of the map */
export function partIn(box: WindowBox, place: TileBox): TilePart {
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

/** Columns and rows of the tiles that a box overlaps. */
export function tilesOf(layout: Pick<WorldLayout, 'tile'>, box: WindowBox): [x: number, y: number][] {
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

/** A tile of a grid with its apron, for baking clusters: other code expects a blocked frame, {@link withoutApron}. */
export function withApron(grid: Grid, { left, top, width, height }: TileBox): Grid {
  const tile = new Grid(width, height, grid.terrain, grid.moveRule, grid.size);
  copyPart(grid, tile, { left: left - 1, top: top - 1, width: width + 2, height: height + 2, atX: 0, atY: 0 });
  return tile;
}

/** Copies a rectangle of cells to a place in a frame; a grid has costs as soon as a part has. */
export function copyPart(part: Grid, tile: Grid, { left, top, width, height, atX, atY }: TilePart): void {
  for (let row = 0; row < height; row++) {
    const from = part.cell(left, top + row);
    const to = (atY + row) * tile.stride + atX;
    tile.open.set(part.open.subarray(from, from + width), to);
    if (part.costs) {
      tile.costs ??= tile.open.slice();
      tile.costs.set(part.costs.subarray(from, from + width), to);
    } else tile.costs?.set(part.open.subarray(from, from + width), to);
  }
}

/** The same cells in a blocked frame, without costs where those inside are all 1. */
export function withoutApron(tile: Grid): Grid {
  const grid = tile.copy();
  for (const plane of [grid.open, grid.costs]) if (plane) eachFrameCell(grid, (cell) => plane.fill(0, cell, cell + 1));
  if (grid.costs?.every((cost) => cost < 2)) grid.costs = undefined;
  return grid;
}

/** A grid from its plain values, as threads receive them. */
export function gridAgain({ width, height, terrain, moveRule, size, open, costs }: Grid): Grid {
  return Object.assign(new Grid(width, height, terrain, moveRule, size), { open, costs });
}

export type Cell = readonly [x: number, y: number];

/** Most columns and rows of a box that is searched cell by cell. */
export const LARGEST = 256;

export const fits = ({ left, top, right, bottom }: WindowBox): boolean =>
  Math.max(right - left, bottom - top) < LARGEST;

export const isIn = ({ left, top, right, bottom }: WindowBox, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** The box around cells. @param cells x, y pairs */
export function boxOf(cells: readonly number[]): WindowBox {
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let i = 0; i < cells.length; i += 2) {
    box.left = Math.min(box.left, cells[i]);
    box.top = Math.min(box.top, cells[i + 1]);
    box.right = Math.max(box.right, cells[i]);
    box.bottom = Math.max(box.bottom, cells[i + 1]);
  }
  return box;
}

/** The box of some tiles. */
export function boxOfTiles(layout: WorldLayout, tiles: readonly Cell[]): WindowBox {
  const { left, top, right, bottom } = boxOf(tiles.flat());
  const { tile } = layout;
  const box = { left: tile * left, top: tile * top, right: tile * (right + 1) - 1, bottom: tile * (bottom + 1) - 1 };
  return grown(layout, box, 0);
}

/** A box with `by` more cells on each side, or fewer if it would not fit any more. */
export function widened(layout: WorldLayout, box: WindowBox, margin: number): WindowBox {
  const most = fits(box) ? LARGEST : Infinity;
  const [wide, high] = [box.right - box.left, box.bottom - box.top].map((span) =>
    Math.min(Math.floor((most - 1 - span) / 2), margin),
  );
  return grown(layout, box, wide, high);
}

/** A box with more columns and rows on each side, as far as the map goes. */
export function grown(
  { width, height }: Pick<WorldLayout, 'width' | 'height'>,
  box: WindowBox,
  wide: number,
  high = wide,
): WindowBox {
  return {
    left: Math.max(0, box.left - wide),
    top: Math.max(0, box.top - high),
    right: Math.min(width - 1, box.right + wide),
    bottom: Math.min(height - 1, box.bottom + high),
  };
}

/** Least cost of a path between two cells that leaves a box on the way. */
export function leastBeyond({ width, height }: WorldLayout, box: WindowBox, [x0, y0]: Cell, [x1, y1]: Cell): number {
  const { left, top, right, bottom } = box;
  const ways = [
    left > 0 ? x0 + x1 - 2 * left : Infinity,
    top > 0 ? y0 + y1 - 2 * top : Infinity,
    right < width - 1 ? 2 * right - x0 - x1 : Infinity,
    bottom < height - 1 ? 2 * bottom - y0 - y1 : Infinity,
  ];
  return STEP * (Math.min(...ways) + 2);
}
