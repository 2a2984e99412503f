/** Worker: compresses frames. */
import { serve } from '../threads/pool.js';
import { compressFrame } from './compress.js';

serve(compressFrame);
