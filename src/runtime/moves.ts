/** The runtime under every move rule, with every engine: `gridprep/runtime/moves`. */
import { loader } from './load.js';
import { MOVE_ENGINES } from './move-engines.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Walk } from '../search/engine.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map, whatever its move rule; see {@link Load}. */
export const load = loader(MOVE_ENGINES);
