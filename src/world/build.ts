/**
 * HPA* of one map, baked in tiles on threads: the same arrays as `buildHpa` makes of the whole.
 *
 * Measured and decided: docs/decisions/worlds-tiles-with-an-apron-of-one.md.
 */
import type { Grid } from '../grid/grid.js';
import type { Abstraction, HpaBuildOptions } from '../hpa/abstraction.js';
import { bakeHpa, HPA_DEFAULTS, type HpaOptions, writeHpa } from '../hpa/bake.js';
import { checkHpaOptions, completeHpa } from '../hpa/build.js';
import { Pool } from '../threads/pool.js';
import { plainGrid, withApron } from './apron.js';
import { joinTiles, type TileLevel } from './join.js';
import { tileBox, worldLayout } from './layout.js';
import type { LevelTask } from './tasks.js';

/** Options of {@link buildHpaTiles}. */
export interface HpaTilesOptions extends HpaBuildOptions {
  /** Side of a tile in cells, a multiple of `cluster`, up to 4096. */
  tiles: number;
  /** Most threads at once; 0 for one per core. */
  threads: number;
}

/**
 * Makes what `buildHpa` makes of a map, array for array, of tiles that threads bake by themselves; levels above the first, and shortcuts, in this thread.
 * @throws {HpaError} if an option is out of its range, or the tiles do not hold whole clusters
 */
export async function buildHpaTiles(
  grid: Grid,
  options: Partial<HpaTilesOptions> & { tiles: number },
): Promise<Abstraction> {
  const { tiles, threads = 0, ...given } = options;
  const all = checkHpaOptions(given);
  const layout = worldLayout(grid.width, grid.height, tiles, all.cluster);
  const pool = new Pool('world/tile', threads);
  try {
    const made = await Promise.all(
      Array.from({ length: layout.columns * layout.rows }, (_, i) => {
        const tile = withApron(grid, tileBox(layout, i % layout.columns, Math.floor(i / layout.columns)));
        return pool.run<TileLevel>({ kind: 'level', grid: plainGrid(tile), options: all } satisfies LevelTask);
      }),
    );
    return completeHpa(
      grid,
      joinTiles(layout, all, (x, y) => made[y * layout.columns + x]),
    );
  } finally {
    await pool.close();
  }
}

/** Grid to blob, byte for byte that of `bakeHpa`, by {@link buildHpaTiles}. @throws {HpaError} as that does */
export async function bakeHpaTiles(grid: Grid, options: Partial<HpaOptions> & { tiles: number }): Promise<Uint8Array> {
  const { cluster, levels, merge, entranceWidth, paths, shortcuts, threads } = { ...HPA_DEFAULTS, ...options };
  const { tiles } = options;
  if (tiles >= grid.width && tiles >= grid.height) return bakeHpa(grid, options);
  return writeHpa(
    grid,
    await buildHpaTiles(grid, { cluster, levels, merge, entranceWidth, paths, shortcuts, tiles, threads }),
    options,
  );
}
