/**
 * The file of the threads of `navPool`: `gridprep/worker`, run as a Web Worker or a thread of Node:
 *
 *     new Worker(new URL('gridprep/worker', import.meta.url), { type: 'module' })
 */
import { load } from '../core/runtime/load-all.js';
import { editable } from '../play/edit/edit.js';
import { serveNav } from '../play/pool/serve.js';

serveNav({ load, editable });
