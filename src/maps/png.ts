/** Maps drawn as pictures: exact colors by a palette, or a threshold of brightness or alpha if they are masks. */

import { MapError } from '../core/errors.js';
import { MAX_COST } from '../core/limits.js';
import type { ReadFile } from './files.js';
import { BLOCKED, checkSides, type MapLevel, type Meaning, OPEN, Plane, readLegend } from './plane.js';
import { type PngFile, readPngFile, readRows } from './png-file.js';
import { quote } from './text.js';
import { blockedBy, type WallReport } from './walls.js';

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

/** Colors of a picture, as far as they show whether it is a mask: opaque, and two tones or grays. */
export class Tones {
  private isGray = true;
  private isOpaque = true;
  /** The first three. */
  private readonly colors = new Set<number>();

  add(color: number): void {
    const [red, green, blue, alpha] = [24, 16, 8, 0].map((shift) => (color >>> shift) & 255);
    this.isGray &&= Math.max(red, green, blue) - Math.min(red, green, blue) <= TINT;
    this.isOpaque &&= alpha === 255;
    if (this.colors.size < 3) this.colors.add(color);
  }

  get isMask(): boolean {
    return this.isOpaque && (this.isGray || this.colors.size < 3);
  }

  names(): string[] {
    return [...this.colors].map(name);
  }
}

/** How far the channels of a gray may differ. */
const TINT = 16;

/**
 * @param isSaid whether an option says what bright and dark pixels mean
 * @throws {MapError} naming file, pixel, what was found and what is allowed; or if nothing says what colors mean
 */
export async function readPng(
  { file, bytes, kept }: ReadFile,
  options: PngOptions,
  isSaid: boolean,
  isOpen = false,
): Promise<MapLevel> {
  const { cellSize: cell, legend } = options;
  const prices = readPalette(legend);
  const png = readPngFile(bytes, file, kept);
  const { header } = png;
  const [width, height] = [header.width / cell, header.height / cell];
  if (!Number.isInteger(width) || !Number.isInteger(height))
    throw new MapError(
      `${file}: the picture has ${header.width} x ${header.height} pixels, which cells of ${cell} pixels ` +
        '(--png.cell-size) do not fill',
    );
  checkSides(width, height, file);
  const plane = new Plane(width, height, file);
  const walls = prices
    ? await byPalette(png, prices, cell, plane)
    : await byThreshold(png, options, plane, isSaid ? undefined : new Tones());
  if (walls.used.length === 0 && !isOpen)
    walls.warnings.push(
      `${file}: no color in it blocks, so all its cells are open; if that is meant, add --open, otherwise see ` +
        '--png.legend and --png.threshold',
    );
  const hint = prices
    ? 'no color of the picture is open in png.legend (--png.legend)'
    : 'see --png.threshold, --png.by alpha and --png.legend';
  return {
    name: '',
    grid: plane.toGrid(hint, walls),
    places: { ...(cell > 1 && { cellSize: [cell, cell] }), doors: [], markers: [] },
    walls,
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
async function byPalette(png: PngFile, prices: Map<number, number>, cell: number, plane: Plane): Promise<WallReport> {
  const { width } = png.header;
  const all = [...prices];
  const pixelColors = await placesInPalette(png, prices, cell, plane);
  const blocked = new Uint32Array(all.length);
  const counts = new Uint32Array(MAX_COST + 1);
  plane.prices.forEach((_, i) => {
    const at = Math.floor(i / plane.width) * cell * width + (i % plane.width) * cell;
    let place = pixelColors[at];
    let [, price] = all[place];
    if (cell > 1) {
      counts.fill(0);
      for (let dy = 0; dy < cell; dy++)
        for (let dx = 0; dx < cell; dx++) {
          const pixel = pixelColors[at + dy * width + dx];
          counts[all[pixel][1]]++;
          if (all[pixel][1] === BLOCKED) place = pixel;
        }
      price = majorityOf(counts);
    }
    plane.prices[i] = price;
    if (price === BLOCKED) blocked[place]++;
  });
  return blockedBy(all.map(([color], i) => [name(color), blocked[i]]));
}

/**
 * Places of colors in the palette, by pixel: in the plane where both are bytes and a pixel is a cell.
 * @throws {MapError} naming a pixel whose color is not in the palette
 */
async function placesInPalette(png: PngFile, prices: Map<number, number>, cell: number, plane: Plane) {
  const { width, height } = png.header;
  const { file } = plane;
  const places = new Map([...prices.keys()].map((color, i) => [color, i]));
  const placeOf = (color: number, x: number, y: number): number => {
    const place = places.get(color);
    if (place !== undefined) return place;
    const nearest = nearestColor(color, [...prices.keys()]);
    throw new MapError(
      `${file}: pixel ${x}, ${y} is ${name(color)}, which is not in the palette; the nearest there is ` +
        `${name(nearest)}, ${quote(meaningOf(prices.get(nearest)))}`,
    );
  };
  const isWide = prices.size > 256;
  const pixelColors = cell > 1 || isWide ? new (isWide ? Uint32Array : Uint8Array)(width * height) : plane.prices;
  let [last, place] = [-1, 0];
  await readRows(png, file, (pixels, y) => {
    for (let i = 0; i < width; i++) {
      // Most pixels equal the one before.
      if (pixels[i] !== last) {
        place = placeOf(pixels[i], i, y);
        last = pixels[i];
      }
      pixelColors[y * width + i] = place;
    }
  });
  return pixelColors;
}

/** The price with the largest count. */
function majorityOf(counts: Uint32Array): number {
  let best = BLOCKED;
  for (let price = MAX_COST; price >= OPEN; price--) if (counts[price] > counts[best]) best = price;
  return best;
}

/** The mean of a cell's pixels decides. Brightness is Rec. 601's, over black where a pixel is transparent. */
async function byThreshold(
  png: PngFile,
  { threshold, by, invert, cellSize: cell }: PngOptions,
  plane: Plane,
  tones: Tones | undefined,
): Promise<WallReport> {
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
        tones?.add(last);
      }
      if (sums) sums[row + Math.floor(i / cell)] += value;
      else plane.prices[row + i] = price;
    }
  });
  sums?.forEach((sum, i) => {
    plane.prices[i] = priceOf(sum / (cell * cell));
  });
  if (tones && !tones.isMask) {
    const [first, second = '#000000', ...more] = tones.names();
    throw new MapError(
      `${plane.file}: nothing says which colors of this picture block (${[first, second, ...more].join(', ')}, ...); ` +
        `give them a meaning with --png.legend FILE, for example {"${first}":"blocked","${second}":"open"}, ` +
        'or add --png.threshold 128 if dark pixels block, --png.by alpha if opaque ones do',
    );
  }
  const what = light ? 'luminance' : 'alpha';
  const label = light === invert ? `${what} ${threshold} and more` : `${what} below ${threshold}`;
  return blockedBy([[label, plane.prices.reduce((sum, price) => sum + Number(price === BLOCKED), 0)]]);
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
