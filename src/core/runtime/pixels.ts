/** The one place that knows of pixels: cells and points of a map in the unit that it is drawn in, and back. */
import { assertNumber } from '../errors.js';
import type { Path } from '../search/path.js';
import type { NavAsset } from './load-url.js';
import { readMeta } from './meta.js';
import { inside, type Nav } from './nav.js';

/** Options of {@link pixels}. */
export interface PixelOptions {
  /** Width and height of a cell in pixels, one number where they are equal; that of the map's file without it. */
  cellSize?: number | readonly [width: number, height: number] | undefined;
  /** Column and row of cell 0, 0 where the pixels begin; those of the map's file without it. */
  origin?: readonly [column: number, row: number] | undefined;
}

/** Where things are drawn. */
export interface Pixels {
  /** The cell that a unit is on whose middle is at a place in pixels; it may be outside of the map. */
  cellAt(x: number, y: number): [x: number, y: number];
  /** The point at a place in pixels. */
  pointAt(x: number, y: number): [x: number, y: number];
  /** The middle of a unit on a cell, in pixels. */
  centerOf(x: number, y: number): { x: number; y: number };
  /** A point in pixels. */
  pixelAt(x: number, y: number): { x: number; y: number };
  /** The line to draw, or to walk along, of a path that was found (`findPath`), or pulled (`sightOf`). */
  line(path: Pick<Path, 'waypoints'> | { readonly points: ArrayLike<number> }): { x: number; y: number }[];
}

function pairOf(value: readonly [number, number], name: string, expected: string): readonly [number, number] {
  if (Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number')) return value;
  throw new TypeError(`${name} is ${String(value)}, expected ${expected}`);
}

/**
 * Translates between pixels and the cells and points that everything else here takes and gives. Any unit will do: metres, tiles of 2 x 1.
 *
 *     const px = pixels(nav); // cell size and origin come with the map
 *     const path = nav.findPath(...px.cellAt(hero.x, hero.y), ...px.cellAt(event.offsetX, event.offsetY));
 *     if (path) hero.follow(px.line(path)); // [{ x, y }, ...]
 *
 * @param map of a nav cells are those its walker stands on; of an imported map those of a single cell
 * @throws {TypeError} if the map, a size or an origin is none
 * @throws {RangeError} if nobody says how large a cell is, or a size is not above 0
 */
export function pixels(map: Nav | Pick<NavAsset, 'cellSize' | 'origin'>, options?: PixelOptions): Pixels {
  if (typeof map !== 'object' || map === null)
    throw new TypeError(`map is ${String(map)}, expected what load gives, or an imported map`);
  const isAsset = !('findPath' in map);
  const size = isAsset ? 1 : map.size;
  const places: Partial<Pick<NavAsset, 'cellSize' | 'origin'>> = isAsset
    ? map
    : inside(map).blobs.length > 0
      ? readMeta(map)
      : {};
  const { cellSize = places.cellSize, origin = places.origin ?? [0, 0] } = options ?? {};
  const [left, top] = pairOf(origin, 'origin', '[column, row]');
  if (cellSize === undefined)
    throw new RangeError(
      'cellSize is missing: the map does not tell it; give pixels { cellSize }, a number or [width, height]',
    );
  const [width, height] =
    typeof cellSize === 'number' ? [cellSize, cellSize] : pairOf(cellSize, 'cellSize', 'a number or [width, height]');
  if (!(width > 0 && height > 0)) throw new RangeError(`cellSize is ${cellSize}, not above 0`);
  const check = (x: number, y: number) => {
    assertNumber(x, 'x');
    assertNumber(y, 'y');
  };
  const pixelAt = (x: number, y: number) => {
    check(x, y);
    return { x: (x + left) * width, y: (y + top) * height };
  };
  const pointAt = (x: number, y: number): [number, number] => {
    check(x, y);
    return [x / width - left, y / height - top];
  };
  return {
    pixelAt,
    pointAt,
    centerOf(x, y) {
      check(x, y);
      return pixelAt(x + size / 2, y + size / 2);
    },
    cellAt(x, y) {
      const [px, py] = pointAt(x, y);
      return [Math.floor(px - (size - 1) / 2), Math.floor(py - (size - 1) / 2)];
    },
    line(path) {
      const { points, waypoints } = (path ?? {}) as Partial<Path> & { points?: ArrayLike<number> };
      const list = points ?? waypoints;
      if (!list) throw new TypeError(`path is ${String(path)}, expected what findPath or pull gives`);
      const shift = points ? 0 : size / 2;
      return Array.from({ length: list.length >> 1 }, (_, i) => pixelAt(list[2 * i] + shift, list[2 * i + 1] + shift));
    },
  };
}
