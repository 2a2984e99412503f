/**
 * Hexagons in the plane. Points of their maps are in columns and rows, as everywhere: the middle of cell x, y is at
 * x + 0.5, y + 0.5, half a column further right in a row that is pushed, half a row further down in such a column. So
 * all of them lie on an even lattice, and pixels are a linear map of points.
 */
import type { ReadonlyGrid } from './grid.js';
import { pushOf } from './hexes.js';

/** Sides along columns or rows of a regular hexagon, as a share of a row or column. */
const REGULAR = 0.6666666666666666; // 2 / 3

type Ruled = Pick<ReadonlyGrid, 'moveRule'>;

/** How far rows or columns are pushed, in cells; axial rows by half a cell each. */
export function pushesOf(map: Ruled): { columns: boolean; at: (k: number) => number } {
  const push = pushOf(map);
  if (!push) return { columns: false, at: (k) => k / 2 };
  return { columns: push.columns, at: (k) => ((k + push.even) & 1) / 2 };
}

/** The middle of a hexagon. */
export function hexCenter(map: Ruled, x: number, y: number): [pointX: number, pointY: number] {
  const { columns, at } = pushesOf(map);
  return columns ? [x + 0.5, y + 0.5 + at(x)] : [x + 0.5 + at(y), y + 0.5];
}

/** Length of a column, and of a row, where hexagons are regular and 1 wide across their flat sides. */
export function regularScale(map: Ruled): [column: number, row: number] {
  return pushesOf(map).columns ? [Math.sqrt(0.75), 1] : [1, Math.sqrt(0.75)];
}

/** The hexagon of a point, as {@link hexCorners} draws it: if it is regular, the one whose middle is nearest. */
export function hexAt(map: Ruled, pointX: number, pointY: number, side = REGULAR): [x: number, y: number] {
  const { columns, at } = pushesOf(map);
  const [along, across] = columns ? [pointY, pointX] : [pointX, pointY];
  let best = Infinity;
  let cell: [number, number] = [0, 0];
  for (const step of [-1, 0, 1]) {
    // Counting by `k++` would not end beyond 2 ** 53.
    const k = Math.floor(across) + step;
    const i = Math.floor(along - at(k));
    // Equal on the side that two hexagons share.
    const apart = Math.abs(across - k - 0.5) + 2 * (1 - side) * Math.abs(along - i - 0.5 - at(k));
    if (apart >= best) continue;
    best = apart;
    cell = columns ? [k, i] : [i, k];
  }
  return cell;
}

/**
 * The corners of a cell around its middle, clockwise from the top right or right one, as points: six of a hexagon.
 * @param side length of the sides along columns (pointy tops) or rows, as a share of a row or column
 */
export function hexCorners(map: Ruled, x: number, y: number, side = REGULAR): [pointX: number, pointY: number][] {
  const [cx, cy] = hexCenter(map, x, y);
  const [near, far] = [side / 2, 1 - side / 2];
  const pointy: [number, number][] = [
    [0, -far],
    [0.5, -near],
    [0.5, near],
    [0, far],
    [-0.5, near],
    [-0.5, -near],
  ];
  const { columns } = pushesOf(map);
  return pointy.map(([u, v]) => (columns ? [cx - v, cy + u] : [cx + u, cy + v]));
}
