/** The plane of a map: squares, hexagons, or the diamonds of isometric and staggered maps. */
import type { ReadonlyGrid } from '../core/grid/grid.js';
import { hexAt, hexCenter, regularScale } from '../core/grid/hex-plane.js';
import { isHex, type MoveRule } from '../core/grid/rules.js';
import type { Area } from './surface.js';

/** Directions of a column, then of a row, in lengths of a cell's side. */
export type Axes = readonly [columnX: number, columnY: number, rowX: number, rowY: number];

/** A map's cells in the plane. Points are in columns and rows. */
export interface Plane {
  moveRule: MoveRule;
  axes: Axes;
}

export const SQUARES: Plane = { moveRule: 'no-corners', axes: [1, 0, 0, 1] };

/** @param axes of the map's file, in pixels. Default: cells are rectangles */
export function planeOf({ moveRule }: Pick<ReadonlyGrid, 'moveRule'>, axes?: Axes): Plane {
  if (isHex({ moveRule })) {
    const [x, y] = regularScale({ moveRule });
    return { moveRule, axes: [x, 0, 0, y] };
  }
  if (!axes || (axes[1] === 0 && axes[2] === 0)) return { moveRule, axes: SQUARES.axes };
  const side = Math.hypot(axes[0], axes[1]);
  return { moveRule, axes: axes.map((v) => v / side) as unknown as Axes };
}

/** A point of the plane in the picture, relative to the first column and row, in cells. */
export const toPicture = ({ axes: [ax, ay, bx, by] }: Plane, x: number, y: number): [number, number] => [
  x * ax + y * bx,
  x * ay + y * by,
];

export function toPlane({ axes: [ax, ay, bx, by] }: Plane, x: number, y: number): [number, number] {
  const area = ax * by - ay * bx;
  return [(x * by - y * bx) / area, (y * ax - x * ay) / area];
}

/** The cell at a point, also outside of the map. */
export const cellAtPoint = (plane: Pick<Plane, 'moveRule'>, x: number, y: number): [number, number] =>
  isHex(plane) ? hexAt(plane, x, y) : [Math.floor(x), Math.floor(y)];

export const middleOf = (plane: Plane, x: number, y: number): [number, number] =>
  isHex(plane) ? hexCenter(plane, x, y) : [x + 0.5, y + 0.5];

/** The smallest upright rectangle around points of an area that `map` moves. */
export function around({ x0, y0, x1, y1 }: Area, map: (x: number, y: number) => [number, number]): Area {
  const corners = [map(x0, y0), map(x1, y0), map(x0, y1), map(x1, y1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
