/** Worker: bakes maps and parts of them for the worker process that it belongs to. */
import { serve } from '../../core/threads/pool.js';
import { type BatchWork, bakeBatch, bakeMap, bakeShard, type MapWork, type ShardWork } from './bake-parts.js';

serve((work: MapWork | ShardWork | BatchWork) => {
  if ('batch' in work) return bakeBatch(work);
  return 'task' in work ? bakeMap(work) : bakeShard(work);
});
