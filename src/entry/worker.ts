/**
 * The file of the threads of `navPool`: `gridprep/worker`, run as a Web Worker or a thread of Node:
 *
 *     new Worker(new URL('gridprep/worker', import.meta.url), { type: 'module' })
 */
import { linksPart } from '../core/runtime/links.js';
import { load } from '../core/runtime/load-all.js';
import { navOf } from '../core/runtime/load-grid.js';
import { kitOf } from '../core/runtime/nav.js';
import { wasmPart } from '../core/runtime/parts.js';
import { wallsPart } from '../core/runtime/walls.js';
import { editable } from '../play/edit/edit.js';
import { serveNav } from '../play/pool/serve.js';

serveNav({ load, editable, navOf: (grid) => navOf(grid, kitOf([linksPart, wallsPart, wasmPart])) });
