/** What artists mark on a map for the game: doors and markers by name, kept in a blob's metadata. */

import { MapError } from '../errors.js';
import { MAX_FLOORS, MAX_NAME, MAX_NAMES, MAX_PLACE_CELLS, MAX_PLACES } from '../limits.js';
import { type WallInput, wallAt } from './walls.js';

/** A door or a marker: its name and cells. */
export interface Place {
  name: string;
  /** x and y of each cell, in turn. */
  cells: number[];
  /** Walls that a door also opens and closes; undefined where it has none. */
  walls?: readonly WallInput[] | undefined;
}

/** A floor: a rectangle of cells of the map. */
export interface Floor {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Doors, markers, floors and cell sizes of a map. */
export interface Places {
  /** Name of the level, where its file has several. */
  level?: string;
  /** Width and height of a cell in the unit of the map's file: pixels. */
  cellSize?: [number, number];
  /** For maps that are not drawn as rectangles: pixels that a column leads right and down, then a row. */
  axes?: [columnX: number, columnY: number, rowX: number, rowY: number];
  /** Column and row of the map's first cell in file coordinates, where not 0, 0: chunks start anywhere. */
  origin?: [number, number];
  doors: Place[];
  markers: Place[];
  /** Floors, of a map that is several in one. */
  floors?: Floor[];
}

/** Doors, markers, floors and cell size of a map made in code. */
export type PlacesInput = Partial<Pick<Places, 'doors' | 'markers' | 'floors' | 'cellSize'>>;

/**
 * Marks of a map of some sides; undefined if there are none.
 * @throws {TypeError} if a door or marker is not a name with cells, or a floor not a name with a rectangle
 * @throws {RangeError} if they are not on the map, or two floors have one name
 * @throws {MapError} as {@link checkPlaces}
 */
export function madePlaces(width: number, height: number, given: PlacesInput): Places | undefined {
  const map = { width, height };
  const { doors = [], markers = [], floors, cellSize } = given;
  for (const [kind, list] of Object.entries({ doors, markers, floors: floors ?? [] }))
    if (!Array.isArray(list)) throw new TypeError(`${kind} is ${JSON.stringify(list)}, expected a list`);
  for (const [kind, list] of Object.entries({ doors, markers }))
    list.forEach((place, i) => {
      checkPlace(map, place, `${kind}[${i}]`);
    });
  floors?.forEach((floor, i) => {
    checkFloor(map, floor, `floors[${i}]`);
  });
  if (cellSize && !(Array.isArray(cellSize) && cellSize.length === 2 && cellSize.every((side) => side > 0)))
    throw misplaced(map, 'cellSize', cellSize, '[width, height]');
  const places = { doors, markers, ...(floors && { floors }), ...(cellSize && { cellSize }) };
  if (!hasPlaces(places)) return undefined;
  checkPlaces(places, 'map');
  // Functions look floors up by name.
  const twice = floors?.find(({ name }, i) => floors.findIndex((one) => one.name === name) < i);
  if (twice) throw new RangeError(`two floors are named ${JSON.stringify(twice.name)}, expected a name for each`);
  return places;
}

type Sides = Pick<Floor, 'width' | 'height'>;

/** The error of a value that is not on a map. */
const misplaced = ({ width, height }: Sides, what: string, value: unknown, expected: string): RangeError =>
  new RangeError(`${what} is ${JSON.stringify(value)}, expected ${expected} on the map of ${width} x ${height}`);

/** Whether a value is a whole number from 0 to below an end. */
const isBelow = (value: unknown, end: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;

/** @param what the place in error messages @throws {RangeError} if it is not a name with cells or walls of the map */
function checkPlace(map: Sides, place: Place, what: string): void {
  const { name, cells, walls = [] } = place ?? {};
  const isSound = typeof name === 'string' && typeof cells?.every === 'function' && cells.length % 2 === 0;
  const isOn = isSound && cells.every((value, k) => isBelow(value, k % 2 ? map.height : map.width));
  if (!isOn || cells.length + walls.length === 0) throw misplaced(map, what, place, '{ name, cells: [x, y, ...] }');
  walls.forEach((wall, k) => {
    wallAt(map, wall, `${what}: wall ${k}`);
  });
}

/** @param what the floor in error messages @throws {RangeError} if it is not a name with a rectangle of the map */
function checkFloor(map: Sides, floor: Floor, what: string): void {
  const { name, x, y, width, height } = floor ?? {};
  const isAt = typeof name === 'string' && isBelow(x, map.width) && isBelow(y, map.height);
  const isOn = isAt && isBelow(width - 1, map.width - x) && isBelow(height - 1, map.height - y);
  if (!isOn) throw misplaced(map, what, floor, '{ name, x, y, width, height }');
}

/** @param file in error messages @throws {MapError} if there are more, or longer ones, than a blob keeps */
export function checkPlaces({ doors, markers, floors = [] }: Places, file: string): void {
  let cells = 0;
  let letters = 0;
  if (floors.length > MAX_FLOORS) throw new MapError(`${file}: ${floors.length} floors, allowed are ${MAX_FLOORS}`);
  for (const { name } of floors) {
    letters += name.length;
    if (name.length > MAX_NAME)
      throw new MapError(`${file}: one of the floors has a name of ${name.length} letters, allowed are ${MAX_NAME}`);
  }
  for (const [kind, places] of [
    ['doors', doors],
    ['markers', markers],
  ] as const) {
    if (places.length > MAX_PLACES) throw new MapError(`${file}: ${places.length} ${kind}, allowed are ${MAX_PLACES}`);
    for (const place of places) {
      cells += place.cells.length / 2 + (place.walls?.length ?? 0);
      letters += place.name.length;
      if (place.name.length > MAX_NAME)
        throw new MapError(
          `${file}: one of the ${kind} has a name of ${place.name.length} letters, allowed are ${MAX_NAME}`,
        );
    }
  }
  if (letters > MAX_NAMES)
    throw new MapError(`${file}: names of doors and markers have ${letters} letters, allowed are ${MAX_NAMES}`);
  if (cells > MAX_PLACE_CELLS)
    throw new MapError(`${file}: doors and markers have ${cells} cells, allowed are ${MAX_PLACE_CELLS}`);
}

/** Places of a map as a blob's metadata store them. */
export function placesOf({ level, cellSize, axes, origin, floors, doors, markers }: Places): Places {
  const drawn = { ...(cellSize && { cellSize }), ...(axes && { axes }), ...(origin && { origin }) };
  return { ...(level && { level }), ...drawn, ...(floors && { floors }), doors, markers };
}

/** Whether there is anything that a game could ask for. */
export function hasPlaces({ level, cellSize, origin, floors, doors, markers }: Places): boolean {
  return [level, cellSize, origin, floors].some((value) => value !== undefined) || doors.length + markers.length > 0;
}
