/**
 * Square pictures of a map: a pixel is a cell, or the mean of 2 x 2, 4 x 4, 8 x 8 ... cells; of hexagons also a half, a
 * quarter ... of one.
 */
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { hexAt } from '../../core/grid/hex-plane.js';
import type { Color } from '../theme.js';

/** Pixels of a picture, in each direction. */
export const TILE_SIDE = 256;
/** Cells of a pixel, in each direction, that are sampled. */
const SAMPLES = 4;

/** Cells of a map with their colors. */
export interface Cells {
  width: number;
  height: number;
  colorAt(x: number, y: number): Color;
}

/** @param level a pixel is 2 ** level cells wide @returns pixels as a canvas has them, red lowest; 0 beyond the map */
export function tilePixels({ width, height, colorAt }: Cells, level: number, tx: number, ty: number) {
  const pixels = new Uint32Array(TILE_SIDE * TILE_SIDE);
  const span = 1 << level;
  const step = Math.max(1, span / SAMPLES);
  const columns = Math.min(TILE_SIDE, Math.ceil((width - tx * TILE_SIDE * span) / span));
  const rows = Math.min(TILE_SIDE, Math.ceil((height - ty * TILE_SIDE * span) / span));
  for (let py = 0; py < rows; py++) {
    const y = (ty * TILE_SIDE + py) << level;
    const endY = Math.min(y + span, height);
    for (let px = 0; px < columns; px++) {
      const x = (tx * TILE_SIDE + px) << level;
      const endX = Math.min(x + span, width);
      let [r, g, b, n] = [0, 0, 0, 0];
      for (let cy = y; cy < endY; cy += step) {
        for (let cx = x; cx < endX; cx += step) {
          const color = colorAt(cx, cy);
          r += color >>> 24;
          g += (color >>> 16) & 255;
          b += (color >>> 8) & 255;
          n++;
        }
      }
      pixels[py * TILE_SIDE + px] = ((255 << 24) | ((b / n) << 16) | ((g / n) << 8) | (r / n)) >>> 0;
    }
  }
  return pixels;
}

/** One picture of hexagons, in columns and rows of their plane: each pixel has the color of the cell at its middle. */
export function hexTilePixels(
  { width, height, colorAt }: Cells,
  map: Pick<ReadonlyGrid, 'moveRule'>,
  level: number,
  tx: number,
  ty: number,
): Uint32Array<ArrayBuffer> {
  const pixels = new Uint32Array(TILE_SIDE * TILE_SIDE);
  const span = 2 ** level;
  for (let py = 0, i = 0; py < TILE_SIDE; py++) {
    for (let px = 0; px < TILE_SIDE; px++, i++) {
      const [x, y] = hexAt(map, (tx * TILE_SIDE + px + 0.5) * span, (ty * TILE_SIDE + py + 0.5) * span);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const color = colorAt(x, y);
      pixels[i] = ((255 << 24) | (((color >>> 8) & 255) << 16) | (((color >>> 16) & 255) << 8) | (color >>> 24)) >>> 0;
    }
  }
  return pixels;
}
