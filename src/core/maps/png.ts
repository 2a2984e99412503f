/** Maps drawn as pictures: exact colours by a palette, or a threshold of brightness or alpha. */
import { MapError } from '../errors.js';
import { MAX_COST } from '../grid/grid.js';
import { PNG } from '../options/maps.js';
import { defaultsOf } from '../options/option.js';
import type { ReadFile } from './files.js';
import { decodePicture, type Picture } from './picture.js';
import { BLOCKED, checkSides, type MapLevel, type Meaning, OPEN, Plane, readLegend } from './plane.js';
import { quote } from './text.js';

/** Options that map colours to open, blocked and priced cells. */
export interface PngOptions {
  /** Meaning of colours `#rrggbb`, or `#rrggbbaa` where alpha counts. Without it a threshold decides. */
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
export const PNG_DEFAULTS: PngOptions = { legend: {}, ...defaultsOf(PNG) };

/** @throws {MapError} naming file, pixel, what was found and what is allowed */
export function readPng({ file, bytes }: ReadFile, given: Partial<PngOptions> = {}): MapLevel {
  const options = { ...PNG_DEFAULTS, ...given };
  const { cellSize: cell, legend } = options;
  if (!Number.isInteger(cell) || cell < 1 || cell > PNG.cellSize.most)
    throw new MapError(
      `png.cellSize (--png.cell-size) is ${quote(cell)}, allowed is a whole number from 1 to ${PNG.cellSize.most}`,
    );
  const prices = readPalette(legend);
  const picture = decodePicture(bytes, file);
  const [width, height] = [picture.width / cell, picture.height / cell];
  if (!Number.isInteger(width) || !Number.isInteger(height))
    throw new MapError(
      `${file}: the picture has ${picture.width} x ${picture.height} pixels, which cells of ${cell} pixels ` +
        '(--png.cell-size) do not fill',
    );
  checkSides(width, height, file);
  const plane = new Plane(width, height, file);
  const price = prices ? byPalette(picture, prices, cell, file) : byThreshold(picture, options);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) plane.prices[y * width + x] = price(x, y);
  const hint = prices
    ? 'no colour of the picture is open in png.legend (--png.legend)'
    : 'see png.threshold and png.legend (--png.threshold, --png.legend)';
  return {
    name: '',
    grid: plane.toGrid(hint),
    places: { ...(cell > 1 && { cellSize: [cell, cell] }), doors: [], markers: [] },
  };
}

/** Price by colour; colours without alpha are opaque. */
function readPalette(palette: PngOptions['legend']): Map<number, number> | undefined {
  const prices = new Map<number, number>();
  for (const [key, price] of readLegend(palette, 'png.legend')) {
    if (!/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(key))
      throw new MapError(
        `png.legend (--png.legend) has the colour ${quote(key)}, expected "#rrggbb" or "#rrggbbaa", for example ` +
          '"#000000"',
      );
    prices.set(Number.parseInt(key.slice(1).padEnd(8, 'f'), 16), price);
  }
  return prices.size > 0 ? prices : undefined;
}

/** The majority of a cell's pixels decides; ties go to the dearer price, and to blocked above all. */
function byPalette({ pixels, width }: Picture, prices: Map<number, number>, cell: number, file: string) {
  const priceAt = (x: number, y: number): number => {
    const colour = pixels[y * width + x];
    const price = prices.get(colour);
    if (price !== undefined) return price;
    const nearest = nearestColour(colour, [...prices.keys()]);
    throw new MapError(
      `${file}: pixel ${x}, ${y} is ${name(colour)}, which is not in the palette; the nearest there is ` +
        `${name(nearest)}, ${quote(meaningOf(prices.get(nearest)))}`,
    );
  };
  if (cell === 1) return priceAt;
  const counts = new Uint32Array(MAX_COST + 1);
  return (x: number, y: number): number => {
    counts.fill(0);
    for (let dy = 0; dy < cell; dy++) for (let dx = 0; dx < cell; dx++) counts[priceAt(x * cell + dx, y * cell + dy)]++;
    let best = BLOCKED;
    for (let price = MAX_COST; price >= OPEN; price--) if (counts[price] > counts[best]) best = price;
    return best;
  };
}

/** The mean of a cell's pixels decides. Brightness is Rec. 601's, over black where a pixel is transparent. */
function byThreshold({ pixels, width }: Picture, { threshold, by, invert, cellSize: cell }: PngOptions) {
  if (!(threshold >= 0 && threshold <= 255))
    throw new MapError(`png.threshold (--png.threshold) is ${quote(threshold)}, allowed is a number from 0 to 255`);
  const light = by === 'luminance';
  return (x: number, y: number): number => {
    let sum = 0;
    for (let dy = 0; dy < cell; dy++) {
      for (let dx = 0; dx < cell; dx++) {
        const colour = pixels[(y * cell + dy) * width + x * cell + dx];
        const alpha = colour & 255;
        const luminance = 0.299 * (colour >>> 24) + 0.587 * ((colour >>> 16) & 255) + 0.114 * ((colour >>> 8) & 255);
        sum += light ? (luminance * alpha) / 255 : alpha;
      }
    }
    // Rounding must not make white pixels darker than 255.
    const over = sum / (cell * cell) + 1e-6 >= threshold;
    return over === (light !== invert) ? OPEN : BLOCKED;
  };
}

function nearestColour(colour: number, known: number[]): number {
  const distance = (other: number) =>
    [24, 16, 8, 0].reduce((sum, shift) => sum + (((colour >>> shift) & 255) - ((other >>> shift) & 255)) ** 2, 0);
  return known.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

function meaningOf(price: number | undefined): Meaning {
  return price === BLOCKED ? 'blocked' : price === OPEN ? 'open' : (price ?? 'blocked');
}

/** A colour as palettes write it. */
function name(colour: number): string {
  const hex = `#${colour.toString(16).padStart(8, '0')}`;
  return hex.endsWith('ff') ? hex.slice(0, 7) : hex;
}
