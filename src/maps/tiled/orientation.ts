/**
 * How Tiled draws the tiles of a map, and how its tiles become cells. The formulas are from its renderers
 * (doc.mapeditor.org, "Map orientations"; src/libtiled/hexagonalrenderer.cpp, isometricrenderer.cpp):
 *
 *     isometric    cell x, y has its upper corner at ((x - y) * w / 2, (x + y) * h / 2)
 *     hexagonal    rows (stagger axis y) are (h + side) / 2 apart, pushed ones lie w / 2 further right
 *     staggered    the same with a side of 0: diamonds, which are squares of a grid turned by 45 degrees
 */
import { MapError } from '../../core/errors.js';
import type { MoveRule } from '../../core/grid/grid.js';
import { hexAt } from '../../core/grid/hex-plane.js';
import type { Places } from '../../core/grid/places.js';
import type { Fields } from '../fields.js';
import { quote } from '../text.js';
import { type Cells, hexCells, SQUARES } from './shapes.js';

export interface Orientation extends Cells {
  rule?: MoveRule;
  places: Pick<Places, 'cellSize' | 'axes' | 'origin'>;
  /** Converts pixels of objects to points of the grid, and back. */
  toPoint(x: number, y: number): [px: number, py: number];
  toPixel(px: number, py: number): [x: number, y: number];
  cellAt(px: number, py: number): [x: number, y: number];
  /** Width of a tile divided by its height, on isometric maps. */
  slant?: number;
  /** Sides of the grid if it is turned, and the cell of a tile in it. */
  turned?: { width: number; height: number; cellOf(x: number, y: number): [u: number, v: number] };
}

const ORIENTATIONS = ['orthogonal', 'isometric', 'hexagonal', 'staggered', 'oblique'];
const MOST_SIDE = 65_536;

/** Columns and rows of a map, and the column and row of its first tile in the file. */
export interface Extent {
  originX: number;
  originY: number;
  width: number;
  height: number;
}

/** @throws {MapError} if the orientation is unknown, or a value that it needs is missing */
export function orientationOf(map: Fields, extent: Extent, file: string): Orientation {
  const orientation = map.text('orientation', 'orthogonal');
  const size: [number, number] = [map.integer('tilewidth', 1, MOST_SIDE), map.integer('tileheight', 1, MOST_SIDE)];
  const { originX, originY } = extent;
  // Of oblique maps only pictures are slanted.
  if (orientation === 'orthogonal' || orientation === 'oblique') {
    const moved = originX !== 0 || originY !== 0;
    const axes: Axes = [size[0], 0, 0, size[1]];
    return drawn({ cellSize: size, ...(moved && { origin: [originX, originY] }) }, axes, [originX, originY]);
  }
  if (orientation === 'isometric') return isometric(map, extent, size);
  if (orientation === 'hexagonal' || orientation === 'staggered') {
    // Tiled halves these, without the rest.
    for (const side of ['tilewidth', 'tileheight']) map.integer(side, 2, MOST_SIDE);
    const axis = map.text('staggeraxis', 'y');
    const index = map.text('staggerindex', 'odd');
    if (axis !== 'x' && axis !== 'y') map.fail('staggeraxis', axis, '"x" or "y"');
    if (index !== 'odd' && index !== 'even') map.fail('staggerindex', index, '"odd" or "even"');
    // An infinite map may begin in a row or column that is pushed.
    const even = (Number(index === 'even') + (axis === 'x' ? originX : originY)) & 1;
    const stagger = { columns: axis === 'x', even };
    if (orientation === 'staggered') return staggered(extent, size, stagger);
    const side = map.integer('hexsidelength', 0, size[axis === 'x' ? 0 : 1], 0);
    return hexagonal(extent, size, stagger, side);
  }
  throw new MapError(
    `${file}: orientation is ${quote(orientation)}, known are ${ORIENTATIONS.map((one) => quote(one)).join(', ')}`,
  );
}

/** Pixels of a column, then of a row. */
type Axes = [ax: number, ay: number, bx: number, by: number];

