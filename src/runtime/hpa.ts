/** The runtime with HPA* alone: `gridprep/runtime/hpa`. */
import { hpaEngine } from '../hpa/engine.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { Walk } from './engine.js';
export type { GridNav, LoadOptions } from './load.js';

export const load = loader({ hpa: hpaEngine });
