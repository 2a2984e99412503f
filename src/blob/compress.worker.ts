/** Worker: compresses frames. */
import { serve } from '../threads/pool.js';
import { compressFrame } from './compress-frame.js';

serve(compressFrame);
