/** Reads named files, maps and costs, and the options that say how maps are read. */

import { stat } from 'node:fs/promises';
import { readBlobFile as readWhole } from '../../src/core/blob/file.js';
import { BlobError, MapError } from '../../src/core/errors.js';
import { parsedJson } from '../../src/core/files/json.js';
import { readRegular } from '../../src/core/files/regular.js';
import { MAX_FILE_BYTES } from '../../src/core/limits.js';
import { WALKER } from '../../src/core/options/maps.js';
import type { Meaning } from '../../src/core/options/option.js';
import { parseJson } from '../../src/maps/fields.js';
import { FILES, FORMAT_OPTIONS, type FormatOptions, MAP_ENDING } from '../../src/maps/formats.js';
import { parseLinks } from '../../src/maps/links.js';
import { DEFAULT_TERRAIN, TERRAIN_LETTERS, terrainCosts, terrainProfile } from '../../src/maps/movingai.js';
import { type ReadMapOptions, readMap } from '../../src/maps/read-map.js';
import type { MapWalls } from '../../src/maps/walls.js';
import { UsageError } from './errors.js';
import { listOf, type MapArguments, optionsOf } from './options.js';

/** Reads a file. Errors name it, also for folders, where Node does not. */
export async function readInput(file: string, most?: number, read = readRegular): Promise<Buffer> {
  try {
    return await read(file, most);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}

/** Reads a text file without its byte order mark. */
export async function readText(file: string): Promise<string> {
  return new TextDecoder().decode(await readInput(file, MAX_FILE_BYTES));
}

/** Imported only for doubtful names, so that bakes start faster. */
const isBlob = async (bytes: Uint8Array) => (await import('../../src/core/blob/pack.js')).isBlob(bytes);

const MAP = /^\ufeff?\s*type\s/;

/** Reads a file by the name of a blob. */
export const readBlobBytes = (file: string) => readInput(file, undefined, readWhole);

/** Reads a blob. @throws {UsageError} if it is a map, a common mistake */
export async function readBlobFile(file: string): Promise<Buffer> {
  const bytes = await readBlobBytes(file);
  if (MAP.test(bytes.toString('utf8', 0, 64)) || (MAP_ENDING.test(file) && !(await isBlob(bytes))))
    throw new UsageError(`${file}: this is a map, not a blob; bake it first: prep jps ${file}`);
  return bytes;
}

/** Names the files in errors of blobs, and the option in one of their agent. */
export function namingBlobs<T>(files: string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith('agent is')) throw new UsageError(`--${error.message}`);
    throw error instanceof BlobError ? new BlobError(`${files.join(', ')}: ${error.message}`, error.code) : error;
  }
}

/** The given reading options, without formats that have none. */
export async function readingOf(argv: MapArguments): Promise<ReadMapOptions> {
  const { costs: _, walls: __, links: ___, ...others } = WALKER;
  const reading: Record<string, unknown> = { ...optionsOf(FILES, argv), ...optionsOf(others, argv) };
  if (argv.links !== undefined) reading.links = parseLinks(Buffer.from(await readText(argv.links)), argv.links);
  if (argv.walls !== undefined)
    reading.walls = parseJson(Buffer.from(await readText(argv.walls)), argv.walls) as MapWalls;
  for (const { name, flags } of FORMAT_OPTIONS) {
    const given: Record<string, unknown> = optionsOf(flags, argv, `${name}.`);
    if (typeof given.legend === 'string') given.legend = await readLegend(given.legend);
    if (Object.keys(given).length > 0) reading[name] = given;
  }
  return reading;
}

export function levelsGiven(argv: MapArguments): string[] | undefined {
  const given = argv['map-levels'];
  return given === undefined ? undefined : listOf(given);
}

/** The one level that was given. @throws {UsageError} if several are */
export function levelGiven(argv: MapArguments): string | undefined {
  const levels = levelsGiven(argv) ?? [];
  if (levels.length > 1) throw new UsageError(`--map-levels names ${levels.length} levels, expected one`);
  return levels[0];
}

/** Both options, `above` first. */
export function laidOver(below: ReadMapOptions, above: ReadMapOptions): ReadMapOptions {
  const formats: Record<string, object> = {};
  for (const { name } of FORMAT_OPTIONS)
    if (below[name] || above[name]) formats[name] = { ...below[name], ...above[name] };
  return { ...below, ...above, ...(formats as FormatOptions) };
}

/** @throws {MapError} naming the file, unless it is a JSON object */
async function readLegend(file: string): Promise<Record<string, Meaning>> {
  const value = parsedJson(await readText(file));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, Meaning>;
  throw new MapError(`${file}: expected a JSON object, for example {"#000000":"blocked","#ffffff":"open"}`);
}

/** @param content of a map without a file @throws {MapError} before reading a file that is too large */
export async function readMapFile(file: string, content?: string): Promise<Uint8Array> {
  if (content !== undefined) return Buffer.from(content);
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > MAX_FILE_BYTES) throw new MapError(`${file}: the file has ${size} bytes, allowed are ${MAX_FILE_BYTES}`);
  return readInput(file);
}

/**
 * Reads the map of a command.
 * @param below options that flags override
 * @throws {MapError} if it cannot be read, or has several levels and none is named
 */
export async function readNamedMap(
  file: string,
  argv: MapArguments & { costs?: string | undefined },
  below: ReadMapOptions = {},
) {
  const costs = argv.costs === undefined ? undefined : await readCosts(argv.costs, argv.terrain ?? DEFAULT_TERRAIN);
  const reading = laidOver(below, await readingOf(argv));
  return readMap(await readMapFile(file), { ...reading, costs, level: levelGiven(argv), file });
}

export type Costs = Record<string, number> | number[][];

export async function costsOf(argv: {
  costs?: string | undefined;
  maps: string[];
  terrain?: string | undefined;
}): Promise<Costs | undefined> {
  // Without named maps, the config decides which letters are open.
  const terrain = argv.terrain ?? (argv.maps.length > 0 ? DEFAULT_TERRAIN : TERRAIN_LETTERS);
  return argv.costs === undefined ? undefined : readCosts(argv.costs, terrain);
}

/** @throws {MapError} unless the file is a JSON object of costs for open letters, or a list of rows */
export async function readCosts(file: string, terrain: string): Promise<Costs> {
  const costs = parsedJson(await readText(file));
  // Cells are checked when the map is known.
  if (Array.isArray(costs) && costs.every(Array.isArray)) return costs;
  if (typeof costs !== 'object' || costs === null || Array.isArray(costs)) {
    throw new MapError(
      `${file}: expected a JSON object, cost by letter, for example {".":1,"S":3}, or a list of rows of costs`,
    );
  }
  const profile = terrainProfile(terrain);
  try {
    terrainCosts(costs as Record<string, number>, profile);
  } catch (error) {
    throw error instanceof MapError ? new MapError(`${file}: ${error.message}`) : error;
  }
  return costs as Record<string, number>;
}
