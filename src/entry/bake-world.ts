/** The bake of worlds, for build scripts. */
import type { Grid } from '../core/grid/grid.js';
import { refuseUnknown } from '../core/unknown-names.js';
import type { GameMap, ReadMapOptions } from '../maps/read-map.js';
import { bakeWorld as worldFolder } from '../world/bake.js';
import type { WorldReport } from '../world/options.js';
import { fromGrid, openWorld } from '../world/source.js';
import { type BakeOptions, gridOf, type HpaOptions, SHARED } from './bake.js';

/** Options of {@link bakeWorld}. */
export interface BakeWorldOptions extends BakeOptions, Pick<HpaOptions, 'cluster' | 'entranceWidth' | 'storePaths'> {
  /** Side of a tile in cells, a multiple of `cluster`, up to 4096; default 1024. */
  tile?: number;
  /** Memory of the process, in bytes or as `"2GB"`: limits the number of tiles in work. Default `"2GB"`. */
  maxMemory?: number | string;
  /** Also bakes tiles that are up to date. */
  force?: boolean;
  /** How the map is read, if it is a file or a folder. */
  reading?: ReadMapOptions;
}

/**
 * Bakes a map as a folder of tiles with an index. Tiles that are up to date are kept; tiles without open cells have no
 * file.
 *
 *     await bakeWorld('maps/land.map', 'out/land.world', { tile: 1024 });
 *
 * @param map a map file, a folder of map files named `COLUMN_ROW`, or a map in memory; up to 65536 x 65536 cells
 * @param folder to write to
 * @throws {BakeError} if an option is out of range @throws {MapError} if the map cannot be read, or memory is not
 * enough for a tile
 */
export async function bakeWorld(
  map: string | Grid | GameMap,
  folder: string,
  input: BakeWorldOptions = {},
): Promise<WorldReport> {
  refuseUnknown(input, ...SHARED, 'cluster', 'entranceWidth', 'storePaths', 'tile', 'maxMemory', 'force', 'reading');
  const { name, tile = 1024, storePaths = true, reading, signal, onProgress, ...options } = input;
  signal?.throwIfAborted();
  const source = typeof map === 'string' ? await openWorld(map, reading) : fromGrid(gridOf(map), name);
  return worldFolder(name === undefined ? source : { ...source, map: name }, folder, {
    ...options,
    tiles: tile,
    paths: storePaths,
    onProgress: ({ step, done, all }) => {
      signal?.throwIfAborted();
      onProgress?.({ step, done, total: all });
    },
  });
}
