/** The metadata of a blob, unpacked and not believed: the same for tools and for a game that asks for its doors. */

import { ensure } from '../errors.js';
import type { Floor, Place, Places } from '../grid/places.js';
import { MAX_META_BYTES, MAX_NAME, MAX_PLACE_CELLS, MAX_PLACES } from '../limits.js';
import * as KIND from './kinds.js';
import { type Budget, unpack } from './message-pack.js';
import type { Blob, SectionEntry } from './read.js';

/**
 * Metadata as they were packed.
 * @param entry of one artifact in a pack
 * @param budget of all that are read together
 * @throws {BlobError} if they are damaged, no map of values, or deeper or larger than metadata are
 */
export function unpackMetadata(blob: Blob, entry?: SectionEntry, budget?: Budget): Record<string, unknown> {
  const packed = blob.section(KIND.meta, Uint8Array, MAX_META_BYTES, 0, undefined, entry);
  let value: unknown;
  try {
    value = unpack(packed, budget);
  } catch (error) {
    value = (error as Error).message;
  }
  ensure(isObject(value), 'metadata', value, 'a map');
  return value;
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
  const optional = <K extends keyof StoredPlaces>(key: K, read: (value: unknown, what: string) => unknown) =>
    (places[key] === undefined ? {} : { [key]: read(places[key], key) }) as Pick<StoredPlaces, K>;
  const named = (list: unknown, what: string): Place[] =>
    listOf(list, what, ({ cells, walls = [] }) => {
      const isWalls =
        Array.isArray(walls) &&
        walls.length <= MAX_PLACE_CELLS &&
        walls.every(
          (wall) => isBelow(wall?.[0], width) && isBelow(wall[1], height) && /^(nor|sou)th$|^(ea|we)st$/.test(wall[2]),
        );
      ensure(isWalls, `walls of ${what}`, 'others', 'sides of cells of the map');
      const fits =
        Array.isArray(cells) &&
        cells.length + walls.length > 0 &&
        cells.length <= 2 * MAX_PLACE_CELLS &&
        cells.length % 2 === 0 &&
        cells.every((value, i) => isBelow(value, i % 2 ? height : width));
      ensure(fits, `cells of ${what}`, 'others', 'x and y of cells of the map');
      return { cells, ...(walls.length > 0 && { walls }) };
    });
  const floorOf = (floor: object): Omit<Floor, 'name'> => {
    const { x, y, width: w, height: h } = floor as Floor;
    const fits = isBelow(x, width) && isBelow(y, height) && isBelow(w - 1, width - x) && isBelow(h - 1, height - y);
    ensure(fits, 'floor', [x, y, w, h], 'a rectangle of the map');
    return { x, y, width: w, height: h };
  };
  return {
    ...optional('tool', textOf),
    ...optional('level', textOf),
    ...optional('cellSize', numbersOf(2, 'two')),
    ...optional('axes', numbersOf(4, 'four')),
    ...optional('origin', numbersOf(2, 'two')),
    ...optional('floors', (list, what) => listOf(list, what, floorOf)),
    doors: named(places.doors, 'doors'),
    markers: named(places.points, 'points'),
  };
}

/** @param rest reads the rest of an entry */
function listOf<T>(list: unknown, what: string, rest: (entry: Record<string, unknown>) => T): (T & { name: string })[] {
  ensure(Array.isArray(list) && list.length <= MAX_PLACES, what, list, `a list of ${MAX_PLACES} at most`);
  return list.map((entry: unknown) => {
    ensure(isObject(entry), what, entry, 'names and cells');
    return { name: textOf(entry.name, `name of ${what}`), ...rest(entry) };
  });
}

function isBelow(value: unknown, end: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;
}

function textOf(text: unknown, what: string): string {
  const found = typeof text === 'string' ? `${text.length} letters` : text;
  ensure(typeof text === 'string' && text.length <= MAX_NAME, what, found, `${MAX_NAME} at most`);
  return text;
}

function numbersOf(count: number, word: string): (list: unknown, what: string) => unknown[] {
  return (list, what) => {
    const isList = Array.isArray(list) && list.length === count && list.every(Number.isFinite);
    ensure(isList, what, list, `${word} numbers`);
    return list.slice();
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
