/** Worker: bakes a map, or helps with the floods of another thread's map. */

import { serve } from '../../core/threads/pool.js';
import { type Share, takePart } from '../../engines/bounds/share.js';
import { bakeTarget } from './bake-target.js';
import type { BakeTask } from './task.js';

serve((task: BakeTask | { share: Share }) => ('share' in task ? takePart(task.share) : bakeTarget(task)));
