/** Worker: bakes all that is wanted of one map, or lends a hand with the floods of another thread's map. */

import bakeShare from '../bounds/flood.worker.js';
import type { Share } from '../bounds/share.js';
import { serve } from '../pool/threads.js';
import { bakeTarget } from './bake-target.js';
import type { Baked, BakeTask, Failure } from './task.js';

serve(async (task: BakeTask | { share: Share }): Promise<Baked | Failure | undefined> => {
  try {
    if ('share' in task) bakeShare(task.share);
    else return await bakeTarget(task);
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { failure: { name, message, stack } };
  }
  return undefined;
});
