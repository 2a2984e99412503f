/** What a thread does for a world: bakes tiles, and finds the costs between their gates. */

import { decompressor } from '../blob/decompress.js';
import { readRegular } from '../files/regular.js';
import { type PlainGrid, plainToGrid } from './apron.js';
import { type CheckTask, checkTile } from './check-tile.js';
import { gateCosts } from './costs.js';
import { tileBox, type WorldLayout } from './layout.js';
import { type PackedTile, packTile, unpackTile } from './packed.js';
import { openTile } from './section.js';
import { readTile, type WorldSource } from './source.js';
import { tileOf } from './tile.js';
import {
  lookAtTile,
  makeTile,
  type TileInput,
  type TileLook,
  type TileMade,
  type TileOptions,
  tileKey,
} from './tile-file.js';

interface TileAt {
  layout: WorldLayout;
  x: number;
  y: number;
  source: WorldSource | PlainGrid | PackedTile;
  options: TileOptions;
}

export interface BakeTask extends TileAt {
  kind: 'bake';
  /** The file as it may be there; without it none is kept. */
  file: string | undefined;
}

/** Whether the file of a tile has to be baked, and by which key it is known. */
export interface LookTask extends TileAt {
  kind: 'look';
  /** As of {@link BakeTask}. */
  file: string | undefined;
}

export interface PackTask extends TileAt {
  kind: 'pack';
}

export interface Packed {
  packed: PackedTile;
  key: string;
}

export interface GatesTask {
  kind: 'gates';
  layout: WorldLayout;
  x: number;
  y: number;
  file: string | Uint8Array;
  cells: Int32Array;
}

export type TileTask = BakeTask | LookTask | PackTask | GatesTask | CheckTask;

export function doTileTask(task: TileTask): unknown {
  switch (task.kind) {
    case 'bake':
      return bake(task);
    case 'look':
      return look(task);
    case 'pack':
      return pack(task);
    case 'gates':
      return gates(task);
    case 'check':
      return checkTile(task);
  }
}

async function bake(task: BakeTask): Promise<TileMade> {
  return makeTile(await inputOf(task), await oldFile(task));
}

async function look(task: LookTask): Promise<TileLook> {
  return lookAtTile(await inputOf(task), await oldFile(task));
}

async function pack(task: PackTask): Promise<Packed> {
  const input = await inputOf(task);
  return { packed: packTile(input.tile), key: tileKey(input) };
}

async function inputOf({ layout, x, y, source, options }: TileAt): Promise<TileInput> {
  const tile =
    'from' in source
      ? await readTile(source, tileBox(layout, x, y))
      : 'bytes' in source
        ? unpackTile(source)
        : plainToGrid(source);
  return { tile, layout, x, y, options };
}

async function oldFile({ file }: Pick<BakeTask, 'file'>): Promise<Uint8Array | undefined> {
  return file === undefined ? undefined : readRegular(file).catch(() => undefined);
}

async function gates({ layout, x, y, file, cells }: GatesTask) {
  const bytes = typeof file === 'string' ? await readRegular(file) : file;
  return gateCosts(tileOf(openTile(bytes, decompressor, layout, x, y), layout, x, y), layout.cluster, cells);
}
