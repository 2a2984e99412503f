/** What a thread does for a world: bakes tiles, and finds the costs between their gates. */
import { decompressor } from '../core/blob/decompress.js';
import { readRegular } from '../core/files/regular.js';
import type { Grid } from '../core/grid/grid.js';
import { gridAgain } from './apron.js';
import { type CheckTask, checkTile } from './check-tile.js';
import { gateCosts } from './costs.js';
import { tileBox, type WorldLayout } from './layout.js';
import { type PackedTile, packTile, unpackTile } from './packed.js';
import { openTile } from './section.js';
import { readTile, type WorldSource } from './source.js';
import { tileOf } from './tile.js';
import { lookAtTile, makeTile, type TileOptions, tileKey } from './tile-file.js';

/** A tile: to be looked at, packed with its key, or baked. */
export interface CellsTask {
  kind: 'look' | 'pack' | 'bake';
  layout: WorldLayout;
  x: number;
  y: number;
  /** Where its cells come from: a grid is the tile itself with its apron. */
  source: WorldSource | Grid | PackedTile;
  options: TileOptions;
  /** The file as it may be there; without it none is kept. */
  file?: string | undefined;
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

export type TileTask = CellsTask | GatesTask | CheckTask;

export async function doTileTask(task: TileTask): Promise<unknown> {
  if (task.kind === 'check') return checkTile(task);
  if (task.kind === 'gates') return gates(task);
  const { kind, layout, x, y, source, options, file } = task;
  const box = tileBox(layout, x, y);
  const tile =
    'from' in source ? await readTile(source, box) : 'bytes' in source ? unpackTile(source) : gridAgain(source);
  const input = { tile, layout, x, y, options };
  if (kind === 'pack') return { packed: packTile(tile), key: tileKey(input) } satisfies Packed;
  const old = file === undefined ? undefined : await readRegular(file).catch(() => undefined);
  return kind === 'look' ? lookAtTile(input, old) : makeTile(input, old);
}

async function gates({ layout, x, y, file, cells }: GatesTask) {
  const bytes = typeof file === 'string' ? await readRegular(file) : file;
  return gateCosts(tileOf(openTile(bytes, decompressor, layout, x, y), layout, x, y), layout.cluster, cells);
}
