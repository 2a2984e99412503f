/**
 * PNG pictures as RGBA, and back (ISO/IEC 15948). fast-png undoes filters and packs; here are the bound on the unpacked
 * size, interlaced pictures (Adam7) below eight bits, and all colour types.
 */
import { crc32, deflateSync } from 'node:zlib';
import { decode, encode } from 'fast-png';
import { MapError } from '../errors.js';
import { MAX_SIDE } from '../grid/grid.js';
import { inflate } from './inflate.js';

/** A picture, one number a pixel: red in the highest byte, then green, blue and alpha. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint32Array;
}

const MOST_PIXELS = MAX_SIDE * MAX_SIDE;
/** Most bytes of them, as they are stored: so many are held five times on the way. */
const MOST_BYTES = 300_000_000;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Chunks that are read; the others may hold anything. */
const READ = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
/** First column and row of each of Adam7's passes, and the steps between. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

interface Header {
  width: number;
  height: number;
  depth: number;
  type: number;
  interlaced: boolean;
}

interface Chunks {
  header: Header;
  palette: Uint8Array;
  transparency: Uint8Array;
  data: Uint8Array[];
}

/** @throws {MapError} if it is no picture, damaged, or larger than a map can be: before memory is taken */
export function decodePicture(bytes: Uint8Array, file: string): Picture {
  const { header, palette, transparency, data } = readChunks(bytes, file);
  const { width, height, interlaced } = header;
  const passes = (interlaced ? PASSES : [[0, 0, 1, 1]]).map(([x, y, stepX, stepY]) => ({
    x,
    y,
    stepX,
    stepY,
    width: Math.max(0, Math.ceil((width - x) / stepX)),
    height: Math.max(0, Math.ceil((height - y) / stepY)),
  }));
  const filled = passes.filter((pass) => pass.width > 0 && pass.height > 0);
  const length = filled.reduce((sum, pass) => sum + rowBytes(header, pass.width) * pass.height, 0);
  if (length > MOST_BYTES)
    throw new MapError(
      `${file}: the picture has ${length} bytes, allowed are ${MOST_BYTES}; save it with fewer bits a pixel`,
    );
  const raw = unpack(data, length, file);
  const colour = colours(header, palette, transparency, file);
  const pixels = new Uint32Array(width * height);
  let at = 0;
  for (const pass of filled) {
    const length = rowBytes(header, pass.width) * pass.height;
    const values = unfiltered(raw.subarray(at, at + length), pass.width, pass.height, header, file);
    at += length;
    const sample = samples(values, pass.width, header);
    for (let y = 0; y < pass.height; y++) {
      for (let x = 0; x < pass.width; x++) {
        pixels[(pass.y + y * pass.stepY) * width + pass.x + x * pass.stepX] = colour(sample, x, y);
      }
    }
  }
  return { width, height, pixels };
}

function rowBytes({ depth, type }: Header, width: number): number {
  return 1 + ((width * CHANNELS[type] * depth + 7) >> 3);
}

function readChunks(bytes: Uint8Array, file: string): Chunks {
  const fail = (what: string): never => {
    throw new MapError(`${file}: ${what}; save the picture again as PNG`);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) fail('this is no PNG file');
  let header: Header | undefined;
  const chunks: Omit<Chunks, 'header'> = { palette: new Uint8Array(0), transparency: new Uint8Array(0), data: [] };
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
    else if (type === 'IDAT') chunks.data.push(content);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  return { header: header as Header, ...chunks };
}

function readHeader(view: DataView, file: string): Header {
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, type, compression, filter, interlace] = [8, 9, 10, 11, 12].map((at) => view.getUint8(at));
  if (width < 1 || height < 1 || width * height > MOST_PIXELS)
    throw new MapError(`${file}: the picture has ${width} x ${height} pixels, allowed are ${MOST_PIXELS} together`);
  if (!DEPTHS[type]?.includes(depth) || compression > 0 || filter > 0 || interlace > 1)
    throw new MapError(
      `${file}: the PNG file is of colour type ${type} and depth ${depth}, which there is not; save the picture ` +
        'again as PNG',
    );
  return { width, height, depth, type, interlaced: interlace === 1 };
}

