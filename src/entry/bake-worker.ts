/**
 * The file of the thread of `rebake`: `gridprep/bake-worker`, run as a Web Worker or a thread of Node:
 *
 *     const url = new URL('gridprep/bake-worker', import.meta.url);
 *     rebake(nav, ['jps'], { worker: () => new Worker(url, { type: 'module' }) });
 */
import { type Bake, serveBakes } from '../play/rebake/serve.js';
import { bakeBounds, bakeCh, bakeHpa, bakeJps, bakeTable } from './bake.js';

serveBakes({
  jps: bakeJps as Bake,
  bounds: bakeBounds as Bake,
  ch: bakeCh as Bake,
  hpa: bakeHpa as Bake,
  table: bakeTable as Bake,
});
