/** Where the walls of a map come from: what editors' files mark them with, and what was made of it. */
import { MapError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import { type WallInput, type WallRows, wallAt, wallsOf } from '../core/grid/walls.js';

/** Where walls come from, for people and for `--json`. */
export interface WallReport {
  /** Marks that made walls: `tile layer "Collision" (hidden, 14564 cells)`. Empty where the file marks none. */
  used: string[];
  /** Marks that were passed over: `layer "Walls"`. */
  notUsed: string[];
  /** What cells without a tile are, where the map has such cells: `open (405; --tiled.empty blocked)`. */
  empty?: string;
  /** Sentences for the author, each with the option to try; also among the warnings of the map. */
  warnings: string[];
  /** The option that the warnings name, as a config has it; only where there is one that is likely right. */
  suggested?: { tiled?: Readonly<Record<string, unknown>>; ldtk?: Readonly<Record<string, unknown>> };
  /** Whether the file is a set of rules of the editor (automapping), not a map for a game. */
  rules?: true;
}

/** `tile layer "Collision" (14564 cells); not used: layer "Walls"; cells without a tile: blocked (12)`. */
export function wallsLine({ used, notUsed, empty }: WallReport): string {
  return [
    used.join(', ') || 'no mark found',
    ...(notUsed.length > 0 ? [`not used: ${notUsed.join(', ')}`] : []),
    ...(empty === undefined ? [] : [`cells without a tile: ${empty}`]),
  ].join('; ');
}

/** Whether warnings say that a map has no, or few, marks of walls. */
export const lacksMarks = (warnings: readonly string[]): boolean =>
  warnings.some((text) => /nothing in it marks walls|are marked as walls/.test(text));

type Sides = Pick<Grid, 'width' | 'height'>;
/** Walls between cells: a list of them, or rows. */
export type MapWalls = readonly WallInput[] | WallRows;

/** Walls as a grid has them. @throws {MapError} naming the wall */
export function checkedWalls(walls: MapWalls, { width, height }: Sides, where: string): Uint8Array | undefined {
  try {
    return wallsOf(walls, width, height, (i) => `walls[${i}]`);
  } catch (error) {
    throw new MapError(`${where}: ${(error as Error).message}`);
  }
}

/** @throws {MapError} unless it is a wall on the map */
export function checkedWall(wall: WallInput, sides: Sides, where: string): void {
  try {
    wallAt(sides, wall, where);
  } catch (error) {
    throw new MapError((error as Error).message);
  }
}

/** Adds walls to those of a grid. @throws {MapError} naming the wall */
export function layWalls(grid: Grid, walls: MapWalls, where: string): void {
  const added = checkedWalls(walls, grid, where);
  if (added) grid.walls = grid.walls?.map((bits, cell) => bits | added[cell]) ?? added;
}

export const countWalls = (walls: Uint8Array = new Uint8Array()): number =>
  walls.reduce((count, bits) => count + (bits & 1) + (bits >> 1), 0);
