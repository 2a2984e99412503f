/** Tasks of threads for a world: bake and check tiles, find the costs between their gates. */
import { decompressor } from '../core/blob/decompress.js';
import { readRegular } from '../core/files/regular.js';
import type { Grid } from '../core/grid/grid.js';
import { type CheckTask, checkTile } from './check-tile.js';
import { gridAgain, type TilePlace, tileBox } from './layout.js';
import { openTile } from './section.js';
import { readTile, type WorldSource } from './source.js';
import { tileOf } from './tile.js';
import { lookAtTile, makeTile, type TileInput } from './tile-file.js';
import { gateCosts } from './tile-search.js';

export interface CellsTask extends Omit<TileInput, 'tile'> {
  kind: 'look' | 'bake';
  /** Where its cells come from: a grid is the tile itself with its apron. */
  source: WorldSource | Grid;
  /** The file as it may be there; without it none is kept. */
  file?: string | undefined;
}

export interface GatesTask extends TilePlace {
  kind: 'gates';
  file: string;
  cells: Int32Array;
}

export type TileTask = CellsTask | GatesTask | CheckTask;

export async function doTileTask(task: TileTask): Promise<unknown> {
  if (task.kind === 'check') return checkTile(task);
  if (task.kind === 'gates') return gates(task);
  const { kind, layout, x, y, source, options, file } = task;
  const tile = 'from' in source ? await readTile(source, tileBox(layout, x, y)) : gridAgain(source);
  const input = { tile, layout, x, y, options };
  const old = file === undefined ? undefined : await readRegular(file).catch(() => undefined);
  return kind === 'look' ? lookAtTile(input, old) : makeTile(input, old);
}

async function gates({ layout, x, y, file, cells }: GatesTask) {
  const blob = openTile(await readRegular(file), decompressor, layout, x, y);
  return gateCosts(tileOf(blob, layout, x, y), layout.cluster, cells);
}
