/** The runtime with JPS+, and goal bounds where the blobs hold them: `gridprep/runtime/bounds`. */
import { native } from '../jps/wasm.js';
import { boundedJumpEngine, jumpEngine } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map: JPS+, with goal bounds where the blobs hold them; see {@link Load}. */
export const load = loader({ 'jps+bounds': boundedJumpEngine(native), jps: jumpEngine(native) });
