/** A part of a bake of goal bounds, for machines that share one: the boxes of a range of chunks, as a checkpoint of nothing else. */
import { type Grid, gridToBits } from '../grid/grid.js';
import { saveCheckpoint } from './checkpoint.js';
import { costBound } from './costs.js';
import { Baker, type BoundsAt, floodsOf, keepRange, makeShare, planBounds, restrict } from './share.js';

/** A map made ready for its parts. */
export interface BoundsParts {
  /** There are chunks 0 to this one, exclusive. */
  chunks: number;
  /** @returns checkpoint of chunks `from` to `to`, exclusive; those of all chunks together make the same bake as any other */
  bake(from: number, to: number): Uint8Array;
}

/** @throws {MapTooLargeError} if the boxes would take more than 2 GiB */
export function boundsParts(grid: Grid, { at, exact }: { at: BoundsAt; exact: boolean }): BoundsParts {
  const floods = floodsOf(grid);
  const plan = planBounds(floods, at);
  const { width, height, moveRule } = grid;
  const share = makeShare({ at, exact, width, height, moveRule, bound: costBound(grid) }, plan, gridToBits(grid));
  // Kept: neighbouring floods share lists.
  const baker = new Baker(share, floods, plan);
  return {
    chunks: share.finished.length,
    bake(from, to) {
      restrict(share, from, to);
      while (baker.next());
      keepRange(share, from, to);
      return saveCheckpoint(grid, plan, share);
    },
  };
}
