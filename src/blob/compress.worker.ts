/** Worker: compresses frames. */
import { serve } from '../pool/pool.js';
import { compressFrame } from './compress-frame.js';

serve(compressFrame);
