/**
 * Occupancy grids of ROS (map_server): a picture, PGM or PNG, and a YAML file that describes it.
 *
 * Dark pixels are occupied, light ones free, those between unknown. The map's frame is in meters with y upwards, so
 * rows lead down, and the origin is the lower left corner of the picture.
 */
import { MapError } from '../core/errors.js';
import type { MapFiles, ReadFile } from './files.js';
import { BLOCKED, checkSides, type MapLevel, OPEN, Plane } from './plane.js';
import { readPngFile, readRows } from './png-file.js';
import { quote, utf8 } from './text.js';
import type { WallReport } from './walls.js';

export interface RosOptions {
  /** Cells that are neither occupied nor free. */
  unknown: 'blocked' | 'open';
}

/** Longest description. */
const MOST_BYTES = 1 << 16;
const KEYS = ['image', 'mode', 'resolution', 'origin', 'negate', 'occupied_thresh', 'free_thresh'];

export const isPgm = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && (bytes[1] === 0x32 || bytes[1] === 0x35) && isSpace(bytes[2]);

/** @param source the picture or its description @throws {MapError} naming the file and what is wrong in it */
export async function readRos(source: ReadFile, files: MapFiles, { unknown }: RosOptions): Promise<MapLevel> {
  const isPicture = isPgm(source.bytes);
  const about = isPicture ? await descriptionOf(source, files) : source;
  const described = describe(about);
  const { image, resolution, origin, negate, occupied, free } = described;
  if (!isPicture && image === '') throw new MapError(`${about.file}: image is missing, expected a .pgm or .png file`);
  const picture = isPicture ? source : await files.read(image, about.file, 'image');
  const { plane, values, most } = await pixelsOf(picture);
  const { height, prices } = plane;
  const meanings = Array.from({ length: most + 1 }, (_, value) => {
    const probability = negate ? value / most : 1 - value / most;
    return probability > occupied ? 2 : probability < free ? 0 : 1;
  });
  const meant = [OPEN, unknown === 'open' ? OPEN : BLOCKED, BLOCKED];
  const counts = [0, 0, 0];
  for (let i = 0; i < prices.length; i++) {
    const meaning = meanings[values[i]];
    counts[meaning]++;
    prices[i] = meant[meaning];
  }
  const label = `unknown (${counts[1]} cells; --ros.unknown ${unknown === 'open' ? 'blocked' : 'open'})`;
  const [used, notUsed] = [[`occupied (${counts[2]} cells)`], [] as string[]];
  if (counts[1] > 0) (unknown === 'open' ? notUsed : used).push(label);
  const [x, y, yaw] = origin;
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  const places = {
    cellSize: [resolution, resolution] as [number, number],
    axes: [cos, sin, sin, -cos].map((one) => one * resolution) as [number, number, number, number],
    origin: [(x * cos + y * sin) / resolution, (x * sin - y * cos) / resolution - height] as [number, number],
    doors: [],
    markers: [],
  };
  const walls: WallReport = { used, notUsed, warnings: [] };
  const grid = plane.toGrid('pixels lighter than free_thresh are open; see --ros.unknown', walls);
  return { name: '', grid, places, walls };
}

async function descriptionOf({ file }: ReadFile, files: MapFiles): Promise<ReadFile> {
  const name = file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  const missing = (error: MapError) => {
    throw new MapError(`${error.message}; write it, "resolution: 0.05", or bake the .yaml that names this picture`);
  };
  return files
    .read(`${name}.yaml`, file, 'description')
    .catch((error) => files.read(`${name}.yml`, file, 'description').catch(() => missing(error)));
}

