/** The runtime for terrain that costs: contraction hierarchies, and JPS+ with goal bounds or without, as the blobs are: `gridprep/runtime/priced`. */
import { boundedPricedEngine, pricedEngine, pricedHierarchyEngine } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map whose cells have costs: a contraction hierarchy, or jump points with goal bounds or without; see {@link Load}. */
export const load = loader({ ch: pricedHierarchyEngine, 'priced+bounds': boundedPricedEngine, priced: pricedEngine });
