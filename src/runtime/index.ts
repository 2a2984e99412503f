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
export * from './pull.js';

/**
 * Loads the blobs of one map, with every engine; see {@link Load}.
 *
 *     const nav = load(new Uint8Array(await (await fetch('arena.prep')).arrayBuffer()));
 *     const path = nav.findPath(1, 11, 40, 30);
 */
export const load = loader(ENGINES);
