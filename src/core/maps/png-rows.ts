/**
 * The pixels of a PNG file, a row at a time as they are unpacked: a file of 261 kB may hold 67 million pixels. No
 * library does that (docs/decisions/maps.md).
 */
import { once } from 'node:events';
import { createInflate } from 'node:zlib';
import { MapError } from '../errors.js';
import type { PngFile, PngHeader } from './png-file.js';

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Adam7: first column and row of each pass, and the steps between. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/**
 * Takes a row of pixels, or of a pass the pixels of a row.
 * @param pixels one number each: red in the highest byte, then green, blue and alpha; reused for the next row
 * @param y row @param x column of the first pixel @param step columns between two pixels
 */
type OnRow = (pixels: Uint32Array, y: number, x: number, step: number) => void;

/**
 * Unpacks a picture. Passes of interlaced ones come one after the other.
 * @throws {MapError} if its data are damaged, or are more or fewer than its header says
 */
export async function readRows(png: PngFile, file: string, onRow: OnRow): Promise<void> {
  const { header, data } = png;
  const rows = new Rows(png, file, onRow);
  const inflate = createInflate();
  const fail = (what: string) => new MapError(`${file}: the picture's data are damaged: ${what}`);
  let written = 0;
  const writing = (async () => {
    for (const part of data) {
      written += part.length;
      if (!inflate.write(part)) await once(inflate, 'drain');
    }
    inflate.end();
  })();
  // Ends with the stream, whose error is the one that counts.
  writing.catch(() => {});
  const length = sizeOf(header);
  let unpacked = 0;
  try {
    for await (const part of inflate as AsyncIterable<Uint8Array>) {
      unpacked += part.length;
      if (unpacked > length) throw new Error(`they unpack to more than ${length} bytes`);
      rows.take(part);
    }
  } catch (error) {
    throw error instanceof MapError ? error : fail((error as Error).message);
  } finally {
    inflate.destroy();
  }
  if (unpacked < length) throw fail(`${unpacked} bytes, expected ${length}`);
  const rest = written - inflate.bytesWritten;
  if (rest > 0) throw fail(`${rest} other bytes follow them`);
}

interface Pass {
  x: number;
  y: number;
  stepX: number;
  stepY: number;
  width: number;
  height: number;
}

