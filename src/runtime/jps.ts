/** The runtime with JPS+ alone: `gridprep/runtime/jps`. */
import { jumpEngine } from '../jps/engine.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { GridNav, LoadOptions } from './load.js';

export const load = loader({ jps: jumpEngine });
