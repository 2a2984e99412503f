/**
 * A tile of a world on its way through the queue: what a build puts into the cache for it, and what a worker does with that. A worker has one tile's cells
 * at a time and never the map; the file goes back through the cache, under the key that the worker reckons itself.
 *
 * Measured and decided: docs/decisions.md, "A fleet: tiles of worlds".
 */
import type { Digest } from '../cache/action-result.js';
import { patiently } from '../cache/patiently.js';
import { digestOf, type SharedCache } from '../cache/shared-cache.js';
import { FleetError } from '../errors.js';
import { checkHpaOptions } from '../hpa/build.js';
import { tileBox, worldLayout } from '../world/layout.js';
import { memoryOfTile } from '../world/options.js';
import { SharedTiles } from '../world/shared-tiles.js';
import type { BakeTask } from '../world/tasks.js';
import type { TileMade } from '../world/tile-file.js';
import type { TileOrder } from '../world/tile-maker.js';
import { type Bench, inThread } from './bench.js';
import { mustHave } from './parts.js';
import { type JobData, TOOL } from './task.js';
import { parseTile, type TileTask } from './tile-task.js';

/** Puts a tile's cells and its task into the cache. @throws {FleetError} if that does not take them */
export async function uploadTile(cache: SharedCache, order: TileOrder, tool = TOOL): Promise<JobData> {
  const { layout, x, y, options, packed, key, force } = order;
  const { hpa, map, codec, zstdLevel } = options;
  const { cluster, entranceWidth, paths } = hpa;
  const { width, height, tile } = layout;
  const { terrain, moveRule, size, priced, bytes } = packed;
  const task = {
    gridprep: 1,
    kind: 'tile',
    tool,
    map,
    ...{ width, height, tile, x, y, terrain, moves: moveRule as TileTask['moves'], size },
    hpa: { cluster, entranceWidth, paths },
    ...{ codec, zstdLevel, force, key },
    cells: { ...(await put(cache, bytes, map)), priced },
  } satisfies TileTask;
  const said = Buffer.from(JSON.stringify(task));
  // What a worker would refuse is not sent.
  parseTile(said);
  const digest = await put(cache, said, map);
  return { tool, task: digest.sha256, bytes: digest.bytes };
}

async function put(cache: SharedCache, bytes: Uint8Array, map: string): Promise<Digest> {
  const digest = digestOf(bytes);
  if (await patiently(cache, () => cache.putFile(bytes, digest))) return digest;
  throw new FleetError(`the cache ${cache.address} does not take ${map}; a queue needs one that does`);
}

/** Bakes a tile, unless it is there. @returns whether it was baked here */
export async function tileJob(bench: Bench, task: TileTask): Promise<boolean> {
  const { cache, onEvent } = bench.options;
  const { map, x, y, terrain, moves, size, codec, zstdLevel, cells, key } = task;
  if (!task.force && (await cache.has(key))) return false;
  const start = performance.now();
  const layout = worldLayout(task.width, task.height, task.tile, task.hpa.cluster);
  if (x >= layout.columns || y >= layout.rows) throw new RangeError(`${map} has no tile ${x}, ${y}`);
  onEvent?.({ event: 'begun', map, tile: { x, y } });
  const { width, height } = tileBox(layout, x, y);
  const made = await bench.memory.within(memoryOfTile(layout), async () => {
    const bytes = await cache.getFile(cells);
    if (!bytes)
      throw new FleetError(
        `the cache ${cache.address} does not have the cells of tile ${x}, ${y}; is the --cache of this worker that of the build?`,
      );
    const work: BakeTask = {
      kind: 'bake',
      ...{ layout, x, y },
      source: { width, height, terrain, moveRule: moves, size, priced: cells.priced, bytes },
      options: { hpa: checkHpaOptions(task.hpa), map, codec, zstdLevel },
      file: undefined,
    };
    return inThread<TileMade>(bench, work);
  });
  if (made.key !== key) throw new RangeError(`tile ${x}, ${y} of ${map} is not what its task says`);
  await new SharedTiles(cache, layout).give(x, y, made);
  await mustHave(cache, key);
  onEvent?.({ event: 'baked', map, tile: { x, y }, seconds: (performance.now() - start) / 1000 });
  return true;
}
