/** The runtime with HPA* alone: `gridprep/runtime/hpa`. */
import { hpaEngine } from './engines.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Portal, Walk } from '../search/engine.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { LoadOptions } from './load.js';
export type { GridNav } from './nav.js';

/** Loads the blobs of one map for HPA*; see {@link Load}. */
export const load = loader({ hpa: hpaEngine });
