/** The runtime with contraction hierarchies alone: `gridprep/runtime/ch`. */
import { hierarchyEngine } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map for contraction hierarchies; see {@link Load}. */
export const load = loader({ ch: hierarchyEngine });
