/**
 * The map as every algorithm here sees it: one byte per cell, 1 open, 0 blocked, inside a border of
 * blocked cells one wide, so that no neighbor look-up needs a range check.
 */

import { grown } from '../arrays.js';
import { MAX_COST, MAX_SIDE } from '../limits.js';
import type { Link } from './links.js';
import type { Places } from './places.js';
import type { MoveRule } from './rules.js';

/** Whether a map may have a side of N cells. @param most longest side that is allowed */
export function isSide(side: number, most = MAX_SIDE): boolean {
  return Number.isInteger(side) && side >= 1 && side <= most;
}

export type { MoveRule } from './rules.js';

/** A map in memory inside a frame of blocked cells. Made by `gridFrom`, `gridFromBits` or `parseMap`. */
export class Grid {
  /** Cells per row of the padded grid: width + 2. A cell id is (y + 1) * stride + x + 1. */
  readonly stride: number;
  /** Uint8Array(padded cells): cost of each open cell, 1..255, 0 if blocked; undefined where all cost 1. */
  costs?: Uint8Array | undefined;
  /** Extra costs near walls, by distance from 1 on; `costs` already includes them. */
  wallCosts?: Uint8Array | undefined;
  /** `entered` if a step costs what the entered cell costs. Default: the average of both cells. */
  stepCosts?: 'entered' | undefined;
  /**
   * Uint8Array(padded cells): 1 for a wall on the east side of a cell, 2 on its south side, 3 on both. Undefined where
   * there are none, see `walls.ts`.
   */
  walls?: Uint8Array | undefined;
  /** Links: pairs of cells that are joined, such as stairs. Undefined if there are none. */
  links?: readonly Link[] | undefined;
  /** Doors, markers and floors of a map that was made in code. */
  places?: Places | undefined;

  /**
   * @param terrain letters that are open, sorted; empty if the map has no letters
   * @param size side of the unit in cells; a cell is open if the unit's top left cell may be there
   * @param open Uint8Array(stride * (height + 2)), 1 open, 0 blocked or border; default: all cells are blocked
   */
  constructor(
    readonly width: number,
    readonly height: number,
    readonly terrain = '',
    readonly moveRule: MoveRule = 'no-corners',
    readonly size = 1,
    readonly open: Uint8Array = new Uint8Array((width + 2) * (height + 2)),
  ) {
    this.stride = width + 2;
  }

  /** Cell id of column x, row y; both must be inside the map. */
  cell(x: number, y: number): number {
    return (y + 1) * this.stride + x + 1;
  }

  isOpen(x: number, y: number): boolean {
    return this.contains(x, y) && this.open[this.cell(x, y)] > 0;
  }

  /** Cost of an open cell: 1 to 255, for a larger unit the highest cost of its cells. Infinity for any other cell. */
  costAt(x: number, y: number): number {
    return this.isOpen(x, y) ? (this.costs?.[this.cell(x, y)] ?? 1) : Infinity;
  }

  /** Are x and y whole numbers inside the map? */
  contains(x: number, y: number): boolean {
    return Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** A deep copy of the map. */
  copy(): Grid {
    const { open, costs, walls } = this;
    const own = { open: open.slice(), costs: costs?.slice(), walls: walls?.slice() };
    return Object.assign(new Grid(0, 0), this, own);
  }

  /** Maximal horizontal runs of open cells, in order: Int32Array of first cell, last cell + 1 for each. */
  runs(): Int32Array {
    return finish(runSteps(this));
  }
}

/** A grid from its fields: `postMessage` drops the methods of its class. */
export function gridOfFields(fields: object): Grid {
  const { width, height, terrain, moveRule, size, open, ...others } = fields as Grid;
  return Object.assign(new Grid(width, height, terrain, moveRule, size, open), others);
}

/** A typed array of bytes to look at. */
export type ReadonlyBytes = Readonly<
  Omit<Uint8Array, 'buffer' | 'copyWithin' | 'fill' | 'reverse' | 'set' | 'sort' | 'subarray'>
>;

/** A grid to look at; its `copy()` may be changed. */
export interface ReadonlyGrid extends Readonly<Omit<Grid, 'open' | 'costs' | 'wallCosts' | 'walls'>> {
  readonly open: ReadonlyBytes;
  readonly costs?: ReadonlyBytes | undefined;
  readonly wallCosts?: ReadonlyBytes | undefined;
  readonly walls?: ReadonlyBytes | undefined;
}

export function countOpen(grid: Grid): number {
  const runs = grid.runs();
  let n = 0;
  for (let r = 0; r < runs.length; r += 2) n += runs[r + 1] - runs[r];
  return n;
}

/**
 * A grid from a game's own map format.
 * @param open row by row, width * height values (anything truthy is open), or a function of x and y
 * @param cost of each open cell, 1 to {@link MAX_COST}, by x and y; every one costs 1 without it
 * @throws {RangeError} if a side is not a whole number from 1 to {@link MAX_SIDE}, a cost is not one from 1 to {@link
 * MAX_COST}, or the array's length is not width * height
 */
export function gridFrom(
  width: number,
  height: number,
  open: ArrayLike<unknown> | ((x: number, y: number) => unknown),
  cost?: (x: number, y: number) => number,
): Grid {
  checkSides(width, height);
  if (typeof open !== 'function' && open.length !== width * height) {
    throw new RangeError(`${open.length} cells given for a grid of ${width} x ${height}; expected ${width * height}`);
  }
  const isOpen = typeof open === 'function' ? open : (x: number, y: number) => open[y * width + x];
  const grid = gridOfCells(width, height, (x, y) => Boolean(isOpen(x, y)));
  if (cost) setCosts(grid, cost);
  return grid;
}

/** Work in pieces of a few milliseconds: a step ends one, the last returns the result. */
export type Steps<T> = Generator<void, T>;

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export const RUNS_A_STEP = 1 << 13;

export function* runSteps({ open }: Grid): Steps<Int32Array> {
  let runs = new Int32Array(1024);
  let n = 0;
  for (let from = open.indexOf(1), to = 0; from >= 0; from = open.indexOf(1, to)) {
    to = open.indexOf(0, from); // always found: the border is blocked
    if (n === runs.length) runs = grown(runs);
    runs[n++] = from;
    runs[n++] = to;
    if (n % (2 * RUNS_A_STEP) === 0) yield;
  }
  return runs.subarray(0, n);
}

/** Cells of a step: a callback of the game takes some 20 ns each. */
const CELLS_A_STEP = 1 << 15;

/**
 * A grid from a function that is called once for each cell.
 * @param cell true or its cost where it is open, false or 0 where it is blocked
 * @throws {RangeError} as {@link gridFrom}, and if a cost is not a whole number from 1 to {@link MAX_COST}
 */
export const gridOfCells = (width: number, height: number, cell: (x: number, y: number) => boolean | number): Grid =>
  finish(gridSteps(width, height, cell));

export function* gridSteps(
  width: number,
  height: number,
  cell: (x: number, y: number) => boolean | number,
): Steps<Grid> {
  if (typeof cell !== 'function') throw new TypeError(`cell is ${cell}, expected a function of x and y`);
  checkSides(width, height);
  const grid = new Grid(width, height);
  const { open, stride } = grid;
  const costs = new Uint8Array(open.length);
  let most = 0;
  for (let y = 0, left = CELLS_A_STEP; y < height; y++) {
    for (let x = 0, c = stride * (y + 1) + 1; x < width; x++, c++) {
      const cost = Number(cell(x, y));
      if (cost === 0) continue;
      checkCost(x, y, cost);
      open[c] = 1;
      costs[c] = cost;
      if (cost > most) most = cost;
    }
    left -= width;
    if (left > 0) continue;
    left = CELLS_A_STEP;
    yield;
  }
  if (most > 1) grid.costs = costs;
  return grid;
}

function checkSides(width: number, height: number): void {
  if (!isSide(width) || !isSide(height))
    throw new RangeError(`grid is ${width} x ${height} cells; each side must be a whole number from 1 to ${MAX_SIDE}`);
}

function checkCost(x: number, y: number, cost: number): void {
  if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST)
    throw new RangeError(`cell ${x}, ${y} costs ${cost}; allowed is a whole number from 1 to ${MAX_COST}`);
}

