/** Cells of a world: a MovingAI file of any size, a folder of maps named by column and row, or a map in memory. */

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MapError } from '../core/errors.js';
import { readHead } from '../core/files/regular.js';
import { anchorsIn, checkSize } from '../core/grid/clearance.js';
import { Grid, type MoveRule } from '../core/grid/grid.js';
import { refuseWalls } from '../core/grid/refuse.js';
import { MAX_FILE_BYTES, MAX_WORLD_SIDE } from '../core/limits.js';
import type { WindowBox } from '../engines/hpa/window-search.js';
import { MAP_ENDING } from '../maps/formats.js';
import { DEFAULT_TERRAIN, terrainProfile } from '../maps/movingai.js';
import { type ReadMapOptions, readMap } from '../maps/read-map.js';
import { copyPart, grown, partIn, type TileBox, tileBox, tilesOf, withApron } from './layout.js';
import { openStrips, readStrips, type Strips } from './strips.js';

export interface Mosaic {
  folder: string;
  files: string[];
  columns: number;
  rows: number;
  /** Side of each, but those at the right and lower edge. */
  side: number;
  reading: ReadMapOptions;
}

export interface WorldSource {
  readonly width: number;
  readonly height: number;
  readonly terrain: string;
  readonly moveRule: MoveRule;
  /** Side of the square that walks, in cells. */
  readonly size: number;
  readonly map: string;
  readonly from: Strips | Mosaic | Grid;
}

/** A file of a mosaic: column and row stand before its ending. */
const TILE_FILE = /(?:^|\D)(\d+)_(\d+)\.\w+$/;

/** Names of the map files in a folder that are named by their column and row. */
export async function partsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => MAP_ENDING.test(name) && TILE_FILE.test(name));
}

/**
 * Opens the map of a world.
 * @param path a MovingAI map of up to 65536 x 65536 cells, any other map that `readMap` reads, or a folder of maps
 * named COLUMN_ROW.map (any format, with any prefix)
 * @param reading as for `readMap`; costs cell by cell only of maps that are read whole
 * @throws {MapError} if it is no map, or files of the folder are missing @throws {RangeError} if the size is none
 */
export async function openWorld(path: string, reading: ReadMapOptions = {}): Promise<WorldSource> {
  const map = basename(path);
  const whole = reading.wallCosts
    ? 'wall costs'
    : reading.stepCosts
      ? 'step costs'
      : reading.links
        ? 'links'
        : undefined;
  if (whole) throw new MapError(`${path}: ${whole} are for maps that are baked whole, and a world is baked in tiles`);
  if ((await stat(path)).isDirectory()) return openMosaic(path, map, reading);
  const from = await openFile(path, reading, MAX_WORLD_SIDE);
  if (from instanceof Grid) return fromGrid(from, map);
  const { width, height, terrain } = from;
  return { width, height, terrain, ...walkerOf(reading), map, from };
}

/** A file of letters to be read by windows; any other is read whole. @param most longest side of the former */
async function openFile(file: string, reading: ReadMapOptions, most: number): Promise<Strips | Grid> {
  // A window needs only costs by letter; costs by cell need the whole map.
  if (Array.isArray(reading.costs) || !(await isMovingAi(file, reading)))
    return unlinked((await readMap(file, { ...reading, file })).grid, file);
  checkSize(reading.size ?? 1);
  return openStrips(file, most, lettersOf(reading), reading.costs as Record<string, number> | undefined);
}

function unlinked(grid: Grid, file: string): Grid {
  if (grid.links)
    throw new MapError(
      `${file}: its ${grid.links.length} links are for a map that is baked whole, and a world is baked in tiles`,
    );
  if (grid.stepCosts)
    throw new MapError(`${file}: its step costs are for a map that is baked whole, and a world is baked in tiles`);
  refuseWalls(grid, 'worlds');
  return grid;
}

/** @param map its name in metadata */
export function fromGrid(grid: Grid, map = ''): WorldSource {
  unlinked(grid, map || 'grid');
  const { width, height, terrain, moveRule, size } = grid;
  return { width, height, terrain, moveRule, size, map, from: grid };
}

const walkerOf = ({ diagonals = 'no-corners', size = 1 }: ReadMapOptions) => ({ moveRule: diagonals, size });

const lettersOf = ({ terrain = DEFAULT_TERRAIN }: ReadMapOptions): string => terrainProfile(terrain);

async function isMovingAi(path: string, { format }: ReadMapOptions): Promise<boolean> {
  if (format !== undefined) return format === 'movingai';
  return /^(\xef\xbb\xbf)?\s*type\s/.test((await readHead(path, 64)).toString('latin1'));
}

