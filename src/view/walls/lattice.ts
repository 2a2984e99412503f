/** Where the cells of a Tiled map lie, in pixels, as Tiled's renderers draw them. */
import type { Fields } from '../../maps/fields.js';

type Point = readonly [x: number, y: number];

export interface Lattice {
  /** Column and row of the first cell in the file, and how many there are. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Pixels of a cell, and of the whole. */
  tile: Point;
  size: Point;
  /** Upper left corner of the box around a cell. Cells are counted from the first. */
  placeOf(x: number, y: number): Point;
  /** Corners of a cell, from there. */
  outline: readonly Point[];
  /** Visits cells whose boxes may touch a rectangle, in the order they are drawn. */
  eachIn(x0: number, y0: number, x1: number, y1: number, visit: (x: number, y: number) => void): void;
  isHexagonal?: boolean;
}

type Extent = Pick<Lattice, 'left' | 'top' | 'width' | 'height' | 'tile'>;

export function latticeOf(map: Fields, extent: Extent): Lattice {
  const orientation = map.text('orientation', 'orthogonal');
  if (orientation === 'isometric') return isometric(extent);
  if (orientation === 'staggered') return staggered(map, extent);
  if (orientation === 'hexagonal') return { ...staggered(map, extent), isHexagonal: true };
  return squares(extent);
}

export function squares(extent: Extent): Lattice {
  const { width, height, tile } = extent;
  const [w, h] = tile;
  return {
    ...extent,
    size: [width * w, height * h],
    placeOf: (x, y) => [x * w, y * h],
    outline: boxOf(w, h),
    eachIn: (x0, y0, x1, y1, visit) => rows(extent, [x0 / w, y0 / h, x1 / w, y1 / h], visit),
  };
}

const boxOf = (w: number, h: number): Point[] => [
  [0, 0],
  [w, 0],
  [w, h],
  [0, h],
];

function rows({ width, height }: Extent, [x0, y0, x1, y1]: number[], visit: (x: number, y: number) => void): void {
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(width, Math.ceil(x1))];
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, Math.ceil(y1)); y++)
    for (let x = left; x < right; x++) visit(x, y);
}

function isometric(extent: Extent): Lattice {
  const { width, height, tile } = extent;
  const [w, h] = [tile[0] / 2, tile[1] / 2];
  return {
    ...extent,
    size: [(width + height) * w, (width + height) * h],
    placeOf: (x, y) => [(x - y + height - 1) * w, (x + y) * h],
    outline: [
      [w, 0],
      [2 * w, h],
      [w, 2 * h],
      [0, h],
    ],
    eachIn(x0, y0, x1, y1, visit) {
      // x + y and x - y are constant along the two diagonals of the picture.
      const [from, to] = [Math.max(0, Math.floor(y0 / h) - 2), Math.min(width + height - 2, Math.ceil(y1 / h))];
      const [least, most] = [Math.floor(x0 / w) - height - 1, Math.ceil(x1 / w) - height + 1];
      for (let sum = from; sum <= to; sum++)
        for (let d = Math.max(least, -sum, sum - 2 * (height - 1)); d <= Math.min(most, sum, 2 * width - 2 - sum); d++)
          if (((sum + d) & 1) === 0) visit((sum + d) / 2, (sum - d) / 2);
    },
  };
}

/** Rows of which each second one is pushed by half a tile. Maps staggered by columns are the same with swapped axes. */
function staggered(map: Fields, extent: Extent): Lattice {
  const columns = map.text('staggeraxis', 'y') === 'x';
  const swapped = <T>([x, y]: readonly [T, T]): [T, T] => (columns ? [y, x] : [x, y]);
  const [w, h] = swapped(extent.tile);
  const [, first] = swapped([extent.left, extent.top]);
  const [across, down] = swapped([extent.width, extent.height]);
  const even = Number(map.text('staggerindex', 'odd') === 'even');
  const side = map.text('orientation') === 'hexagonal' ? map.number('hexsidelength', 0) : 0;
  const [step, cut] = [(h + side) / 2, (h - side) / 2];
  const corners: Point[] = [
    [0, cut],
    [w / 2, 0],
    [w, cut],
    [w, h - cut],
    [w / 2, h],
    [0, h - cut],
  ];
  return {
    ...extent,
    size: swapped([across * w + w / 2, down * step + cut]),
    placeOf(x, y) {
      const [column, row] = swapped([x, y]);
      return swapped([column * w + (((row + first + even) & 1) * w) / 2, row * step]);
    },
    outline: corners.map(swapped),
    eachIn(x0, y0, x1, y1, visit) {
      const [left, top] = swapped([x0, y0]);
      const [right, bottom] = swapped([x1, y1]);
      const from = swapped([left / w - 1, top / step - 2]);
      rows(extent, [...from, ...swapped([right / w, bottom / step])], visit);
    },
  };
}

/**
 * The turn of a tile around its middle, as a matrix of a canvas. The highest bits of its number flip it across and
 * down; the next two transpose it, or turn hexagons by 60 and 120 degrees.
 */
export function turnOf(number: number, isHexagonal = false): [a: number, b: number, c: number, d: number] {
  const [across, down] = [number >>> 31, (number >>> 30) & 1].map((bit) => 1 - 2 * bit);
  const [third, fourth] = [(number >>> 29) & 1, (number >>> 28) & 1];
  if (!isHexagonal) return third ? [0, down, across, 0] : [across, 0, 0, down];
  const angle = ((third + 2 * fourth) * Math.PI) / 3;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * across, sin * across, -sin * down, cos * down];
}

/** The cell at a point: the last drawn one whose outline contains it. */
export function cellAt(lattice: Lattice, px: number, py: number): [x: number, y: number] | undefined {
  let found: [number, number] | undefined;
  lattice.eachIn(px, py, px + 1, py + 1, (x, y) => {
    const [left, top] = lattice.placeOf(x, y);
    if (isInside(px - left, py - top, lattice.outline)) found = [x, y];
  });
  return found;
}

function isInside(x: number, y: number, outline: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [outline[i], outline[j]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
