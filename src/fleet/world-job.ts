/**
 * Pieces of a world: upload by a build, bake by a worker, which has one tile at a time and computes its key itself
 * (docs/decisions/fleet-tiles-of-worlds.md).
 */
import type { SharedCache } from '../cache/shared-cache.js';
import { checkHpaOptions } from '../hpa/build.js';
import type { GateCosts } from '../world/costs.js';
import { tileBox, type WorldLayout, worldLayout } from '../world/layout.js';
import { memoryOfTile } from '../world/options.js';
import { costsKey, SharedTiles } from '../world/shared-tiles.js';
import type { TileTask as ThreadTask } from '../world/tasks.js';
import type { TileMade } from '../world/tile-file.js';
import type { TileOrder, WorldOrder } from '../world/tile-maker.js';
import { assertCached, getFile, keep, putFile } from './exchange.js';
import { type TaskRef, TOOL } from './task.js';
import { storeTask } from './upload.js';
import { inThread, type WorkerContext } from './work.js';
import { type GatesTask, parseWorldTask, type TileTask, type WorldTask } from './world-task.js';

/** Puts a piece's task, and of a tile its cells, into the cache. @throws {FleetError} if that does not take them */
export async function uploadPiece(cache: SharedCache, order: WorldOrder, tool = TOOL): Promise<TaskRef> {
  const { layout, x, y, key, force } = order;
  const { width, height, tile, cluster } = layout;
  const map = order.kind === 'tile' ? order.options.map : order.map;
  const where = { gridprep: 1, tool, map, width, height, tile, x, y, force, key } as const;
  const task: WorldTask =
    order.kind === 'tile'
      ? { kind: 'tile', ...where, ...(await bakeOf(cache, order)) }
      : { kind: 'gates', ...where, cluster, gates: [...order.cells] };
  return storeTask(cache, Buffer.from(JSON.stringify(task)), tool, parseWorldTask);
}

/** Parameters of a tile's bake, after its cells are in the cache. */
async function bakeOf(cache: SharedCache, { options, packed }: TileOrder) {
  const { hpa, map, codec, zstdLevel } = options;
  const { cluster, entranceWidth, paths } = hpa;
  const { terrain, moveRule, size, priced, bytes } = packed;
  const cells = { ...(await putFile(cache, bytes, map)), priced };
  return {
    terrain,
    diagonals: moveRule as TileTask['diagonals'],
    size,
    hpa: { cluster, entranceWidth, paths },
    codec,
    zstdLevel,
    cells,
  };
}

/** Does a piece of a world, unless it is there. @returns whether it was done here */
export async function worldJob(context: WorkerContext, task: WorldTask): Promise<boolean> {
  const { cache, onEvent } = context.options;
  const { map, x, y, force } = task;
  const key = task.kind === 'tile' ? task.key : costsKey(task.key, Int32Array.from(task.gates));
  if (!force && (await cache.has(key))) return false;
  const start = performance.now();
  const { cluster } = task.kind === 'tile' ? task.hpa : task;
  const layout = worldLayout(task.width, task.height, task.tile, cluster);
  if (x >= layout.columns || y >= layout.rows) throw new RangeError(`${map} has no tile ${x}, ${y}`);
  const piece = { map, tile: { x, y }, ...(task.kind === 'gates' && { gates: task.gates.length }) };
  onEvent?.({ event: 'begun', ...piece });
  await context.memory.within(memoryOfTile(layout), () =>
    task.kind === 'tile' ? bake(context, layout, task) : search(context, layout, task),
  );
  // `put` ignores an unreachable cache, so confirm the write.
  await keep(cache, () => cache.has(key));
  onEvent?.({ event: 'baked', ...piece, seconds: (performance.now() - start) / 1000 });
  return true;
}

async function bake(context: WorkerContext, layout: WorldLayout, task: TileTask): Promise<void> {
  const { cache } = context.options;
  const { map, x, y, terrain, diagonals, size, codec, zstdLevel, cells } = task;
  const { width, height } = tileBox(layout, x, y);
  const bytes = await getFile(cache, cells, `the cells of tile ${x}, ${y}`);
  const source = { width, height, terrain, moveRule: diagonals, size, priced: cells.priced, bytes };
  const options = { hpa: checkHpaOptions(task.hpa), map, codec, zstdLevel };
  const work: ThreadTask = { kind: 'bake', layout, x, y, source, options, file: undefined };
  const made = await inThread<TileMade>(context, work);
  if (made.key !== task.key) throw new RangeError(`tile ${x}, ${y} of ${map} is not what its task says`);
  await new SharedTiles(cache, layout).give(x, y, made);
}

async function search(context: WorkerContext, layout: WorldLayout, { x, y, key, gates }: GatesTask): Promise<void> {
  const { cache } = context.options;
  const shared = new SharedTiles(cache, layout);
  const file = assertCached(cache, await shared.file(x, y, key), `tile ${x}, ${y}`);
  const cells = Int32Array.from(gates);
  const work: ThreadTask = { kind: 'gates', layout, x, y, file, cells };
  await shared.giveCosts(x, y, key, cells, await inThread<GateCosts>(context, work));
}
