/** The runtime with HPA* and an all-pairs table in place of its search: `gridprep/runtime/table`. */

import { tableEngine } from '../table/engine.js';
import { loader } from './load.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export { type Path, PathBuffer } from '../search/path.js';
export type { Walk } from './engine.js';
export type { GridNav, LoadOptions } from './load.js';

export const load = loader({ table: tableEngine });
