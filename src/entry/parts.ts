/**
 * Parts of a custom `load`: `gridprep/parts`. A game ships the parts that it names.
 *
 *     import { boundsEngine, loader, zstdPart } from 'gridprep/parts';
 *
 *     const load = loader(boundsEngine, zstdPart);
 */
import { type Load, loader as loaderOf } from '../runtime/load.js';
import type { LoadPart } from '../runtime/nav.js';

export {
  boundsEngine,
  chEngine,
  hpaEngine,
  jpsEngine,
  tableEngine,
  weightedChEngine,
  weightedEngine,
} from '../runtime/engines.js';
export { linksPart } from '../runtime/links.js';
export type { Load, LoadOptions } from '../runtime/load.js';
export { mappedPart } from '../runtime/mapped.js';
export type { LoadPart, Nav } from '../runtime/nav.js';
export { agentsPart, diagonalsPart, sharedPart, wasmPart, zstdPart } from '../runtime/parts.js';
export { wallsPart } from '../runtime/walls.js';

/**
 * Makes a {@link Load} of the parts that a game ships: engines, and what all of them use.
 *
 *     const load = loader(boundsEngine, wasmPart, zstdPart);
 *
 * @returns `load`; blobs that need another part it refuses with a BlobError that names the part
 */
export const loader: (...parts: LoadPart[]) => Load = loaderOf;
