/** The cells of a tile layer, or of one of its chunks: numbers of tiles, with the bits that turn them. */
import { gunzipSync, type Inflate, inflateSync } from 'node:zlib';
import { unzstd } from '../../core/blob/unzstd.js';
import { MapError } from '../../core/errors.js';
import type { WallSide } from '../../core/grid/walls.js';
import { quote } from '../text.js';
import { SIDES } from './names.js';

/** The four highest bits say how a tile is turned, not which one it is. */
export const TILE_MASK = 0x0fffffff;
const [FLIP_X, FLIP_Y, TRANSPOSE] = [2 ** 31, 2 ** 30, 2 ** 29];

/** Where a side of a tile is when it is turned: first across its diagonal. */
export function turnedSide(side: WallSide, number: number): WallSide {
  let i = SIDES.indexOf(side);
  if (number & TRANSPOSE) i = 3 - i;
  if (number & FLIP_X) i = (4 - i) % 4;
  if (number & FLIP_Y) i = (6 - i) % 4;
  return SIDES[i];
}

const COMMA = 0x2c;

export interface Encoding {
  encoding: string;
  compression: string;
}

/**
 * @param data an array of numbers, or a text as `encoding` says
 * @param cells how many there have to be; no more memory than they take is taken, whatever the data unpack to
 * @param where beginning of error messages
 * @returns Uint32Array(cells), number of the tile, 0 for none
 * @throws {MapError}
 */
export function tileNumbers(
  data: unknown,
  { encoding, compression }: Encoding,
  cells: number,
  where: string,
): Uint32Array {
  if (Array.isArray(data)) return fromList(data, cells, where);
  if (typeof data !== 'string')
    throw new MapError(`${where}: data is ${quote(data)}, expected a list of numbers or a text`);
  if (encoding === 'csv') return fromText(data, cells, where);
  if (encoding !== 'base64')
    throw new MapError(`${where}: encoding is ${quote(encoding)}, known are "csv" and "base64"`);
  const stored = Buffer.from(data, 'base64');
  return fromBytes(unpacked(stored, compression, 4 * cells, where), cells, where);
}

function fromList(list: unknown[], cells: number, where: string): Uint32Array {
  if (list.length !== cells) throw new MapError(`${where}: ${list.length} tiles, expected ${cells}`);
  const numbers = new Uint32Array(cells);
  for (let i = 0; i < cells; i++) {
    const value = list[i];
    numbers[i] = typeof value === 'number' && value >>> 0 === value ? value : tileNumber(value, i, where);
  }
  return numbers;
}

/** Counts the numbers before it reads any: most texts of a hostile file are no layer. A text of nothing is no tile. */
function fromText(text: string, cells: number, where: string): Uint32Array {
  const numbers = new Uint32Array(cells);
  if (text.trim() === '') return numbers;
  let count = 1;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === COMMA) count++;
  if (count !== cells) throw new MapError(`${where}: ${count} tiles, expected ${cells}`);
  for (let i = 0, at = 0; i < cells; i++) {
    const end = i + 1 < cells ? text.indexOf(',', at) : text.length;
    numbers[i] = tileNumber(text.slice(at, end).trim(), i, where);
    at = end + 1;
  }
  return numbers;
}

/** @throws {MapError} unless it is a number of 32 bits */
function tileNumber(found: unknown, i: number, where: string): number {
  const value = typeof found === 'string' ? Number(found || Number.NaN) : found;
  if (typeof value === 'number' && value >= 0 && value <= 0xffffffff && Number.isInteger(value)) return value;
  throw new MapError(`${where}: tile ${i} is ${quote(found)}, expected a whole number from 0 to ${0xffffffff}`);
}

function unpacked(stored: Buffer, compression: string, length: number, where: string): Uint8Array {
  try {
    if (compression === '') return stored;
    if (compression === 'zlib' || compression === 'gzip') return inflate(stored, compression, length);
    if (compression === 'zstd') return decodeZstd(stored, length);
  } catch (error) {
    throw new MapError(`${where}: the ${compression} data are damaged: ${(error as Error).message}`);
  }
  throw new MapError(`${where}: compression is ${quote(compression)}, known are "zlib", "gzip" and "zstd"`);
}

/** @param length most unpacked bytes @throws {Error} if there are more, they are damaged, or data follow */
function inflate(stored: Uint8Array, compression: 'zlib' | 'gzip', length: number): Uint8Array {
  const unpack = compression === 'zlib' ? inflateSync : gunzipSync;
  // One chunk for all, which is not joined from smaller ones then.
  const options = { maxOutputLength: length, chunkSize: Math.max(64, length), info: true };
  try {
    const { buffer, engine } = unpack(stored, options) as unknown as { buffer: Uint8Array; engine: Inflate };
    const rest = stored.length - engine.bytesWritten;
    if (rest === 0) return buffer;
    throw new Error(`${rest} other bytes follow them`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ERR_BUFFER_TOO_LARGE' ? `they unpack to more than ${length} bytes` : message);
  }
}

function fromBytes(bytes: Uint8Array, cells: number, where: string): Uint32Array {
  if (bytes.length !== 4 * cells)
    throw new MapError(`${where}: data of ${bytes.length} bytes, expected ${4 * cells} for ${cells} tiles`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // In place where the bytes are aligned: each number is read before it is written.
  const { buffer, byteOffset } = bytes;
  const numbers =
    byteOffset % 4 === 0 ? new Uint32Array(buffer as ArrayBuffer, byteOffset, cells) : new Uint32Array(cells);
  for (let i = 0; i < cells; i++) numbers[i] = view.getUint32(4 * i, true);
  return numbers;
}

const MAGIC = 0xfd2fb528;
/** Bytes of the dictionary's number, and of the content's size, by their flags (RFC 8878, 3.1.1.1). */
const DICTIONARY = [0, 1, 2, 4];
const CONTENT = [0, 2, 4, 8];

/** Gives a frame the header of our writer. @param length of the content @throws {Error} if it is no such frame */
export function decodeZstd(frame: Uint8Array, length: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 9 || view.getUint32(0, true) !== MAGIC) throw new Error('no zstd frame');
  const flags = frame[4];
  const single = (flags & 0x20) > 0;
  if ((flags & 3) > 0) throw new Error('a zstd frame with a dictionary');
  const contentBytes = single && flags >> 6 === 0 ? 1 : CONTENT[flags >> 6];
  const blocks = 5 + (single ? 0 : 1) + DICTIONARY[flags & 3] + contentBytes;
  const end = frame.length - (flags & 4 ? 4 : 0);
  if (end <= blocks) throw new Error('a zstd frame that is cut off');
  const plain = new Uint8Array(9 + end - blocks);
  const head = new DataView(plain.buffer);
  head.setUint32(0, MAGIC, true);
  // One segment, its length in four bytes.
  plain[4] = 0xa0;
  head.setUint32(5, length, true);
  plain.set(frame.subarray(blocks, end), 9);
  try {
    return unzstd(plain, length);
  } catch (cause) {
    // Bytes that are not there are a RangeError of the platform, in its own words.
    throw new Error('damaged frame', { cause });
  }
}
