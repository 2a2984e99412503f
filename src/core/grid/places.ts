/** What artists mark on a map for the game: doors and markers by name, kept in a blob's metadata. */
import { MapError } from '../errors.js';
import type { WallInput } from './walls.js';

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

/** Everything that a map says beside its cells. */
export interface Places {
  /** Name of the level, where its file has several. */
  level?: string;
  /** Width and height of a cell in the unit of the map's file: pixels. */
  cellSize?: [number, number];
  /** How far a column leads right and down, then a row, in that unit: of maps that are not drawn as squares. */
  axes?: [columnX: number, columnY: number, rowX: number, rowY: number];
  /** Column and row of the map's first cell in file coordinates, where not 0, 0: chunks start anywhere. */
  origin?: [number, number];
  doors: Place[];
  markers: Place[];
  /** Floors, of a map that is several in one. */
  floors?: Floor[];
}

/** Most doors, and most markers, of a map. */
export const MAX_PLACES = 4096;
/** Most cells of all of them together. */
export const MAX_PLACE_CELLS = 65_536;
/** Longest name, in UTF-16 units. */
export const MAX_NAME = 128;
/** All names together; with the cells they stay below the size of a blob's metadata. */
const MAX_NAMES = 65_536;

/** @param file in error messages @throws {MapError} if there are more, or longer ones, than a blob keeps */
export function checkPlaces({ doors, markers, floors = [] }: Places, file: string): void {
  let cells = 0;
  let letters = 0;
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
