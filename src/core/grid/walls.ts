/**
 * Walls between cells: thin walls, fences, edges of cliffs. A cell has those on its east and its south side:
 *
 *     . . | .      [1, 0, 'east']: no step between 1, 0 and 2, 0, and no diagonal past the end of that wall,
 *     . .   .      from 1, 0 to 2, 1 for example
 */

/** Bits of a cell in the walls of a grid. */
export const EAST = 1;
export const SOUTH = 2;

/** Side of a cell on which a wall stands. */
export type WallSide = 'north' | 'east' | 'south' | 'west';
/** A wall on one side of a cell. */
export type WallInput = readonly [x: number, y: number, side: WallSide];
/** Walls as rows of the map: `#` where a cell has a wall on that side, `.` where it has none. */
export interface WallRows {
  east?: readonly string[] | undefined;
  south?: readonly string[] | undefined;
}

/** The cell that stores a wall, and its bit: the neighbor stores walls to the west and north. */
const SIDES: Readonly<Record<WallSide, readonly [dx: number, dy: number, bit: number]>> = {
  east: [0, 0, EAST],
  south: [0, 0, SOUTH],
  west: [-1, 0, EAST],
  north: [0, -1, SOUTH],
};

/** Error text for borders that lead one way. */
export const ONE_WAY = 'walls between cells block both ways; put a wall there, and a link with oneWay over it';

type Sides = { readonly width: number; readonly height: number };
/** A grid with its walls, a byte for each padded cell. */
type Walled = Sides & { readonly stride: number; readonly walls?: ArrayLike<number> | undefined };

/**
 * Padded cell of a wall and its bit; 0 along the edge of the map, where all is wall.
 * @throws {TypeError} if it is not a wall @throws {RangeError} if its cell is not on the map
 */
export function wallAt({ width, height }: Sides, wall: WallInput, where = 'wall'): [cell: number, bit: number] {
  const [column, row, bit] = borderOf({ width, height }, wall, where);
  const isEdge = column < 0 || row < 0 || column + (bit & EAST) === width || row + (bit >> 1) === height;
  return [(row + 1) * (width + 2) + column + 1, isEdge ? 0 : bit];
}

/** Column, row and bit of a wall; column -1 or row -1 of one on the west or north edge. @throws as {@link wallAt} */
function borderOf({ width, height }: Sides, wall: WallInput, where: string): [x: number, y: number, bit: number] {
  if (!Array.isArray(wall) || wall.length !== 3 || !Object.hasOwn(SIDES, String(wall[2])))
    refuse(`${where} is`, wall, `[x, y, "${Object.keys(SIDES).join('" or "')}"]`);
  const [x, y, side] = wall as unknown as WallInput;
  const inside = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < width && y < height;
  if (!inside) throw new RangeError(`${where} is at ${x}, ${y}, which is not on the map of ${width} x ${height} cells`);
  const [dx, dy, bit] = SIDES[side];
  return [x + dx, y + dy, bit];
}

function refuse(what: string, value: unknown, expected: string): never {
  const text = String(JSON.stringify(value));
  throw new TypeError(`${what} ${text.slice(0, 100)}, ${/one.?way/i.test(text) ? ONE_WAY : `expected ${expected}`}`);
}

/**
 * Walls as a grid has them. Walls along the edge of the map are left out.
 * @param walls a list of them, or rows
 * @param where names the wall of an index in errors
 * @returns undefined if there are none
 * @throws {TypeError} if they are not walls
 * @throws {RangeError} if a cell is not on the map, or rows do not have the size of the map
 */
export function wallsOf(
  walls: readonly WallInput[] | WallRows,
  width: number,
  height: number,
  where: (index: number) => string = (index) => `wall ${index}`,
): Uint8Array | undefined {
  const list = Array.isArray(walls) ? (walls as readonly WallInput[]) : listed(walls as WallRows, width, height);
  const all = new Uint8Array((width + 2) * (height + 2));
  list.forEach((wall, i) => {
    const [cell, bit] = wallAt({ width, height }, wall, where(i));
    all[cell] |= bit;
  });
  return all.some((bits) => bits > 0) ? all : undefined;
}

/**
 * Walls along the edge of the map, which only maps that wrap around have: bits of the last column and row.
 * @throws as {@link wallsOf}
 */
export function edgeWalls(walls: readonly WallInput[] | WallRows, width: number, height: number): Uint8Array {
  const list = Array.isArray(walls) ? (walls as readonly WallInput[]) : listed(walls as WallRows, width, height);
  const all = new Uint8Array((width + 2) * (height + 2));
  for (const wall of list) {
    const [x, y, bit] = borderOf({ width, height }, wall, 'wall');
    const [column, row] = [(x + width) % width, (y + height) % height];
    if (bit & EAST ? column === width - 1 : row === height - 1) all[(row + 1) * (width + 2) + column + 1] |= bit;
  }
  return all;
}

/** Rows as a list. */
function listed(walls: WallRows, width: number, height: number): WallInput[] {
  const sides = Object.entries(walls ?? {});
  const isRows =
    typeof walls === 'object' && sides.every(([side, rows]) => /^(east|south)$/.test(side) && Array.isArray(rows));
  if (!isRows || sides.length === 0)
    refuse('walls is', walls, 'a list of [x, y, side], or { east, south }, rows of "#" and "."');
  return sides.flatMap(([side, rows]: [string, readonly string[]]) => {
    if (rows.length !== height) throw new RangeError(`walls ${side}: ${rows.length} rows, expected ${height}`);
    return rows.flatMap((row, y) => {
      if (typeof row !== 'string' || row.length !== width || /[^#.]/.test(row))
        throw new RangeError(`walls ${side}: row ${y} is ${JSON.stringify(row)}, expected ${width} of "#" and "."`);
      return Array.from(row).flatMap((letter, x): WallInput[] => (letter === '#' ? [[x, y, side as WallSide]] : []));
    });
  });
}

/** The borders that meet at the lower right corner of a cell; 0 where none of them is a wall. */
export const cornerWalls = (walls: ArrayLike<number>, stride: number, cell: number): number =>
  walls[cell] | (walls[cell + 1] & SOUTH) | (walls[cell + stride] & EAST);

/** Mask of the directions in which no wall is in the way of a step from a cell, whatever is open there. */
export function freeOfWalls({ walls, stride }: Pick<Walled, 'walls' | 'stride'>, cell: number): number {
  if (!walls) return 255;
  const above = cell - stride;
  const corner = (a: number) => cornerWalls(walls, stride, a);
  const inTheWay = [
    ...[walls[above] & SOUTH, corner(above), walls[cell] & EAST, corner(cell)],
    ...[walls[cell] & SOUTH, corner(cell - 1), walls[cell - 1] & EAST, corner(above - 1)],
  ];
  return inTheWay.reduce((mask, wall, d) => (wall > 0 ? mask & ~(1 << d) : mask), 255);
}

/** The walls of a grid as a list, row by row. */
export function listWalls({ width, height, stride, walls }: Walled): WallInput[] {
  const list: WallInput[] = [];
  for (let y = 0; walls && y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bits = walls[(y + 1) * stride + x + 1];
      if (bits & EAST) list.push([x, y, 'east']);
      if (bits & SOUTH) list.push([x, y, 'south']);
    }
  }
  return list;
}

/** The same map with walls. @param walls default: none @throws as {@link wallsOf} */
export function withWalls<T extends Sides>(
  grid: T,
  walls?: readonly WallInput[] | WallRows | null,
  where?: (index: number) => string,
): T {
  return Object.assign(grid, walls && { walls: wallsOf(walls, grid.width, grid.height, where) });
}
