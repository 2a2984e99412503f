/**
 * What a game ships: load blobs, ask for paths. Nothing but this project is reachable from here: no Node
 * module, no package. Every engine is in; `jps.ts` beside it has JPS+ alone, for the smallest bundle.
 */
import { ENGINES } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Walk } from '../search/engine.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

export const load = loader(ENGINES);
