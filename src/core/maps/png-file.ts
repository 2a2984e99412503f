/** PNG files as chunks (ISO/IEC 15948): header, palette, transparency and compressed pixels, not unpacked. */
import { crc32 } from 'node:zlib';
import { MapError } from '../errors.js';
import { MAX_SIDE } from '../grid/grid.js';

const MOST_PIXELS = MAX_SIDE * MAX_SIDE;
/** Each takes memory, however short it is; programs write some for each row at most. */
const MOST_PIECES = 65_536;
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
}

/** @throws {MapError} if it is no PNG, damaged, or larger than a map can be */
export function readPngFile(bytes: Uint8Array, file: string): PngFile {
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
      if (length > 0 && chunks.data.push(content) > MOST_PIECES)
        fail(`its pixels are in more than ${MOST_PIECES} pieces`);
    } else if (type === 'IEND') break;
    at += 12 + length;
  }
  return { header: header as PngHeader, ...chunks };
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
