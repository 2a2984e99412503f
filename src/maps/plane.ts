/** A map on its way to a grid: one byte a cell, row by row, its cost or 0 if blocked; for all but MovingAI maps. */

import { MapError } from '../core/errors.js';
import { Grid, isSide } from '../core/grid/grid.js';
import type { Places } from '../core/grid/places.js';
import { type WallInput, wallAt } from '../core/grid/walls.js';
import { MAX_COST, MAX_SIDE } from '../core/limits.js';
import type { Meaning } from '../core/options/option.js';
import type { FarLink, NamedLink } from './links.js';
import { DEFAULT_TERRAIN } from './movingai.js';
import { quote } from './text.js';
import type { WallReport } from './walls.js';

export const BLOCKED = 0;
export const OPEN = 1;

export type { Meaning };

/** @param where place of the cost, for error messages @throws {MapError} unless it is a cost */
export function priceOf(meaning: unknown, where: string): number {
  if (meaning === 'blocked') return BLOCKED;
  if (meaning === 'open') return OPEN;
  if (typeof meaning === 'number' && Number.isInteger(meaning) && meaning >= 1 && meaning <= MAX_COST) return meaning;
  throw new MapError(
    `${where} is ${quote(meaning)}, allowed are "blocked", "open" and a cost, a whole number from 1 to ${MAX_COST}`,
  );
}

/** Price by key of a legend or palette. @param option its name in errors @throws {MapError} as {@link priceOf} */
export function readLegend(legend: Readonly<Record<string, unknown>>, option: string): Map<string, number> {
  return new Map(Object.entries(legend).map(([key, meaning]) => [key, priceOf(meaning, `${option}.${key}`)]));
}

/** @throws {MapError} unless both sides are whole numbers that a grid can have */
export function checkSides(width: number, height: number, file: string): void {
  if (isSide(width) && isSide(height)) return;
  throw new MapError(`${file}: the map is ${width} x ${height} cells, allowed are whole numbers from 1 to ${MAX_SIDE}`);
}

export class Plane {
  /** Uint8Array(width * height), row by row. */
  readonly prices: Uint8Array;
  /** Walls between cells, as a grid has them; undefined where there are none. */
  walls?: Uint8Array;

  /** @throws {MapError} if a grid cannot have these sides: before memory is taken */
  constructor(
    readonly width: number,
    readonly height: number,
    readonly file: string,
    fill = BLOCKED,
  ) {
    checkSides(width, height, file);
    this.prices = new Uint8Array(width * height).fill(fill);
  }

  addWall(wall: WallInput): void {
    const [cell, bit] = wallAt(this, wall, this.file);
    if (bit === 0) return;
    this.walls ??= new Uint8Array((this.width + 2) * (this.height + 2));
    this.walls[cell] |= bit;
  }

  /** The grid, in the default terrain profile. @param hint what may open cells: for a warning if none is open */
  toGrid(hint: string, { warnings }: Pick<WallReport, 'warnings'>): Grid {
    const { width, height, prices } = this;
    const grid = new Grid(width, height, DEFAULT_TERRAIN);
    let most = BLOCKED;
    for (let i = 0; i < prices.length; i++) if (prices[i] > most) most = prices[i];
    if (most === BLOCKED) warnings.push(`${this.file}: no cell is open, so there are no paths; ${hint}`);
    if (this.walls) grid.walls = this.walls;
    const values = most > OPEN ? new Uint8Array(grid.open.length) : grid.open;
    for (let y = 0; y < height; y++) values.set(prices.subarray(y * width, (y + 1) * width), grid.cell(0, y));
    if (most <= OPEN) return grid;
    for (let c = 0; c < values.length; c++) grid.open[c] = values[c] > BLOCKED ? 1 : 0;
    grid.costs = values;
    return grid;
  }
}

export interface MapLevel {
  /** Empty where the file is one level. */
  name: string;
  grid: Grid;
  places: Places;
  links?: readonly NamedLink[];
  /** Links to other floors, which only a map of floors can join. */
  farLinks?: readonly FarLink[];
  /** Cells by the ids of what is drawn there, where links to other floors lead to ids. */
  ids?: ReadonlyMap<string, readonly [x: number, y: number]>;
  /** Warnings for the author, a sentence each: places that are left out. */
  warnings?: string[];
  /** With `leaveAbsent`: which names of options the map does not have. */
  absent?: readonly string[];
  /** Where walls come from. */
  walls: WallReport;
  /** The reason of each wall; only with `trace`. */
  why?: Why;
}

/** The marks of walls, each with its bit. */
export interface Why {
  labels: ReadonlyMap<number, string>;
  /** Marks of each cell of the grid, and of tiles by their numbers. */
  bits: Uint32Array;
  tiles: ReadonlyMap<number, number>;
  /** First column and row in the file, and how many there are. */
  origin: [x: number, y: number];
  width: number;
  height: number;
  /** The cell of the grid at a column and row of the file; undefined where it is the same. */
  cellOf?: ((x: number, y: number) => [number, number]) | undefined;
}
