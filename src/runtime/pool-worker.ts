/** The worker of `navPool` where a game names none: every engine, and maps that change. */
import { editable } from './edit.js';
import { load } from './index.js';
import { serveNav } from './pool.js';

serveNav({ load, editable });
