/** Functions that look for cells: near a click, around a point. A bundle has only the functions that it calls. */
import { assertNumber } from '../core/errors.js';
import { cellOf, ensureWhole } from '../core/grid/cells.js';
import type { ReadonlyGrid } from '../core/grid/grid.js';
import { hexAt, hexCenter, regularScale } from '../core/grid/hex-plane.js';
import { isHex } from '../core/grid/rules.js';
import { freeOfWalls } from '../core/grid/walls.js';
import { type GridNav, inside, type Nav } from './nav.js';

/**
 * The open cell nearest to a cell in a straight line; ties go to the smaller y, then x. The cell itself if it is open.
 * Walls between cells count only with `from`. The cell may lie outside the map; farther than 2^26 cells away, near ties
 * are undecided.
 *
 *     const goal = nearestOpen(nav, 12, 7, [unit.x, unit.y]); // [x, y] that the unit can reach, or null
 *
 * @param from only cells that can be reached from this one, x and y
 * @returns x and y, or null when there is no such cell
 * @throws {RangeError} if x or y is not a whole number (up to 2^53), or `from` not on the map
 */
export function nearestOpen(
  nav: Nav,
  x: number,
  y: number,
  from?: readonly [x: number, y: number],
): [x: number, y: number] | null {
  const map = inside(nav);
  ensureWhole(x, y);
  if (from && !Array.isArray(from)) throw new TypeError(`from is ${String(from)}, expected [x, y]`);
  const start = from && map.label(cellOf(map.grid, from[0], from[1]));
  return nearestWhere(map, x, y, (component) => start === undefined || isLinked(map, start, component));
}

/**
 * The open cell nearest to a cell, as {@link nearestOpen}, from which a goal can be reached.
 * @param goal x and y, open
 */
export function nearestLeadingTo(nav: Nav, x: number, y: number, goal: readonly [x: number, y: number]) {
  const map = inside(nav);
  const end = map.label(cellOf(map.grid, ...goal));
  return nearestWhere(map, x, y, (component) => isLinked(map, component, end));
}

/** Whether a component of the map is another one, or links lead there. */
const isLinked = ({ linked }: GridNav, from: number, to: number): boolean =>
  linked ? linked.search.connects(from, to) : from === to;

/** @param isWanted whether cells of a component will do */
function nearestWhere(
  { width, height, grid, label }: GridNav,
  x: number,
  y: number,
  isWanted: (component: number) => boolean,
): [x: number, y: number] | null {
  const hexes = isHex(grid);
  // Squares of the scales, without the rounding of roots: equal distances are equal.
  const [scaleX, scaleY] = regularScale(grid).map((scale) => (scale < 1 ? 0.75 : 1));
  /** Square of the distance of two middles. */
  const apart = (column: number, row: number): number => {
    if (!hexes) return (column - x) ** 2 + (row - y) ** 2;
    const [[ax, ay], [bx, by]] = [hexCenter(grid, column, row), hexCenter(grid, x, y)];
    return (ax - bx) ** 2 * scaleX + (ay - by) ** 2 * scaleY;
  };
  /** Least distance of a cell that is `rows` rows away: columns of hexagons are pushed by half a row. */
  const least = (rows: number) => (hexes ? Math.max(0, rows - 0.5) ** 2 * scaleY : rows * rows);
  let best = Infinity;
  let nearest: [number, number] | null = null;
  // Row by row away from y; a row farther away than the best cell ends it.
  for (let r = Math.max(0, -y, y - height + 1); r <= Math.max(y, height - 1 - y) && least(r) <= best; r++) {
    for (let row = y - r; row <= y + r; row += 2 * r || 1) {
      for (let column = 0; column < width && grid.contains(0, row); column++) {
        const component = label(grid.cell(column, row));
        if (component === 0) continue;
        const distance = apart(column, row);
        const isNearer = distance < best || (distance === best && nearest && row < nearest[1]);
        if (!isNearer || !isWanted(component)) continue;
        best = distance;
        nearest = [column, row];
      }
    }
  }
  return nearest;
}

/**
 * Side of the largest open square whose top left corner is the cell, without a wall between its cells. 0 where the unit
 * cannot stand, and outside the map. 1 on open hexagons.
 *
 *     if (clearanceAt(nav, 12, 7) >= 3) place(barrel); // 3 x 3 cells are free
 */
export function clearanceAt(nav: Nav, x: number, y: number): number {
  const grid: ReadonlyGrid = inside(nav).grid;
  assertPoint(x, y);
  if (isHex(grid)) return Number(grid.isOpen(x, y));
  // Looked up for each query, because the map may change. A side longer by one adds a column and a row.
  const isFree = (column: number, row: number): boolean => {
    if (!grid.isOpen(column, row)) return false;
    // Bits 0 and 6: to the north and to the west.
    const free = freeOfWalls(grid, grid.cell(column, row)) | (row === y ? 1 : 0) | (column === x ? 64 : 0);
    return (free & 65) === 65;
  };
  const isWider = (n: number): boolean => {
    for (let i = 0; i <= n; i++) if (!isFree(x + n, y + i) || !isFree(x + i, y + n)) return false;
    return true;
  };
  let n = 0;
  while (isWider(n)) n++;
  // Squares of the walker's side that stand side by side make up a larger one.
  return n && n + nav.size - 1;
}

/**
 * The cell of a walker whose middle is at a point: the top left one of those that it then stands on. It may be no open
 * cell, see {@link nearestOpen}.
 *
 *     cellAt(nav, 1.5, 1.5); // [1, 1] for a walker of one cell
 *
 * @param pointX,pointY a point: cell x, y is the square from x, y to x + 1, y + 1, of hexagons the one whose middle is
 * nearest
 */
export function cellAt(nav: Nav, pointX: number, pointY: number): [x: number, y: number] {
  const { size, diagonals: moveRule } = inside(nav);
  assertPoint(pointX, pointY);
  if (isHex({ moveRule })) return hexAt({ moveRule }, pointX, pointY);
  return [Math.floor(pointX - (size - 1) / 2), Math.floor(pointY - (size - 1) / 2)];
}

/** The middle of a walker on a cell, as a point: `x + size / 2, y + size / 2`. The inverse of {@link cellAt}. */
export function centerOf(nav: Nav, x: number, y: number): [pointX: number, pointY: number] {
  const { size, diagonals: moveRule } = inside(nav);
  assertPoint(x, y);
  if (isHex({ moveRule })) return hexCenter({ moveRule }, x, y);
  return [x + size / 2, y + size / 2];
}

/**
 * Points of the unit's middle on each cell of a list, x, y in turn.
 *
 *     pointsOf(nav, path.waypoints);
 *
 * @param cells as `path.waypoints` and `path.cells` are
 */
export function pointsOf(nav: Nav, cells: ArrayLike<number>): Float32Array {
  assertList(cells);
  return Float32Array.from(cells, (_, i) => centerOf(nav, cells[i & ~1], cells[i | 1])[i & 1]);
}

/** A flat list of pairs as objects: cells of paths, doors and markers. */
export function toXY(list: ArrayLike<number>): { x: number; y: number }[] {
  assertList(list);
  return Array.from({ length: list.length >> 1 }, (_, i) => ({ x: list[2 * i], y: list[2 * i + 1] }));
}

function assertPoint(x: number, y: number): void {
  assertNumber(x, 'x');
  assertNumber(y, 'y');
}

function assertList(list: ArrayLike<number>): void {
  if (typeof list?.length !== 'number') throw new TypeError(`cells is ${String(list)}, expected a list of x, y pairs`);
}
