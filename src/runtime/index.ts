/**
 * What a game ships: load blobs, ask for paths. Nothing but this project is reachable from here: no Node
 * module, no package. Every engine is in; `jps.ts` beside it has JPS+ alone, for the smallest bundle.
 */
import { ENGINES } from './engines.js';
import { loader } from './load.js';
import { sharing } from './pool.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Portal, Walk } from '../search/engine.js';
export { type Path, PathBuffer } from '../search/path.js';
export * from './distance.js';
export * from './field.js';
export * from './limits.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';
export { type NavPool, navPool, type PoolOptions, type PoolPath, type SharedNav, type SharedOptions } from './pool.js';
export * from './pull.js';
export * from './queue.js';

/**
 * Loads the blobs of one map, with every engine; see {@link Load}.
 *
 *     const nav = load(new Uint8Array(await (await fetch('arena.prep')).arrayBuffer()));
 *     const path = nav.findPath(1, 11, 40, 30);
 */
export const load = loader(ENGINES);

/**
 * Loads the blobs of one map for several threads; see {@link sharing}.
 *
 *     const pool = navPool(sharedNav(bytes), { threads: 2 });
 *     const paths = await pool.findPaths([1, 11, 40, 30, 2, 2, 7, 9]);
 */
export const sharedNav = /* @__PURE__ */ sharing(load);
