/** Converts cells and points of a map to pixels and back. */
import { assertNumber } from '../core/errors.js';
import { hexAt, hexCenter, hexCorners } from '../core/grid/hex-plane.js';
import { pushOf } from '../core/grid/hexes.js';
import { isHex } from '../core/grid/rules.js';
import type { Path } from '../core/search/path.js';
import { refuseUnknown } from '../core/unknown-names.js';
import type { NavAsset } from './load-url.js';
import { floorOf, floorsOf, readMeta } from './meta.js';
import { inside, type Nav } from './nav.js';

/** Options of {@link pixels}. */
export interface PixelOptions {
  /** Width and height of a cell in pixels, or one number for both. Default: from the map file. */
  cellSize?: number | readonly [width: number, height: number] | undefined;
  /**
   * For maps that are not drawn as rectangles: pixels that a column leads right and down, then a row. Default: those of
   * the map file.
   */
  axes?: readonly [columnX: number, columnY: number, rowX: number, rowY: number] | undefined;
  /** Column and row of cell 0, 0, counted from the first pixel. Default: from the map file. */
  origin?: readonly [column: number, row: number] | undefined;
  /** Name of the only floor that is drawn. Default: all, below each other. */
  floor?: string | undefined;
}

/** Where things are drawn. */
export interface Pixels {
  /** Cell of a unit whose middle is at these pixels; it may lie outside the map. */
  cellAt(x: number, y: number): [x: number, y: number];
  /** The point at a place in pixels. */
  pointAt(x: number, y: number): [x: number, y: number];
  /** The middle of a unit on a cell, in pixels. */
  centerOf(x: number, y: number): { x: number; y: number };
  /** The corners of a cell, clockwise: four, or six of a hexagon, from the upper or the right one on. */
  cornersOf(x: number, y: number): { x: number; y: number }[];
  /** A point in pixels. */
  pixelAt(x: number, y: number): { x: number; y: number };
  /** Pixels along a path from `findPath` or a straightened path from `sightOf`. */
  line(path: Pick<Path, 'waypoints'> | { readonly points: ArrayLike<number> }): { x: number; y: number }[];
}

