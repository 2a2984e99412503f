/** Sources of a map's walls: what its file marks them with, and how many cells each mark blocks. */
import { MapError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import { type WallInput, type WallRows, wallAt, wallsOf } from '../core/grid/walls.js';

/** Where walls come from, for people and for `--json`. */
export interface WallReport {
  /** Marks or values that made walls: `tile layer "Collision" (hidden, 14564 cells)`. Empty where there are none. */
  used: string[];
  /** Marks that were passed over: `layer "Walls"`. */
  notUsed: string[];
  /** What cells without a tile are, where the map has such cells: `open (405; --tiled.empty blocked)`. */
  empty?: string;
  /** Sentences for the author, each with the option to try; also among the warnings of the map. */
  warnings: string[];
  /** The option that the warnings name, in the form of a config; only if it is likely right. */
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
  warnings.some((text) => /nothing in it marks walls|are marked as walls|so every cell is open/.test(text));

/** Most things that a line lists. */
const MOST_LABELS = 20;

/** `tile layer "Trees" (hidden, 20 cells)`, each with the cells that it marks; of many things the first 20. */
export function labelsOf(things: readonly { label: string; cells: number; hidden?: boolean }[]): string[] {
  const shown = things.slice(0, MOST_LABELS).map(({ label, cells, hidden }) => {
    return `${label} (${hidden ? 'hidden, ' : ''}${cells} ${cells === 1 ? 'cell' : 'cells'})`;
  });
  const rest = things.slice(MOST_LABELS);
  if (rest.length > 0) shown.push(`${rest.length} more (${rest.reduce((sum, { cells }) => sum + cells, 0)} cells)`);
  return shown;
}

/** Report of a format whose cells block by their values. @param counts cells of each value that blocks */
export function blockedBy(counts: Iterable<readonly [value: string, cells: number]>): WallReport {
  const things = [...counts].filter(([, cells]) => cells > 0).map(([label, cells]) => ({ label, cells }));
  return { used: labelsOf(things.sort((a, b) => b.cells - a.cells)), notUsed: [], warnings: [] };
}

type Sides = Pick<Grid, 'width' | 'height'>;
/** Walls between cells: a list of them, or rows. */
export type MapWalls = readonly WallInput[] | WallRows;

/** One line, whatever text a file has in the place of a number. */
const lineOf = (error: unknown): string => (error as Error).message.replace(/\p{Cc}/gu, ' ');

/** Walls as a grid has them. @throws {MapError} naming the wall */
export function checkedWalls(walls: MapWalls, { width, height }: Sides, where: string): Uint8Array | undefined {
  try {
    return wallsOf(walls, width, height, (i) => `walls[${i}]`);
  } catch (error) {
    throw new MapError(`${where}: ${lineOf(error)}`);
  }
}

/** @throws {MapError} unless it is a wall on the map */
export function checkedWall(wall: WallInput, sides: Sides, where: string): void {
  try {
    wallAt(sides, wall, where);
  } catch (error) {
    throw new MapError(lineOf(error));
  }
}

/** Adds walls to a grid. @throws {MapError} naming the wall */
export function layWalls(grid: Grid, walls: MapWalls, where: string): void {
  const added = checkedWalls(walls, grid, where);
  if (added) grid.walls = grid.walls?.map((bits, cell) => bits | added[cell]) ?? added;
}

export const countWalls = (walls: Uint8Array = new Uint8Array()): number =>
  walls.reduce((count, bits) => count + (bits & 1) + (bits >> 1), 0);
