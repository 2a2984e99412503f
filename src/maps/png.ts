/** Maps drawn as pictures: exact colors by a palette, or a threshold of brightness or alpha. */

import { MapError } from '../core/errors.js';
import { MAX_COST } from '../core/limits.js';
import type { ReadFile } from './files.js';
import { BLOCKED, checkSides, type MapLevel, type Meaning, OPEN, Plane, readLegend } from './plane.js';
import { type PngFile, readPngFile, readRows } from './png-file.js';
import { quote } from './text.js';

/** Options that map colors to open, blocked and weighted cells. */
export interface PngOptions {
  /** Meaning of colors `#rrggbb`, or `#rrggbbaa` where alpha counts. Without it a threshold decides. */
  legend: Readonly<Record<string, Meaning>>;
  /** Brightness that an open cell has at least, 0 to 255; or alpha that a blocked cell has at least. */
  threshold: number;
  /** Channel of the threshold. */
  by: 'luminance' | 'alpha';
  /** Whether a threshold is meant the other way round. */
  invert: boolean;
  /** Pixels of a cell, on each side. */
  cellSize: number;
}

/** @throws {MapError} naming file, pixel, what was found and what is allowed */
export async function readPng({ file, bytes }: ReadFile, options: PngOptions): Promise<MapLevel> {
  const { cellSize: cell, legend } = options;
  const prices = readPalette(legend);
  const png = readPngFile(bytes, file);
  const { header } = png;
  const [width, height] = [header.width / cell, header.height / cell];
  if (!Number.isInteger(width) || !Number.isInteger(height))
    throw new MapError(
      `${file}: the picture has ${header.width} x ${header.height} pixels, which cells of ${cell} pixels ` +
        '(--png.cell-size) do not fill',
    );
  checkSides(width, height, file);
  const plane = new Plane(width, height, file);
  await (prices ? byPalette(png, prices, cell, plane) : byThreshold(png, options, plane));
  const hint = prices
    ? 'no color of the picture is open in png.legend (--png.legend)'
    : 'see png.threshold and png.legend (--png.threshold, --png.legend)';
  return {
    name: '',
    grid: plane.toGrid(hint),
    places: { ...(cell > 1 && { cellSize: [cell, cell] }), doors: [], markers: [] },
  };
}

/** Price by color; colors without alpha are opaque. */
function readPalette(palette: PngOptions['legend']): Map<number, number> | undefined {
  const prices = new Map<number, number>();
  for (const [key, price] of readLegend(palette, 'png.legend')) {
    if (!/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(key))
      throw new MapError(
        `png.legend (--png.legend) has the color ${quote(key)}, expected "#rrggbb" or "#rrggbbaa", for example ` +
          '"#000000"',
      );
    prices.set(Number.parseInt(key.slice(1).padEnd(8, 'f'), 16), price);
  }
  return prices.size > 0 ? prices : undefined;
}

/** The majority of a cell's pixels decides; ties go to the higher cost, and to blocked above all. */
async function byPalette(png: PngFile, prices: Map<number, number>, cell: number, plane: Plane): Promise<void> {
  const { width, height } = png.header;
  const { file } = plane;
  const priceAt = (color: number, x: number, y: number): number => {
    const price = prices.get(color);
    if (price !== undefined) return price;
    const nearest = nearestColor(color, [...prices.keys()]);
    throw new MapError(
      `${file}: pixel ${x}, ${y} is ${name(color)}, which is not in the palette; the nearest there is ` +
        `${name(nearest)}, ${quote(meaningOf(prices.get(nearest)))}`,
    );
  };
  /** Of pixels. */
  const all = cell === 1 ? plane.prices : new Uint8Array(width * height);
  let [last, price] = [-1, BLOCKED];
  await readRows(png, file, (pixels, y) => {
    for (let i = 0; i < width; i++) {
      // Most pixels equal the one before.
      if (pixels[i] !== last) {
        price = priceAt(pixels[i], i, y);
        last = pixels[i];
      }
      all[y * width + i] = price;
    }
  });
  if (cell === 1) return;
  const counts = new Uint32Array(MAX_COST + 1);
  plane.prices.forEach((_, i) => {
    counts.fill(0);
    const at = Math.floor(i / plane.width) * cell * width + (i % plane.width) * cell;
    for (let dy = 0; dy < cell; dy++) for (let dx = 0; dx < cell; dx++) counts[all[at + dy * width + dx]]++;
    let best = BLOCKED;
    for (let price = MAX_COST; price >= OPEN; price--) if (counts[price] > counts[best]) best = price;
    plane.prices[i] = best;
  });
}

/** The mean of a cell's pixels decides. Brightness is Rec. 601's, over black where a pixel is transparent. */
async function byThreshold(png: PngFile, { threshold, by, invert, cellSize: cell }: PngOptions, plane: Plane) {
  const light = by === 'luminance';
  const brightnessOf = (color: number): number => {
    const alpha = color & 255;
    const luminance = 0.299 * (color >>> 24) + 0.587 * ((color >>> 16) & 255) + 0.114 * ((color >>> 8) & 255);
    return light ? (luminance * alpha) / 255 : alpha;
  };
  const priceOf = (mean: number): number => {
    // Rounding must not make white pixels darker than 255.
    const over = mean + 1e-6 >= threshold;
    return over === (light !== invert) ? OPEN : BLOCKED;
  };
  /** Sums of cells of more than one pixel: eight bytes for four pixels or more. */
  const sums = cell === 1 ? undefined : new Float64Array(plane.prices.length);
  let [last, value, price] = [-1, 0, BLOCKED];
  await readRows(png, plane.file, (pixels, y) => {
    const row = Math.floor(y / cell) * plane.width;
    for (let i = 0; i < pixels.length; i++) {
      if (pixels[i] !== last) {
        last = pixels[i];
        value = brightnessOf(last);
        price = priceOf(value);
      }
      if (sums) sums[row + Math.floor(i / cell)] += value;
      else plane.prices[row + i] = price;
    }
  });
  sums?.forEach((sum, i) => {
    plane.prices[i] = priceOf(sum / (cell * cell));
  });
}

function nearestColor(color: number, known: number[]): number {
  const distance = (other: number) =>
    [24, 16, 8, 0].reduce((sum, shift) => sum + (((color >>> shift) & 255) - ((other >>> shift) & 255)) ** 2, 0);
  return known.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

function meaningOf(price: number | undefined): Meaning {
  return price === BLOCKED ? 'blocked' : price === OPEN ? 'open' : (price ?? 'blocked');
}

/** A color as palettes write it. */
function name(color: number): string {
  const hex = `#${color.toString(16).padStart(8, '0')}`;
  return hex.endsWith('ff') ? hex.slice(0, 7) : hex;
}