function pairOf(value: readonly [number, number], name: string, expected: string): readonly [number, number] {
  if (Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number')) return value;
  throw new TypeError(`${name} is ${String(value)}, expected ${expected}`);
}

/** Axes of a file, scaled to another cell size. Default: axes of rectangles or regular hexagons. */
function axesOf(
  { axes, cellSize }: Partial<Pick<NavAsset, 'cellSize' | 'axes'>>,
  [width, height]: readonly [number, number],
  steps: [number, number],
): readonly [number, number, number, number] {
  if (!axes || !cellSize) return [width * steps[0], 0, 0, height * steps[1]];
  const [x, y] = [width / cellSize[0], height / cellSize[1]];
  return [axes[0] * x, axes[1] * y, axes[2] * x, axes[3] * y];
}

/**
 * Converts between pixels and cells or points. Any other unit also works, for example meters.
 *
 *     const px = pixels(nav); // cell size and origin come with the map
 *     const path = nav.findPath(...px.cellAt(hero.x, hero.y), ...px.cellAt(event.offsetX, event.offsetY));
 *     if (path) hero.follow(px.line(path)); // [{ x, y }, ...]
 *
 * @param map for a nav, cells and middles are of its unit; for an imported map, of a single cell
 * @throws {TypeError} if the map, a size or an origin is invalid
 * @throws {RangeError} if no cell size is known, a size is not above 0, or there is no such floor
 */
export function pixels(
  map: Nav | (Pick<NavAsset, 'cellSize' | 'origin'> & Partial<Pick<NavAsset, 'axes' | 'diagonals' | 'floors'>>),
  options?: PixelOptions,
): Pixels {
  if (typeof map !== 'object' || map === null)
    throw new TypeError(`map is ${String(map)}, expected what load gives, or an imported map`);
  refuseUnknown(options, 'cellSize', 'origin', 'axes', 'floor');
  const isAsset = !('findPath' in map);
  const size = isAsset ? 1 : map.size;
  const places: Partial<Pick<NavAsset, 'cellSize' | 'axes' | 'origin'>> = isAsset ? map : readMeta(inside(map));
  const { cellSize = places.cellSize, origin = places.origin ?? [0, 0] } = options ?? {};
  const [first, second] = pairOf(origin, 'origin', '[column, row]');
  const floor =
    options?.floor === undefined ? undefined : floorOf(isAsset ? (map.floors ?? []) : floorsOf(map), options.floor);
  const [column, row] = [first - (floor?.x ?? 0), second - (floor?.y ?? 0)];
  if (cellSize === undefined)
    throw new RangeError(
      'cellSize is missing: the map does not tell it; give pixels { cellSize }, a number or [width, height]',
    );
  const [width, height] =
    typeof cellSize === 'number' ? [cellSize, cellSize] : pairOf(cellSize, 'cellSize', 'a number or [width, height]');
  if (!(width > 0 && height > 0)) throw new RangeError(`cellSize is ${cellSize}, not above 0`);
  const moveRule = map.diagonals ?? 'no-corners';
  const hexes = isHex({ moveRule }) && { moveRule };
  const isFlat = pushOf({ moveRule })?.columns === true;
  const axes = options?.axes ?? axesOf(places, [width, height], hexes ? (isFlat ? [0.75, 1] : [1, 0.75]) : [1, 1]);
  if (!Array.isArray(axes)) throw new TypeError(`axes is ${String(axes)}, expected four numbers`);
  const [ax, ay, bx, by] = axes;
  const area = axes.every((one) => typeof one === 'number') ? ax * by - ay * bx : 0;
  if (!(Math.abs(area) > 0))
    throw new RangeError(`axes is ${axes}, expected four numbers: a column and a row that lead apart`);
  // Default: the first hexagon's box begins at pixel 0, 0.
  const [left, top] =
    hexes && !places.axes ? [column + (width / ax - 1) / 2, row + (height / by - 1) / 2] : [column, row];
  // What rows or columns are less than a cell apart is what two slanted sides take.
  const side = 2 - (isFlat ? width / Math.hypot(ax, ay) : height / Math.hypot(bx, by));
  const check = (x: number, y: number) => {
    assertNumber(x, 'x');
    assertNumber(y, 'y');
  };
  const pixelAt = (x: number, y: number) => {
    check(x, y);
    return { x: (x + left) * ax + (y + top) * bx, y: (x + left) * ay + (y + top) * by };
  };
  const pointAt = (x: number, y: number): [number, number] => {
    check(x, y);
    return [(x * by - y * bx) / area - left, (y * ax - x * ay) / area - top];
  };
  const middleOf = (x: number, y: number): [number, number] =>
    hexes ? hexCenter(hexes, x, y) : [x + size / 2, y + size / 2];
  return {
    pixelAt,
    pointAt,
    centerOf(x, y) {
      check(x, y);
      return pixelAt(...middleOf(x, y));
    },
    cellAt(x, y) {
      const [pointX, pointY] = pointAt(x, y);
      if (hexes) return hexAt(hexes, pointX, pointY, side);
      return [Math.floor(pointX - (size - 1) / 2), Math.floor(pointY - (size - 1) / 2)];
    },
    cornersOf(x, y) {
      check(x, y);
      const corners = hexes
        ? hexCorners(hexes, x, y, side)
        : [[x, y] as const, [x + 1, y] as const, [x + 1, y + 1] as const, [x, y + 1] as const];
      return corners.map(([pointX, pointY]) => pixelAt(pointX, pointY));
    },
    line(path) {
      const { points, waypoints } = (path ?? {}) as Partial<Path> & { points?: ArrayLike<number> };
      const list = points ?? waypoints;
      if (!list) throw new TypeError(`path is ${String(path)}, expected what findPath or pull gives`);
      return Array.from({ length: list.length >> 1 }, (_, i) => {
        const [x, y] = [list[2 * i], list[2 * i + 1]];
        return points ? pixelAt(x, y) : pixelAt(...middleOf(x, y));
      });
    },
  };
}
