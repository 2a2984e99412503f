/** The runtime with JPS+ on terrain that costs: `gridprep/runtime/priced`. */
import { pricedEngine } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map for jump points on terrain that costs; see {@link Load}. */
export const load = loader({ priced: pricedEngine });
