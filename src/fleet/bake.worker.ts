/** Worker: bakes maps, parts of them and tiles of worlds for the worker process that it belongs to. */
import { serve } from '../threads/pool.js';
import { type BakeTask, doTileTask } from '../world/tasks.js';
import { bakeMap, bakeShard, type MapWork, type ShardWork } from './bake-parts.js';

serve((work: MapWork | ShardWork | BakeTask) => {
  if ('kind' in work) return doTileTask(work);
  return 'task' in work ? bakeMap(work) : bakeShard(work);
});