/** Prices open cells; all ones is no plane. @throws {RangeError} if a cost is not a whole number from 1 to 255 */
export function setCosts(grid: Grid, cost: (x: number, y: number) => number): void {
  const costs = new Uint8Array(grid.open.length);
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      if (!grid.isOpen(x, y)) continue;
      const value = cost(x, y);
      checkCost(x, y, value);
      costs[grid.cell(x, y)] = value;
    }
  }
  grid.costs = costs.some((value) => value > 1) ? costs : undefined;
}

/** The cost plane as a blob holds it: row by row, 0 for blocked cells. */
export function costsToBytes({ costs, width, height, stride }: Grid): Uint8Array {
  const bytes = new Uint8Array(costs ? width * height : 0);
  for (let y = 0; costs && y < height; y++)
    bytes.set(costs.subarray((y + 1) * stride + 1, (y + 1) * stride + 1 + width), y * width);
  return bytes;
}

/** The inverse of {@link costsToBytes}. @returns whether exactly the open cells have costs */
export function costsFromBytes(grid: Grid, bytes: Uint8Array): boolean {
  const { open, width, height } = grid;
  const costs = new Uint8Array(open.length);
  for (let y = 0; y < height; y++) costs.set(bytes.subarray(y * width, (y + 1) * width), grid.cell(0, y));
  grid.costs = costs;
  return costs.every((cost, c) => cost > 0 === open[c] > 0);
}

/** Open cells as bits: strips of eight columns, top to bottom, a byte a row; they compress better than rows. */
export function gridToBits(grid: Grid): Uint8Array {
  const { open, width, height, stride } = grid;
  const bits = new Uint8Array(((width + 7) >> 3) * height);
  for (let x = 0; x < width; x++) {
    const strip = (x >> 3) * height;
    for (let y = 0, c = grid.cell(x, 0); y < height; y++, c += stride) bits[strip + y] |= open[c] << (x & 7);
  }
  return bits;
}

/** The inverse of {@link gridToBits}. Bits beyond the last column are ignored. */
export function gridFromBits(
  width: number,
  height: number,
  terrain: string,
  bits: Uint8Array,
  moveRule: MoveRule = 'no-corners',
  size = 1,
): Grid {
  const grid = new Grid(width, height, terrain, moveRule, size);
  spreadBits(bits, grid, grid.open);
  return grid;
}

/**
 * Sets bits of padded cells.
 * @param bits in the order of {@link gridToBits}; those beyond the last column are ignored
 * @param cells Uint8Array(padded cells)
 * @param place of the bit in a cell
 */
export function spreadBits(bits: Uint8Array, { width, height, stride }: Grid, cells: Uint8Array, place = 0): void {
  for (let x = 0, i = 0; x < width; x += 8) {
    const columns = Math.min(8, width - x);
    for (let y = 0, c = stride + x + 1; y < height; y++, c += stride) {
      const byte = bits[i++];
      if (byte > 0) for (let k = 0; k < columns; k++) cells[c + k] |= ((byte >> k) & 1) << place;
    }
  }
}
