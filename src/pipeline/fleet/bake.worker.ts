/** Worker: bakes maps, parts of them and pieces of worlds for the worker process that it belongs to. */
import { serve } from '../../core/threads/pool.js';
import { doTileTask, type TileTask } from '../../world/tasks.js';
import { type BatchWork, bakeBatch, bakeMap, bakeShard, type MapWork, type ShardWork } from './bake-parts.js';

serve((work: MapWork | ShardWork | BatchWork | TileTask) => {
  if ('kind' in work) return doTileTask(work);
  if ('batch' in work) return bakeBatch(work);
  return 'task' in work ? bakeMap(work) : bakeShard(work);
});
