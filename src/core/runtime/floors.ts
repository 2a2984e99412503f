/** Floors of a loaded map: which one a cell is on, and the cells of one. */
import type { Floor } from '../grid/places.js';
import { readMeta } from './meta.js';
import { inside, type Nav } from './nav.js';

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
 * @param x,y a cell, or on squares any point, such as the position of a walker; for a point on hexagons pass what `cellAt` returns
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
