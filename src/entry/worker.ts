/**
 * The file of the threads of `navPool`: `gridprep/worker`, run as a Web Worker or a thread of Node:
 *
 *     new Worker(new URL('gridprep/worker', import.meta.url), { type: 'module' })
 */

import { editable } from '../play/edit/edit.js';
import { serveNav } from '../play/pool/serve.js';
import { linksPart } from '../runtime/links.js';
import { load } from '../runtime/load-all.js';
import { navOf } from '../runtime/load-grid.js';
import { kitOf } from '../runtime/nav.js';
import { wasmPart } from '../runtime/parts.js';
import { wallsPart } from '../runtime/walls.js';

serveNav({ load, editable, navOf: (grid) => navOf(grid, kitOf([linksPart, wallsPart, wasmPart])) });
