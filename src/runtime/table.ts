/** The runtime with HPA* and an all-pairs table in place of its search: `gridprep/runtime/table`. */
import { tableEngine } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Portal, Walk } from '../search/engine.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map for all-pairs tables over HPA*; see {@link Load}. */
export const load = loader({ table: tableEngine });