function passesOf({ width, height, interlaced }: PngHeader): Pass[] {
  return (interlaced ? PASSES : [[0, 0, 1, 1]])
    .map(([x, y, stepX, stepY]) => ({
      x,
      y,
      stepX,
      stepY,
      width: Math.ceil((width - x) / stepX),
      height: Math.ceil((height - y) / stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Bytes of a row with its filter. */
function rowBytes({ depth, type }: PngHeader, width: number): number {
  return 1 + ((width * CHANNELS[type] * depth + 7) >> 3);
}

/** Bytes of all rows. */
function sizeOf(header: PngHeader): number {
  return passesOf(header).reduce((sum, { width, height }) => sum + rowBytes(header, width) * height, 0);
}

/** Puts rows together from the parts that they are unpacked in. */
class Rows {
  private readonly passes: Pass[];
  /** Rows of the first pass that are done. */
  private done = 0;
  private filled = 0;
  private row: Uint8Array;
  private previous: Uint8Array;
  private readonly pixels: Uint32Array;
  private readonly convert: Convert;
  /** Bytes from a byte to that of the pixel before it. */
  private readonly distance: number;

  constructor(
    private readonly png: PngFile,
    private readonly file: string,
    private readonly onRow: OnRow,
  ) {
    const { header } = png;
    this.passes = passesOf(header);
    const longest = rowBytes(header, header.width);
    this.row = new Uint8Array(longest);
    this.previous = new Uint8Array(longest);
    this.pixels = new Uint32Array(header.width);
    this.convert = converterOf(png);
    this.distance = Math.max(1, (CHANNELS[header.type] * header.depth) >> 3);
  }

  /** @throws {MapError} */
  take(part: Uint8Array): void {
    for (let at = 0; at < part.length; ) {
      const length = rowBytes(this.png.header, this.passes[0].width);
      const taken = part.subarray(at, at + length - this.filled);
      this.row.set(taken, this.filled);
      at += taken.length;
      this.filled += taken.length;
      if (this.filled === length) this.finish(length);
    }
  }

  private finish(length: number): void {
    const { x, y, stepX, stepY, width, height } = this.passes[0];
    const { row, previous, pixels } = this;
    const line = y + this.done * stepY;
    const [filter, bytes] = [row[0], row.subarray(1, length)];
    if (filter > 4)
      throw new MapError(
        `${this.file}: the picture's data are damaged: row ${line} has the filter ${filter}, known are 0 to 4`,
      );
    unfilter(filter, bytes, previous.subarray(1, length), this.distance);
    const unknown = this.convert(bytes, pixels, width);
    if (unknown !== undefined)
      throw new MapError(
        `${this.file}: pixel ${x + unknown * stepX}, ${line} has a color that is not in the picture's palette`,
      );
    this.onRow(width === pixels.length ? pixels : pixels.subarray(0, width), line, x, stepX);
    [this.row, this.previous] = [previous, row];
    this.filled = 0;
    if (++this.done < height) return;
    this.passes.shift();
    this.done = 0;
    this.previous.fill(0);
  }
}

/** Undoes a filter: each byte is stored as its difference to one foretold from its neighbors. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, distance: number): void {
  const { length } = row;
  if (filter === 1) for (let i = distance; i < length; i++) row[i] += row[i - distance];
  else if (filter === 2) for (let i = 0; i < length; i++) row[i] += above[i];
  else if (filter === 3)
    for (let i = 0; i < length; i++) row[i] += ((i < distance ? 0 : row[i - distance]) + above[i]) >> 1;
  else if (filter === 4)
    for (let i = 0; i < length; i++) {
      row[i] += i < distance ? above[i] : paeth(row[i - distance], above[i], above[i - distance]);
    }
}

/** Of left, above and above left the one that is nearest to left + above - above left. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

/** Bytes of a row into pixels. @returns the first pixel whose color is not in the palette, if there is one */
type Convert = (row: Uint8Array, pixels: Uint32Array, width: number) => number | undefined;

function converterOf({ header: { depth, type }, palette, transparency }: PngFile): Convert {
  if (type === 3 || (type === 0 && depth <= 8)) return byTable(depth, colorTable(depth, type, palette, transparency));
  const channels = CHANNELS[type];
  const size = depth >> 3;
  /** The color that is transparent, where there is one. */
  const clear = (type === 0 || type === 2) && transparency.length >= 2 * channels ? transparency : undefined;
  const alphaAt = type === 4 ? 1 : type === 6 ? 3 : undefined;
  const value = (bytes: Uint8Array, at: number) => (size === 1 ? bytes[at] : (bytes[at] << 8) | bytes[at + 1]);
  const byte = size === 1 ? value : (bytes: Uint8Array, at: number) => Math.round(value(bytes, at) / 257);
  const isClear = (row: Uint8Array, at: number) => {
    if (!clear) return false;
    for (let i = 0; i < channels; i++)
      if (value(row, at + i * size) !== ((clear[2 * i] << 8) | clear[2 * i + 1])) return false;
    return true;
  };
  return (row, pixels, width) => {
    for (let x = 0, at = 0; x < width; x++, at += channels * size) {
      const red = byte(row, at);
      const green = channels < 3 ? red : byte(row, at + size);
      const blue = channels < 3 ? red : byte(row, at + 2 * size);
      const alpha = alphaAt !== undefined ? byte(row, at + alphaAt * size) : isClear(row, at) ? 0 : 255;
      pixels[x] = (red << 24) | (green << 16) | (blue << 8) | alpha;
    }
    return undefined;
  };
}

/** Colors by the stored value, of palettes and of gray of at most eight bits. */
function colorTable(depth: number, type: number, palette: Uint8Array, transparency: Uint8Array): Uint32Array {
  const values = 2 ** depth;
  if (type === 3)
    return Uint32Array.from({ length: Math.min(values, Math.floor(palette.length / 3)) }, (_, i) => {
      const [red, green, blue] = palette.subarray(3 * i, 3 * i + 3);
      return (red << 24) | (green << 16) | (blue << 8) | (transparency[i] ?? 255);
    });
  const clear = transparency.length < 2 ? -1 : (transparency[0] << 8) | transparency[1];
  return Uint32Array.from({ length: values }, (_, i) => {
    const gray = Math.round((i * 255) / (values - 1));
    return (gray * 0x01010100) | (i === clear ? 0 : 255);
  });
}

function byTable(depth: number, table: Uint32Array): Convert {
  const mask = 2 ** depth - 1;
  return (row, pixels, width) => {
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      const value = depth === 8 ? row[x] : (row[bit >> 3] >> (8 - depth - (bit & 7))) & mask;
      if (value >= table.length) return x;
      pixels[x] = table[value];
    }
    return undefined;
  };
}