/** @param length what the header implies: no more is unpacked */
function unpack(data: Uint8Array[], length: number, file: string): Uint8Array {
  try {
    const raw = inflate(Buffer.concat(data), 'zlib', length);
    if (raw.length === length) return raw;
    throw new Error(`${raw.length} bytes, expected ${length}`);
  } catch (error) {
    throw new MapError(`${file}: the picture's data are damaged: ${(error as Error).message}`);
  }
}

/** One pass as a picture: fast-png misreads passes of less than eight bits. */
function unfiltered(
  raw: Uint8Array,
  width: number,
  height: number,
  { depth, type }: Header,
  file: string,
): Uint8Array | Uint16Array {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Palettes are looked up here: without one, indices come back as they are.
  head.set([depth, type], 8);
  const png = Buffer.concat([
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw, { level: 0 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
  try {
    const { data } = decode(png);
    return data instanceof Uint16Array ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  } catch (error) {
    throw new MapError(`${file}: the picture's data are damaged: ${(error as Error).message}`);
  }
}

/** Without its checksum, which is not looked at. */
function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  return bytes;
}

/** Value of a channel of a pixel, as it is stored. */
type Sample = (x: number, y: number, channel: number) => number;

function samples(values: Uint8Array | Uint16Array, width: number, { depth, type }: Header): Sample {
  const channels = CHANNELS[type];
  if (depth >= 8) return (x, y, channel) => values[(y * width + x) * channels + channel];
  const row = (width * depth + 7) >> 3;
  const mask = (1 << depth) - 1;
  return (x, y) => (values[y * row + ((x * depth) >> 3)] >> (8 - depth - ((x * depth) & 7))) & mask;
}

function colours({ depth, type }: Header, palette: Uint8Array, transparency: Uint8Array, file: string) {
  const scale = 255 / (2 ** depth - 1);
  const byte = (value: number) => Math.round(value * scale);
  const rgba = (r: number, g: number, b: number, a: number) => ((r << 24) | (g << 16) | (b << 8) | a) >>> 0;
  const clear = (i: number) => (transparency[2 * i] << 8) | transparency[2 * i + 1];
  const keyed = type < 3 && transparency.length >= 2 * CHANNELS[type];
  return (sample: Sample, x: number, y: number): number => {
    const first = sample(x, y, 0);
    if (type === 3) {
      if (3 * first + 2 >= palette.length)
        throw new MapError(`${file}: pixel ${x}, ${y} has a colour that is not in the picture's palette`);
      return rgba(palette[3 * first], palette[3 * first + 1], palette[3 * first + 2], transparency[first] ?? 255);
    }
    if (type === 0) return rgba(byte(first), byte(first), byte(first), keyed && first === clear(0) ? 0 : 255);
    if (type === 4) return rgba(byte(first), byte(first), byte(first), byte(sample(x, y, 1)));
    const [second, third] = [sample(x, y, 1), sample(x, y, 2)];
    const transparent = keyed && first === clear(0) && second === clear(1) && third === clear(2);
    const alpha = type === 6 ? byte(sample(x, y, 3)) : transparent ? 0 : 255;
    return rgba(byte(first), byte(second), byte(third), alpha);
  };
}

/** A picture as PNG, without its alpha. */
export function encodePicture({ width, height, pixels }: Picture): Uint8Array {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    data[3 * i] = pixels[i] >>> 24;
    data[3 * i + 1] = pixels[i] >>> 16;
    data[3 * i + 2] = pixels[i] >>> 8;
  }
  return encode({ width, height, data, depth: 8, channels: 3 });
}
