/** Metadata of a map: doors, markers, sizes. */
import * as KIND from '../core/blob/kinds.js';
import { newBudget } from '../core/blob/message-pack.js';
import { placesOf, type StoredPlaces, unpackMetadata } from '../core/blob/meta.js';
import { type Blob, type BlobBytes, type Decompress, readBlob } from '../core/blob/read.js';
import { ensure } from '../core/errors.js';
import type { Floor, Place } from '../core/grid/places.js';
import type { MoveRule } from '../core/grid/rules.js';
import { type GridNav, inside, type LoadPart, type Nav } from './nav.js';

/** A marker: a place, and its first cell. */
export interface Marker extends Place {
  /** The first of its cells; of a marker that has only walls, the cell of the first wall. */
  cell: [x: number, y: number];
}

/** Result of {@link readMeta}. */
export interface Meta {
  /** Name of the map's file; empty if it had none. */
  map: string;
  /** Name of the level if the file has several, otherwise empty. */
  level: string;
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
  /** Which moves are legal, as `nav.diagonals`; of the first agent. */
  diagonals: MoveRule;
  /** Hash of the map, as `nav.fingerprint`. */
  fingerprint: string;
  /** Names of the artifacts: `jps`, `bounds`, ... */
  artifacts: string[];
  /** Names of the agents in the blob; empty if it has none. */
  agents: string[];
  /**
   * Width and height of a cell in the unit of the map file, usually pixels; undefined if the file does not contain it.
   */
  cellSize: [width: number, height: number] | undefined;
  /** Pixels that a column leads right and down, then a row; undefined for rectangles. */
  axes: [columnX: number, columnY: number, rowX: number, rowY: number] | undefined;
  /** Column and row of cell 0, 0 in the file. */
  origin: [column: number, row: number];
  /** Doors by name, each with its cells. */
  doors: Place[];
  /** Floors by name, each a rectangle of cells; empty if the map has no floors. */
  floors: Floor[];
  /** Other places by name: where units appear, goals. */
  markers: Marker[];
  /** Version of gridprep that wrote doors, markers and sizes; undefined where the map has none of them. */
  tool: string | undefined;
}

/**
 * Doors, markers and other metadata of a map.
 *
 *     const { doors, markers } = readMeta(nav);
 *     const [x, y] = markers.find(({ name }) => name === 'start').cell;
 *
 * @param from a loaded map, or the bytes of a blob or pack
 * @param codec of compressed bytes: {@link zstdPart}, or `{ decompress }`; a loaded map has its own
 * @throws {BlobError} if the blob is damaged or of another version; `missing` if it is compressed, and `codec` is not
 * given
 * @throws {TypeError} if it is not bytes
 */
export function readMeta(from: Nav | BlobBytes, codec: LoadPart | { decompress?: Decompress } = {}): Meta {
  const { decompress = noCodec } = codec as { decompress?: Decompress };
  const blobs = (from as Partial<GridNav> | null)?.blobs ?? [readBlob(from as BlobBytes, decompress)];
  // A pack has metadata of each artifact.
  const budget = newBudget();
  const parts = blobs.flatMap((blob) =>
    blob.entries.filter(({ kind }) => kind === KIND.meta).map((entry) => unpackMetadata(blob, entry, budget)),
  );
  // A map that was made in the game has no blob.
  const map: Partial<Blob> & Pick<Nav, 'width' | 'height' | 'fingerprint' | 'agents'> = blobs[0] ?? from;
  const made: StoredPlaces | undefined = (from as Partial<GridNav>).grid?.places;
  const places = parts.map((part) => placesOf(part, map)).find((place) => place !== undefined) ?? made;
  const { width, height, fingerprint, agents, moveRule: diagonals = (from as Nav).diagonals } = map;
  const { level = '', cellSize, axes, origin = [0, 0], doors = [], markers = [], floors = [], tool } = places ?? {};
  return {
    map: textOf(parts[0]?.map),
    ...{ level, width, height, diagonals, fingerprint },
    artifacts: [...new Set(parts.map(({ artifact }) => textOf(artifact)))],
    agents: [...agents],
    ...{ cellSize, axes, origin, doors, markers: markers.map(withCell), floors, tool },
  };
}

function withCell(marker: Place): Marker {
  const [x, y] = marker.cells.length > 0 ? marker.cells : (marker.walls?.[0] ?? []);
  return { ...marker, cell: [Number(x), Number(y)] };
}

const noCodec: Decompress = () => {
  ensure(false, 'codec', 'zstd', 'none', 'missing', 'also give readMeta zstdPart');
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const known = /* @__PURE__ */ new WeakMap<object, readonly Floor[]>();

/** Floors of a map, read once; none of a map that is one. */
export function floorsOf(nav: Nav): readonly Floor[] {
  const { blobs } = inside(nav);
  const floors = known.get(blobs) ?? readMeta(nav).floors;
  known.set(blobs, floors);
  return floors;
}

/** @throws {RangeError} if none has the name */
export function floorOf(floors: readonly Floor[], name: string): Floor {
  const floor = floors.find((one) => one.name === name);
  if (floor) return floor;
  const names = floors.map((one) => one.name).join(', ');
  throw new RangeError(`there is no floor ${name}; ${names === '' ? 'the map has none' : `there are ${names}`}`);
}

/**
 * The floor that a cell or a point is on, and its column and row, or the point, on that floor.
 *
 *     floorAt(nav, unit.x, unit.y); // { name: 'cellar', x: 3, y: 4 }
 *
 * @param x,y a cell, or on squares any point, such as the position of a walker; for a point on hexagons pass what
 * `cellAt` returns
 * @returns null between floors, and on a map that has none
 */
export function floorAt(nav: Nav, x: number, y: number): { name: string; x: number; y: number } | null {
  const floor = floorsOf(nav).find(
    (one) => x >= one.x && y >= one.y && x < one.x + one.width && y < one.y + one.height,
  );
  return floor ? { name: floor.name, x: x - floor.x, y: y - floor.y } : null;
}

/**
 * The cell of the map for a column and row of a floor; the inverse of {@link floorAt}.
 *
 *     const [x, y] = cellOfFloor(nav, 'cellar', 3, 4);
 *
 * @throws {RangeError} if there is no such floor, or it has no such cell
 */
export function cellOfFloor(nav: Nav, name: string, x: number, y: number): [x: number, y: number] {
  const floor = floorOf(floorsOf(nav), name);
  const isInside =
    Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < floor.width && y < floor.height;
  if (!isInside)
    throw new RangeError(`cell ${x}, ${y} is not on floor ${name} of ${floor.width} x ${floor.height} cells`);
  return [floor.x + x, floor.y + y];
}
