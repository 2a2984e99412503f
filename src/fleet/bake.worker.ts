/** Worker: bakes maps and shards for the worker process that it belongs to. */
import { serve } from '../threads/pool.js';
import { bakeMap, bakeShard, type MapWork, type ShardWork } from './bake-parts.js';

serve((work: MapWork | ShardWork) => ('task' in work ? bakeMap(work) : bakeShard(work)));
