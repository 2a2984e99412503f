/** Worker: bakes tiles, and finds the costs between their gates. */
import { serve } from '../threads/pool.js';
import { doTileTask } from './tasks.js';

serve(doTileTask);
