/** Worker: bakes tiles, and finds the costs between their gates. */
import { serve } from '../core/threads/pool.js';
import { doTileTask } from './tasks.js';

serve(doTileTask);
