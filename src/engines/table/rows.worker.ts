/** Worker: takes part in one search for the rows of a table. */
import { serve } from '../../core/threads/pool.js';
import { takePart } from './search.js';

serve(takePart);
