/**
 * A world's folder: tiles baked by threads, then gates, then the index; valid files are kept
 * (docs/decisions/worlds-a-folder-of-tiles-and-an-index.md).
 */
import { WRITE_DEFAULTS } from '../blob/write.js';
import { HpaError } from '../errors.js';
import { checkHpaOptions } from '../hpa/build.js';
import { MemoryBudget, parseMemory } from '../threads/memory.js';
import { Pool } from '../threads/pool.js';
import { WorldBake } from './bake-all.js';
import { WorldFolder } from './folder.js';
import { worldLayout } from './layout.js';
import { WORLD_DEFAULTS, type WorldOptions, type WorldReport } from './options.js';
import { WORLD_RULES } from './section.js';
import type { WorldSource } from './source.js';
import type { Machines, RunTask } from './tile-maker.js';

/**
 * Bakes a world into a folder.
 * @throws {HpaError} if an option is out of its range, the tiles do not hold whole clusters, or the move rule is not
 * one of worlds
 * @throws {MapError} if a file of the map is wrong, or no cell is open
 * @throws {MapTooLargeError} if the memory is not enough for one tile
 */
export async function bakeWorld(
  source: WorldSource,
  folder: string,
  options: Partial<WorldOptions> = {},
): Promise<WorldReport> {
  const pool = new Pool('world/tile', options.threads ?? 0);
  try {
    return await bakeWorldBy((task) => pool.run(task), source, folder, options);
  } finally {
    await pool.close();
  }
}

/**
 * As {@link bakeWorld}, without threads of its own.
 * @param run does a piece of work
 * @throws {CacheError} if the cache has another value for a tile @throws {FleetError} if other machines cannot bake it
 */
export async function bakeWorldBy(
  run: RunTask,
  source: WorldSource,
  folder: string,
  options: Partial<WorldOptions> = {},
  machines: Machines = {},
): Promise<WorldReport> {
  const { tiles, maxMemory } = { ...WORLD_DEFAULTS, ...options };
  if (!WORLD_RULES.includes(source.moveRule))
    throw new HpaError(
      `worlds know the move rules ${WORLD_RULES.join(', ')}, not ${source.moveRule}, under which tiles meet at ` +
        'their corners',
    );
  const { cluster, entranceWidth, paths, force = false, onProgress } = options;
  const hpa = checkHpaOptions({
    ...(cluster !== undefined && { cluster }),
    ...(entranceWidth !== undefined && { entranceWidth }),
    ...(paths !== undefined && { paths }),
  });
  const layout = worldLayout(source.width, source.height, tiles, hpa.cluster);
  const budget = new MemoryBudget(typeof maxMemory === 'number' ? maxMemory : parseMemory(maxMemory));
  const { codec, zstdLevel, threads } = { ...WRITE_DEFAULTS, ...options };
  const files = await WorldFolder.open(folder);
  const tileOptions = { hpa, map: source.map, codec, zstdLevel };
  return new WorldBake(
    source,
    files,
    layout,
    tileOptions,
    { force, threads, onProgress },
    run,
    budget,
    machines,
  ).bake();
}
