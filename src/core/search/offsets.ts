/** Paths between hexagons in an offset layout: they are made in axial coordinates. */
import type { HexLayout } from '../grid/hexes.js';
import type { WritePoints } from './join.js';
import type { PathBuffer } from './path.js';

/** Turns a path of axial coordinates into one of offset columns and rows: its cells and turns are made immediately. */
export function toOffsets(path: PathBuffer, { allToOffset }: HexLayout): void {
  const { waypoints, waypointCount, cells, cellCount } = path;
  allToOffset(new Int32Array(waypoints.buffer, waypoints.byteOffset, waypointCount), waypointCount);
  allToOffset(new Int32Array(cells.buffer, cells.byteOffset, cellCount), cellCount);
}

/** @returns leaves points of columns and rows in a buffer; hexagons are in a line where their axial coordinates are */
export const writeIn =
  (layout?: HexLayout): WritePoints =>
  (path, points, cost) => {
    path.write(layout ? points.map(layout.toAxial) : points, points.length, cost);
    if (layout) toOffsets(path, layout);
  };