/** Flat `key: value`, with a list as `[1, 2]` or on separate lines. @throws {MapError} naming the line or key */
function describe({ file, bytes }: ReadFile) {
  if (bytes.length > MOST_BYTES)
    throw new MapError(`${file}: the description has ${bytes.length} bytes, allowed are ${MOST_BYTES}`);
  const values = new Map<string, string>();
  let last = '';
  for (const [i, line] of utf8(bytes, file).split(/\r?\n/).entries()) {
    const text = line.replace(/(^|\s)#.*$/s, '').trimEnd();
    const [, key, value, item] = /^(\w+):(?:\s+(\S.*))?$|^\s*-\s+(\S+)$/s.exec(text) ?? [];
    if (text === '' || text === '---') continue;
    if (key === undefined && item === undefined)
      throw new MapError(`${file}:${i + 1}: found ${quote(line)}, expected "key: value", keys are ${KEYS.join(', ')}`);
    last = key ?? last;
    values.set(last, item === undefined ? (value ?? '') : `${values.get(last) ?? ''} ${item}`);
  }
  const textOf = (key: string, fallback: string) =>
    values
      .get(key)
      ?.trim()
      .replace(/^(["'])(.*)\1$/, '$2') ?? fallback;
  const fail = (key: string, expected: string): never => {
    throw new MapError(
      `${file}: ${key} is ${values.has(key) ? quote(textOf(key, '')) : 'missing'}, expected ${expected}`,
    );
  };
  const number = (key: string, fallback: string, least: number, most: number) => {
    const value = Number(textOf(key, fallback) || Number.NaN);
    return value >= least && value <= most ? value : fail(key, `a number from ${least} to ${most}`);
  };
  const origin = textOf('origin', '0 0 0')
    .replace(/^\[|\]$/g, '')
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(Number);
  if (origin.length !== 3 || !origin.every(Number.isFinite)) fail('origin', 'three numbers: [x, y, yaw]');
  if (textOf('mode', 'trinary') !== 'trinary') fail('mode', '"trinary"; save the map in that mode');
  const negated = textOf('negate', '0');
  if (!/^([01]|true|false)$/i.test(negated)) fail('negate', '0 or 1');
  return {
    image: textOf('image', ''),
    resolution: number('resolution', '', 1e-6, 1e6),
    origin: origin as [number, number, number],
    negate: /^(1|true)$/i.test(negated),
    occupied: number('occupied_thresh', '0.65', 0, 1),
    free: number('free_thresh', '0.196', 0, 1),
  };
}

const isSpace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

interface Gray {
  plane: Plane;
  /** Row by row. */
  values: Uint16Array;
  /** The value of white. */
  most: number;
}

/** @throws {MapError} if a picture is damaged or too large */
async function pixelsOf(picture: ReadFile): Promise<Gray> {
  if (isPgm(picture.bytes)) return pgmPixels(picture);
  const { file } = picture;
  const png = readPngFile(picture.bytes, file);
  const { width, height } = png.header;
  const plane = new Plane(width, height, file);
  const values = new Uint16Array(width * height);
  await readRows(png, file, (pixels, y) => {
    for (let x = 0; x < width; x++)
      values[y * width + x] = (pixels[x] >>> 24) + ((pixels[x] >>> 16) & 255) + ((pixels[x] >>> 8) & 255);
  });
  return { plane, values, most: 3 * 255 };
}

/** Pixels of a PGM: text (`P2`), or numbers of one byte or two (`P5`). */
function pgmPixels({ file, bytes }: ReadFile): Gray {
  let at = 2;
  /** The next number; -1 at the end, or where it is something else. */
  const next = (): number => {
    for (; at < bytes.length && (isSpace(bytes[at]) || bytes[at] === 35); at++)
      if (bytes[at] === 35) while (at + 1 < bytes.length && bytes[at + 1] !== 10) at++;
    const from = at;
    let value = 0;
    for (; bytes[at] >= 48 && bytes[at] <= 57; at++) value = 10 * value + bytes[at] - 48;
    return at > from ? value : -1;
  };
  const [width, height, most] = [next(), next(), next()];
  checkSides(width, height, file);
  if (most < 1 || most > 65_535) throw new MapError(`${file}: the value of white is ${most}, allowed are 1 to 65535`);
  const plane = new Plane(width, height, file);
  const values = new Uint16Array(width * height);
  let count = 0;
  if (bytes[1] === 0x32) {
    for (let value = next(); value >= 0 && count < values.length; value = next())
      values[count++] = Math.min(value, most);
  } else {
    const start = at + 1;
    const isWide = most > 255;
    const end = Math.min(values.length, Math.floor((bytes.length - start) / (isWide ? 2 : 1)));
    for (; count < end; count++) {
      const value = isWide ? 256 * bytes[start + 2 * count] + bytes[start + 2 * count + 1] : bytes[start + count];
      values[count] = Math.min(most, value);
    }
  }
  if (count < values.length)
    throw new MapError(`${file}: the picture has ${count} pixels, expected ${width} x ${height}`);
  return { plane, values, most };
}
