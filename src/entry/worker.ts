/**
 * The file of threads: those of `navPool`, which answer queries, and those of `heal`, which bake. `gridprep/worker`, run as a Web Worker or a thread of Node:
 *
 *     new Worker(new URL('gridprep/worker', import.meta.url), { type: 'module' })
 */
import { editable } from '../edit/edit.js';
import { serveHealing } from '../edit/heal-worker.js';
import { serveNav } from '../pool/serve.js';
import { load } from '../runtime/load-all.js';

serveNav({ load, editable });
serveHealing();
