/** The runtime with HPA* and an all-pairs table in place of its search: `gridprep/runtime/table`. */
import { loader } from './load.js';
import { tableEngine } from './table/engine.js';

export type { BlobBytes, Decompress } from './blob/read.js';
export type { Walk } from './engine.js';
export { BlobError, type BlobErrorCode } from './errors.js';
export type { GridNav, LoadOptions } from './load.js';
export { type Path, PathBuffer } from './search/path.js';

export const load = loader({ table: tableEngine });