async function openMosaic(folder: string, map: string, reading: ReadMapOptions): Promise<WorldSource> {
  if (Array.isArray(reading.costs))
    throw new MapError(`${folder}: costs cell by cell are for maps in one file; bake a map of up to 8192 x 8192 cells`);
  checkSize(reading.size ?? 1);
  const byPlace = new Map<string, string>();
  let [columns, rows] = [0, 0];
  for (const name of await partsIn(folder)) {
    const [, x, y] = TILE_FILE.exec(name) as RegExpExecArray;
    const key = `${Number(x)}_${Number(y)}`;
    const other = byPlace.get(key);
    if (other !== undefined)
      throw new MapError(`${folder}: ${other} and ${name} are both column ${Number(x)}, row ${Number(y)}`);
    byPlace.set(key, name);
    columns = Math.max(columns, Number(x) + 1);
    rows = Math.max(rows, Number(y) + 1);
  }
  if (byPlace.size === 0)
    throw new MapError(`${folder}: no file is named by its column and row, as 0_0.map or land_3_12.png`);
  const files: string[] = [];
  // Names may say any column and row: the loop ends at the first that is missing.
  for (let i = 0; i < columns * rows; i++) {
    const key = `${i % columns}_${Math.floor(i / columns)}`;
    const name = byPlace.get(key);
    if (name === undefined)
      throw new MapError(
        `${folder}: there are ${byPlace.size} files, ${columns} x ${rows} are needed; the first that is missing is ` +
          `${key}`,
      );
    files.push(join(folder, name));
  }
  const sizeOf = async (x: number, y: number) => {
    const part = await openPart(files[y * columns + x], reading);
    return [part.width, part.height];
  };
  const [first, last] = [await sizeOf(0, 0), await sizeOf(columns - 1, rows - 1)];
  const side = columns > 1 ? first[0] : rows > 1 ? first[1] : Math.max(...first);
  const width = (columns - 1) * side + last[0];
  const height = (rows - 1) * side + last[1];
  if (Math.max(width, height) > MAX_WORLD_SIDE)
    throw new MapError(`${folder}: the map is ${width} x ${height} cells, allowed are ${MAX_WORLD_SIDE} on each side`);
  const from = { folder, files, columns, rows, side, reading };
  return { width, height, terrain: lettersOf(reading), ...walkerOf(reading), map, from };
}

function openPart(file: string, { diagonals: _, size: __, ...reading }: ReadMapOptions): Promise<Strips | Grid> {
  // Other options of the walker apply to the whole map.
  return openFile(file, reading, MAX_FILE_BYTES);
}

/** Reads a tile with its apron. @throws {MapError} if the file has changed, or a letter is not known */
export async function readTile(source: WorldSource, box: TileBox): Promise<Grid> {
  const { terrain, moveRule, size, from } = source;
  if (from instanceof Grid) return withApron(from, box);
  const { left, top, width, height } = box;
  // A square stands on cells to its right and below.
  const cells = new Grid(width + 1 + size, height + 1 + size, terrain, moveRule);
  const [right, bottom] = [left + width + size - 1, top + height + size - 1];
  await readCells(source, from, cells, { left: left - 1, top: top - 1, right, bottom });
  const weighted = withPrices(cells);
  return withApron(size > 1 ? anchorsIn(weighted, size) : weighted, { left: 1, top: 1, width, height });
}

/** Reads the cells of a grid that are on the map. @param box of the grid */
async function readCells(map: WorldSource, from: Strips | Mosaic, grid: Grid, box: WindowBox): Promise<void> {
  if ('pitch' in from) {
    readStrips(from, grid, partIn(box, { left: 0, top: 0, width: map.width, height: map.height }));
    return;
  }
  const { side, files, columns, rows, reading } = from;
  const whole = { width: Math.min(map.width, columns * side), height: Math.min(map.height, rows * side), tile: side };
  for (const [x, y] of tilesOf(whole, grown(whole, box, 0))) {
    const file = files[y * columns + x];
    const place = tileBox(whole, x, y);
    const { width, height } = place;
    const cells = await openPart(file, reading);
    if (cells.width !== width || cells.height !== height)
      throw new MapError(
        `${file}: the map is ${cells.width} x ${cells.height} cells; at its place in the folder it has to be ` +
          `${width} x ${height}`,
      );
    if (cells instanceof Grid) copyPart(cells, grid, partIn(box, place));
    else readStrips(cells, grid, partIn(box, place));
  }
}

/** Cells of files without costs cost 1; a plane of ones is none. */
function withPrices(tile: Grid): Grid {
  const { open, costs } = tile;
  if (!costs) return tile;
  let highest = 0;
  for (let c = 0; c < open.length; c++) {
    if (open[c] > costs[c]) costs[c] = 1;
    if (costs[c] > highest) highest = costs[c];
  }
  if (highest < 2) tile.costs = undefined;
  return tile;
}
