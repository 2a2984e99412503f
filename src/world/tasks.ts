/** What a thread does for a world: bakes tiles, and finds the costs between their gates. */
import { readFile } from 'node:fs/promises';
import { decompressor } from '../blob/decompress.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { buildHpa } from '../hpa/build.js';
import { type PlainGrid, plainToGrid } from './apron.js';
import { type CheckTask, checkTile } from './check-tile.js';
import { gateCosts } from './costs.js';
import { tileBox, type WorldLayout } from './layout.js';
import { openTile } from './section.js';
import { readTile, type WorldSource } from './source.js';
import { tileOf } from './tile.js';
import { makeTile, type TileOptions } from './tile-file.js';

/** Level 1 of a tile alone. */
export interface LevelTask {
  kind: 'level';
  /** With its apron. */
  grid: PlainGrid;
  options: HpaBuildOptions;
}

/** The file of a tile. */
export interface BakeTask {
  kind: 'bake';
  layout: WorldLayout;
  x: number;
  y: number;
  /** Where the cells are read, or the tile with its apron. */
  source: WorldSource | PlainGrid;
  options: TileOptions;
  /** The file as it may be there; without it none is kept. */
  file: string | undefined;
}

/** Costs between the gates of a tile. */
export interface GatesTask {
  kind: 'gates';
  layout: WorldLayout;
  x: number;
  y: number;
  file: string;
  /** x | y << 16 of the gates' ends in the tile. */
  cells: Int32Array;
}

/** A piece of work. */
export type TileTask = LevelTask | BakeTask | GatesTask | CheckTask;

/** Does a piece of work. */
export function doTileTask(task: TileTask): unknown {
  if (task.kind === 'level') return level(task);
  if (task.kind === 'check') return checkTile(task);
  return task.kind === 'bake' ? bake(task) : gates(task);
}

function level({ grid, options }: LevelTask) {
  const { counts, places, pairs, runs } = buildHpa(plainToGrid(grid), { ...options, levels: 1, shortcuts: false });
  return { counts, places, pairs, runs };
}

async function bake({ layout, x, y, source, options, file }: BakeTask) {
  const tile = 'open' in source ? plainToGrid(source) : await readTile(source, tileBox(layout, x, y));
  const old = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  return makeTile(tile, layout, x, y, options, old);
}

async function gates({ layout, x, y, file, cells }: GatesTask) {
  return gateCosts(tileOf(openTile(await readFile(file), decompressor, layout, x, y), layout, x, y), cells);
}
