/** The metadata of a blob, unpacked and not believed: the same for tools and for a game that asks for its doors. */

import { ensure } from '../errors.js';
import { type Floor, MAX_NAME, MAX_PLACE_CELLS, MAX_PLACES, type Place, type Places } from '../grid/places.js';
import { MAX_META_BYTES, META_KIND } from './layout.js';
import { unpack } from './message-pack.js';
import type { Blob } from './read.js';

/** Metadata as they were packed. @throws {BlobError} if they are damaged, or no map of values */
export function unpackMetadata(blob: Blob): Record<string, unknown> {
  const packed = blob.section(META_KIND, Uint8Array, MAX_META_BYTES, 0);
  let value: unknown;
  try {
    value = unpack(packed);
  } catch (error) {
    value = error;
  }
  ensure(isObject(value) && !(value instanceof Error), 'metadata', value, 'a map');
  ensure(isTree(value), 'metadata', 'no tree of values', 'a map');
  return value;
}

/** Whether a value can be printed as JSON: nothing in it twice, which a circle would be, nor deeper than metadata are. */
function isTree(value: unknown, seen = new Set<unknown>(), depth = 8): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (seen.has(value) || depth === 0) return false;
  seen.add(value);
  return Object.values(value).every((inner) => isTree(inner, seen, depth - 1));
}

/** Metadata of a blob's map, and the version of gridprep that wrote them. */
export interface StoredPlaces extends Places {
  tool?: string;
}

/**
 * Doors, markers (`points` in the file) and the size of a cell out of metadata.
 * @returns undefined where the map has none
 * @throws {BlobError} if a name, a cell or a number is not as it can be
 */
export function placesOf(
  metadata: { places?: unknown },
  { width, height }: Pick<Blob, 'width' | 'height'>,
): StoredPlaces | undefined {
  const { places } = metadata;
  if (places === undefined) return undefined;
  ensure(isObject(places), 'places', places, 'a map');
  const { tool, level, cellSize, axes, origin } = places;
  const doors = listOf(places.doors, 'doors', width, height);
  const markers = listOf(places.points, 'points', width, height);
  return {
    ...(tool !== undefined && { tool: textOf(tool, 'tool') }),
    ...(level !== undefined && { level: textOf(level, 'level') }),
    ...(cellSize !== undefined && { cellSize: pairOf(cellSize, 'cell size') }),
    ...(axes !== undefined && { axes: listOfNumbers(axes, 'axes', 4) as NonNullable<Places['axes']> }),
    ...(origin !== undefined && { origin: pairOf(origin, 'origin') }),
    ...(places.floors !== undefined && { floors: floorsOf(places.floors, width, height) }),
    doors,
    markers,
  };
}

function listOf(list: unknown, what: string, width: number, height: number): Place[] {
  ensure(Array.isArray(list) && list.length <= MAX_PLACES, what, list, `a list of ${MAX_PLACES} at most`);
  return list.map((place: unknown) => {
    ensure(isObject(place), what, place, 'names and cells');
    const { name, cells } = place;
    const fits =
      Array.isArray(cells) && cells.length > 0 && cells.length <= 2 * MAX_PLACE_CELLS && cells.length % 2 === 0;
    ensure(
      fits && cells.every((value, i) => isBelow(value, i % 2 ? height : width)),
      `cells of ${what}`,
      'others',
      'x and y of cells of the map',
    );
    return { name: textOf(name, `name of ${what}`), cells };
  });
}

function floorsOf(list: unknown, width: number, height: number): Floor[] {
  ensure(Array.isArray(list) && list.length <= MAX_PLACES, 'floors', list, `a list of ${MAX_PLACES} at most`);
  return list.map((floor: unknown) => {
    ensure(isObject(floor), 'floor', floor, 'a name and a rectangle');
    const [x, y, w, h] = [floor.x, floor.y, floor.width, floor.height] as number[];
    const fits = isBelow(x, width) && isBelow(y, height) && isBelow(w - 1, width - x) && isBelow(h - 1, height - y);
    ensure(fits, 'floor', `${x}, ${y}, ${w}, ${h}`, 'a rectangle of the map');
    return { name: textOf(floor.name, 'name of a floor'), x, y, width: w, height: h };
  });
}

function isBelow(value: unknown, end: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;
}

function textOf(text: unknown, what: string): string {
  ensure(
    typeof text === 'string' && text.length <= MAX_NAME,
    what,
    typeof text === 'string' ? `${text.length} letters` : text,
    `${MAX_NAME} at most`,
  );
  return text;
}

const pairOf = (pair: unknown, what: string) => listOfNumbers(pair, what, 2) as [number, number];

function listOfNumbers(list: unknown, what: string, length: number): number[] {
  const isList = Array.isArray(list) && list.length === length && list.every(Number.isFinite);
  ensure(isList, what, list, `${length === 2 ? 'two' : 'four'} numbers`);
  return list.slice();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
