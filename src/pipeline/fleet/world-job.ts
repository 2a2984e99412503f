/**
 * Pieces of a world, baked by a worker, which has one tile at a time and computes its key itself
 * (docs/decisions/fleet.md).
 */
import { checkHpaOptions } from '../../core/hpa/build.js';
import type { GateCosts } from '../../world/costs.js';
import { tileBox, type WorldLayout, worldLayout } from '../../world/layout.js';
import { memoryOfTile } from '../../world/options.js';
import { costsKey, SharedTiles } from '../../world/shared-tiles.js';
import type { TileTask as ThreadTask } from '../../world/tasks.js';
import type { TileMade } from '../../world/tile-file.js';
import { assertCached, getFile, keep } from './exchange.js';
import { JobError } from './failure.js';
import type { GatesTask, TileTask, WorldTask } from './task.js';
import { begin, inThread, type WorkerContext } from './work.js';

/** Does a piece of a world, unless it is there. @returns whether it was done here */
export async function worldJob(context: WorkerContext, task: WorldTask): Promise<boolean> {
  const { cache } = context.options;
  const { map, x, y, force } = task;
  const key = task.kind === 'tile' ? task.key : costsKey(task.key, Int32Array.from(task.gates));
  if (!force && (await cache.has(key))) return false;
  const { cluster } = task.kind === 'tile' ? task.hpa : task;
  const layout = worldLayout(task.width, task.height, task.tile, cluster);
  if (x >= layout.columns || y >= layout.rows) throw new JobError(`${map} has no tile ${x}, ${y}`);
  const end = begin(context, { map, tile: { x, y }, ...(task.kind === 'gates' && { gates: task.gates.length }) });
  await context.memory.within(memoryOfTile(layout), () =>
    task.kind === 'tile' ? bake(context, layout, task) : search(context, layout, task),
  );
  // `put` ignores an unreachable cache, so confirm the write.
  await keep(cache, () => cache.has(key));
  end();
  return true;
}

async function bake(context: WorkerContext, layout: WorldLayout, task: TileTask): Promise<void> {
  const { cache } = context.options;
  const { map, x, y, terrain, diagonals, size, codec, zstdLevel, cells } = task;
  const { width, height } = tileBox(layout, x, y);
  const bytes = await getFile(cache, cells, `the cells of tile ${x}, ${y}`);
  const source = { width, height, terrain, moveRule: diagonals, size, priced: cells.priced, bytes };
  const options = { hpa: checkHpaOptions(task.hpa), map, codec, zstdLevel };
  const work: ThreadTask = { kind: 'bake', layout, x, y, source, options };
  const made = await inThread<TileMade>(context, work);
  if (made.key !== task.key) throw new JobError(`tile ${x}, ${y} of ${map} is not what its task says`);
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
