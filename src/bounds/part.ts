/** A part of a bake of goal bounds, for machines that share one: the boxes of a range of chunks, as a checkpoint of nothing else. */
import { restrictChunks } from '../chunks/chunks.js';
import type { Grid } from '../grid/grid.js';
import { saveCheckpoint } from './checkpoint.js';
import type { BoundsAt } from './floods.js';
import { bakeChunk, floodsOf, makeShare, planBounds } from './share.js';

/** A map made ready for its parts. */
export interface BoundsParts {
  /** There are chunks 0 to this one, exclusive. */
  chunks: number;
  /** @returns checkpoint of chunks `from` to `to`, exclusive; those of all chunks together make the same bake as any other */
  bake(from: number, to: number): Uint8Array;
}

/** @throws {MapTooLargeError} if the boxes would take more than 2 GiB */
export function boundsParts(grid: Grid, { at, exact }: { at: BoundsAt; exact: boolean }): BoundsParts {
  // Kept for all parts: neighbouring floods share lists.
  const floods = floodsOf(grid, exact);
  const plan = planBounds(floods, at);
  const share = makeShare(grid, { at, exact }, plan);
  return {
    chunks: share.finished.length,
    bake(from, to) {
      restrictChunks(share, from, to);
      while (bakeChunk(share, floods, plan));
      share.finished.fill(0).fill(1, from, to);
      return saveCheckpoint(grid, plan, share);
    },
  };
}
