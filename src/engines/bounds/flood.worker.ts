/** Worker: takes part in one bake of goal bounds. */
import { serve } from '../../core/threads/pool.js';
import { takePart } from './share.js';

serve(takePart);
