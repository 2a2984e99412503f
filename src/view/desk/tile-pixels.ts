/** Square pictures of a map: a pixel is a cell, a part of a hexagon, or the mean of 2 x 2, 4 x 4 ... cells. */
import type { Color } from '../theme.js';

/** Pixels of a picture, in each direction. */
export const TILE_SIDE = 256;
/** Samples of a pixel, in each direction. */
const SAMPLES = 4;

/** Cells of a map with their colors. */
export interface Cells {
  width: number;
  height: number;
  /** The cell at a point of the plane, also outside of the map. */
  cellAt(x: number, y: number): readonly [x: number, y: number];
  colorAt(x: number, y: number): Color;
}

/** @param level a pixel is 2 ** level cells wide @returns pixels as a canvas has them, red lowest; 0 beyond the map */
export function tilePixels({ width, height, cellAt, colorAt }: Cells, level: number, tx: number, ty: number) {
  const pixels = new Uint32Array(TILE_SIDE * TILE_SIDE);
  const span = 2 ** level;
  const samples = Math.max(1, Math.min(SAMPLES, span));
  const step = span / samples;
  for (let py = 0, i = 0; py < TILE_SIDE; py++) {
    const top = (ty * TILE_SIDE + py) * span + step / 2;
    for (let px = 0; px < TILE_SIDE; px++, i++) {
      const left = (tx * TILE_SIDE + px) * span + step / 2;
      let [r, g, b, n] = [0, 0, 0, 0];
      for (let row = 0; row < samples; row++) {
        for (let column = 0; column < samples; column++) {
          const [x, y] = cellAt(left + column * step, top + row * step);
          if (x < 0 || y < 0 || x >= width || y >= height) continue;
          const color = colorAt(x, y);
          r += color >>> 24;
          g += (color >>> 16) & 255;
          b += (color >>> 8) & 255;
          n++;
        }
      }
      if (n > 0) pixels[i] = ((255 << 24) | ((b / n) << 16) | ((g / n) << 8) | (r / n)) >>> 0;
    }
  }
  return pixels;
}
