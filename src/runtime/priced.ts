/** The runtime with JPS+ on terrain that costs, and goal bounds where the blobs hold them: `gridprep/runtime/priced`. */
import { boundedPricedEngine, pricedEngine } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map: jump points on terrain that costs, with goal bounds where the blobs hold them; see {@link Load}. */
export const load = loader({ 'priced+bounds': boundedPricedEngine, priced: pricedEngine });
