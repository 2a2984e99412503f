/** Goal bounds in parts, for machines that share a bake: each a checkpoint of some chunks. */
import { fingerprint } from '../blob/fingerprint.js';
import { restrictChunks } from '../chunks/chunks.js';
import type { Grid } from '../grid/grid.js';
import { boundsCheckpoints } from './checkpoint.js';
import type { BoundsAt } from './floods.js';
import { bakeBoxes, floodsOf, makeShare, planBounds } from './share.js';

export interface BoundsParts {
  /** There are chunks 0 to this one, exclusive. */
  chunks: number;
  /** @returns checkpoint of chunks `from` to `to`, exclusive; all parts together give the same bytes as one bake */
  bake(from: number, to: number): Uint8Array;
}

/** @throws {MapTooLargeError} if the boxes would take more than 2 GiB */
export function boundsParts(grid: Grid, { at, exact }: { at: BoundsAt; exact: boolean }): BoundsParts {
  // Shared by all parts: neighboring floods share lists.
  const floods = floodsOf(grid, exact);
  const plan = planBounds(floods, at);
  const share = makeShare(grid, { at, exact }, plan);
  const { save } = boundsCheckpoints(fingerprint(grid), plan, share);
  return {
    chunks: share.finished.length,
    bake(from, to) {
      restrictChunks(share, from, to);
      while (bakeBoxes(share, floods, plan));
      share.finished.fill(0).fill(1, from, to);
      return save();
    },
  };
}
