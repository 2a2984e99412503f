/**
 * PNG files (ISO/IEC 15948). Pixels are unpacked a row at a time: a file of 261 kB may hold 67 million of them. No
 * library does that (docs/decisions/maps.md).
 */

import { once } from 'node:events';
import { crc32, createInflate } from 'node:zlib';
import { MapError } from '../core/errors.js';
import { MAX_SIDE, MOST_PNG_PIECES } from '../core/limits.js';
import type { ReadFile } from './files.js';

const MOST_PIXELS = MAX_SIDE * MAX_SIDE;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Chunks that are read; the others may hold anything. */
const READ = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };

export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a channel. */
  depth: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha. */
  type: number;
}

export interface PngFile {
  header: PngHeader;
  palette: Uint8Array;
  transparency: Uint8Array;
  /** The zlib stream of the pixels, in pieces. */
  data: Uint8Array[];
  kept?: ReadFile['kept'];
}

/** @param kept holds unpacked small pictures @throws {MapError} if it is no PNG, damaged, or larger than a map */
export function readPngFile(bytes: Uint8Array, file: string, kept?: ReadFile['kept']): PngFile {
  const fail = (what: string): never => {
    throw new MapError(`${file}: ${what}; save the picture again as PNG`);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) fail('this is no PNG file');
  let header: PngHeader | undefined;
  const chunks: Omit<PngFile, 'header'> = { palette: new Uint8Array(0), transparency: new Uint8Array(0), data: [] };
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) fail('the PNG file is cut off');
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (at + 12 + length > bytes.length) fail('the PNG file is cut off');
    if (READ.includes(type) && crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
      fail(`the checksum of its ${type} is wrong`);
    if (type === 'IHDR' && length === 13)
      header = readHeader(new DataView(content.buffer, content.byteOffset, 13), file);
    else if (header === undefined) fail('the PNG file does not begin with its header');
    else if (type === 'PLTE') chunks.palette = content;
    else if (type === 'tRNS') chunks.transparency = content;
    else if (type === 'IDAT') {
      if (length > 0 && chunks.data.push(content) > MOST_PNG_PIECES)
        fail(`its pixels are in more than ${MOST_PNG_PIECES} pieces`);
    } else if (type === 'IEND') break;
    at += 12 + length;
  }
  return { header: header as PngHeader, ...chunks, ...(kept && { kept }) };
}

function readHeader(view: DataView, file: string): PngHeader {
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, type, compression, filter, interlace] = [8, 9, 10, 11, 12].map((at) => view.getUint8(at));
  if (width < 1 || height < 1 || width * height > MOST_PIXELS)
    throw new MapError(`${file}: the picture has ${width} x ${height} pixels, allowed are ${MOST_PIXELS} together`);
  if (interlace === 1)
    throw new MapError(`${file}: the PNG file is interlaced, which is not read; save the picture again without`);
  if (!DEPTHS[type]?.includes(depth) || compression > 0 || filter > 0 || interlace > 1)
    throw new MapError(
      `${file}: the PNG file is of color type ${type} and depth ${depth}, which there is not; save the picture ` +
        'again as PNG',
    );
  return { width, height, depth, type };
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Takes row y, a number a pixel: red in the highest byte, then green, blue and alpha. Reused for the next row. */
type OnRow = (pixels: Uint32Array, y: number) => void;

/** Pixels of a picture up to which it is kept unpacked: 16 MB. */
const MOST_KEPT = 2 ** 22;

/** Unpacks a picture, once if it is kept. @throws {MapError} if its data are not those that its header says */
export async function readRows(png: PngFile, file: string, onRow: OnRow): Promise<void> {
  const { width, height } = png.header;
  const known = png.kept?.get(readRows) as Uint32Array | undefined;
  for (let y = 0; known && y < height; y++) onRow(known.subarray(y * width, (y + 1) * width), y);
  if (known) return;
  const pixels = png.kept && width * height <= MOST_KEPT ? new Uint32Array(width * height) : undefined;
  await unpackRows(png, file, (row, y) => {
    pixels?.set(row, y * width);
    onRow(row, y);
  });
  if (pixels) png.kept?.set(readRows, pixels);
}

async function unpackRows(png: PngFile, file: string, onRow: OnRow): Promise<void> {
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
  // Ends with the stream, which reports the error.
  writing.catch(() => {});
  const length = rowBytes(header) * header.height;
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

/** Bytes of a row with its filter. */
function rowBytes({ depth, type, width }: PngHeader): number {
  return 1 + ((width * CHANNELS[type] * depth + 7) >> 3);
}

/** Puts rows together from the parts that they are unpacked in. */
class Rows {
  private done = 0;
  private filled = 0;
  private row: Uint8Array;
  private previous: Uint8Array;
  private readonly pixels: Uint32Array;
  private readonly convert: Convert;
  /** Distance in bytes to the same channel of the pixel before. */
  private readonly distance: number;

  constructor(
    png: PngFile,
    private readonly file: string,
    private readonly onRow: OnRow,
  ) {
    const { header } = png;
    this.row = new Uint8Array(rowBytes(header));
    this.previous = new Uint8Array(rowBytes(header));
    this.pixels = new Uint32Array(header.width);
    this.convert = converterOf(png);
    this.distance = Math.max(1, (CHANNELS[header.type] * header.depth) >> 3);
  }

  take(part: Uint8Array): void {
    const { length } = this.row;
    for (let at = 0; at < part.length; ) {
      const taken = part.subarray(at, at + length - this.filled);
      this.row.set(taken, this.filled);
      at += taken.length;
      this.filled += taken.length;
      if (this.filled === length) this.finish();
    }
  }

  private finish(): void {
    const { row, previous, pixels, file, done } = this;
    const [filter, bytes] = [row[0], row.subarray(1)];
    if (filter > 4)
      throw new MapError(
        `${file}: the picture's data are damaged: row ${done} has the filter ${filter}, known are 0 to 4`,
      );
    unfilter(filter, bytes, previous.subarray(1), this.distance);
    const unknown = this.convert(bytes, pixels);
    if (unknown !== undefined)
      throw new MapError(`${file}: pixel ${unknown}, ${done} has a color that is not in the picture's palette`);
    this.onRow(pixels, done);
    [this.row, this.previous] = [previous, row];
    this.filled = 0;
    this.done++;
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

/** The one of left, above and above left that is nearest to left + above - above left. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

/** Bytes of a row into pixels. @returns the first pixel whose color is not in the palette, if there is one */
type Convert = (row: Uint8Array, pixels: Uint32Array) => number | undefined;

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
  return (row, pixels) => {
    for (let x = 0, at = 0; x < pixels.length; x++, at += channels * size) {
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
  return (row, pixels) => {
    for (let x = 0; x < pixels.length; x++) {
      const bit = x * depth;
      const value = depth === 8 ? row[x] : (row[bit >> 3] >> (8 - depth - (bit & 7))) & mask;
      if (value >= table.length) return x;
      pixels[x] = table[value];
    }
    return undefined;
  };
}