/** Points are columns and rows from the first cell, `origin` those from where pixels begin. */
function drawn(
  places: Orientation['places'],
  [ax, ay, bx, by]: Axes,
  [left, top]: [number, number],
  hexes?: { rule: MoveRule; side: number },
): Orientation {
  const area = ax * by - ay * bx;
  return {
    ...(hexes ? { rule: hexes.rule, ...hexCells(hexes.rule) } : SQUARES),
    places,
    toPoint: (x, y) => [(x * by - y * bx) / area - left, (y * ax - x * ay) / area - top],
    toPixel: (px, py) => [(px + left) * ax + (py + top) * bx, (px + left) * ay + (py + top) * by],
    cellAt: hexes
      ? (px, py) => hexAt({ moveRule: hexes.rule }, px, py, hexes.side)
      : (px, py) => [Math.floor(px), Math.floor(py)],
  };
}

function isometric(map: Fields, { originX, originY }: Extent, [w, h]: [number, number]): Orientation {
  const axes: Axes = [w / 2, h / 2, -w / 2, h / 2];
  const half = map.integer('height', 0, 2 ** 31, 0) / 2;
  const places = {
    cellSize: [w, h] as [number, number],
    axes,
    origin: [originX + half, originY - half] as [number, number],
  };
  // Objects are measured along the sides of tiles, which are as long as a tile is high.
  return { ...drawn(places, [h, 0, 0, h], [originX, originY]), slant: w / h };
}

interface Stagger {
  /** Whether columns are pushed, not rows; and 1 where it is the even ones, from the first cell on. */
  columns: boolean;
  even: number;
}

function hexagonal(
  { originX, originY }: Extent,
  size: [number, number],
  { columns, even }: Stagger,
  side: number,
): Orientation {
  // Tiled draws tiles of odd sides as if they were a pixel less.
  const [w, h] = size.map((length) => length & ~1);
  const axes: Axes = columns ? [(w + side) / 2, 0, 0, h] : [w, 0, 0, (h + side) / 2];
  const origin: [number, number] = [originX + w / axes[0] / 2 - 0.5, originY + h / axes[3] / 2 - 0.5];
  if (columns) origin[1] = originY;
  else origin[0] = originX;
  const rule: MoveRule = `hex-${even ? 'even' : 'odd'}-${columns ? 'q' : 'r'}`;
  return drawn({ cellSize: [w, h], axes, origin }, axes, origin, {
    rule,
    side: columns ? 2 - w / axes[0] : 2 - h / axes[3],
  });
}

function staggered(
  { originX, originY, width, height }: Extent,
  size: [number, number],
  { columns, even }: Stagger,
): Orientation {
  const [w, h] = size.map((length) => length & ~1);
  const axes: Axes = [w / 2, h / 2, -w / 2, h / 2];
  /** Sum and difference of a tile's turned column and row: these, plus twice its column or row in the file. */
  const middle = columns ? (width + even) >> 1 : width;
  const [sum, difference] = [middle - even, columns ? -middle : -middle];
  const pushed = (k: number) => (k + even) & 1;
  const cellOf = (x: number, y: number): [number, number] => {
    const down = (columns ? 2 * y + pushed(x) : y) + sum;
    const right = (columns ? x : 2 * x + pushed(y)) + difference;
    return [(down + right) / 2, (down - right) / 2];
  };
  const ends = [0, 1].flatMap((one) =>
    [0, 1].flatMap((other) => [
      cellOf(Math.max(0, width - 1 - one), Math.max(0, height - 1 - other)),
      cellOf(Math.min(one, width - 1), Math.max(0, height - 1 - other)),
    ]),
  );
  // The middle of the tile at 0, 0 of the file without a push is half a tile right of and below where pixels begin.
  const across = (columns ? 1 : 2) * originX + 1 - difference;
  const down = (columns ? 2 : 1) * originY - sum;
  const origin: [number, number] = [(across + down) / 2, (down - across) / 2];
  return {
    ...drawn({ cellSize: [w, h], axes, origin }, axes, origin),
    turned: { width: 1 + Math.max(...ends.map(([u]) => u)), height: 1 + Math.max(...ends.map(([, v]) => v)), cellOf },
  };
}
