/** The cost plane of a blob. Only engines that know costs reach this: the others' bakes refuse maps that have any. */
import { must } from '../errors.js';
import { costsFromBytes, type Grid } from '../grid/grid.js';
import { COSTS_KIND } from './layout.js';
import type { Blob } from './read.js';

/** Gives the grid its costs where the blob has them. @throws {BlobError} unless exactly the open cells have one */
export function loadCosts(blob: Blob, grid: Grid): void {
  // Every blob of a map has the same, and another engine may have read them.
  if (grid.costs || !blob.has(COSTS_KIND)) return;
  const sound = costsFromBytes(grid, blob.section(COSTS_KIND, Uint8Array, grid.width * grid.height));
  must(sound, 'cost plane', 'of other cells', 'a cost for each open cell');
}
