/** Goal bounds, the bake. */
import { type ChunkOptions, type Recruit, runChunks, threadsFor } from '../../core/chunks/run.js';
import type { Grid } from '../../core/grid/grid.js';
import { BOUNDS, THREADS } from '../../core/options/bake.js';
import { defaultJobs } from '../../core/threads/pool.js';
import type { Bounds, BoundsAt } from './floods.js';
import { bakeBoxes, floodsOf, makeShare, planBounds } from './share.js';

export type { Bounds, BoundsAt } from './floods.js';

/** Options of {@link buildBounds}; the command line shows these same defaults. */
export interface BoundsOptions extends ChunkOptions {
  /** Boxes at jump points and the directions canonical there, or in every open cell and all its legal directions. */
  at: BoundsAt;
  /** The smallest boxes; false for supersets of them in less time. */
  exact: boolean;
  /** Threads, the calling one included; 0 for one per core. */
  threads: number;
  /** Brings in threads that are there already; without it, `threads` - 1 new ones. */
  recruit?: Recruit;
}

/** Defaults of {@link BoundsOptions}, which the command line shows. */
export const BOUNDS_DEFAULTS: BoundsOptions = {
  at: BOUNDS.boxes.default,
  exact: BOUNDS.exact.default,
  threads: THREADS.default,
};

/** Milliseconds left that are worth starting threads, which takes 150 to 300: load, build the graph, compile. */
const WORTH_THREADS_MS = 250;
/** The same for threads that have compiled all of it for another map. */
const WORTH_RECRUITS_MS = 80;

/**
 * Goal bounds (Rabin & Sturtevant 2016): per stored cell and direction the smallest rectangle holding every goal some
 * optimal canonical path to which starts that way. One flood per source, shared by the threads.
 * @returns the same bytes at any number of threads
 * @throws {MapError} if cells have costs
 * @throws {MapTooLargeError} if the boxes would take more than 2 GiB
 */
export async function buildBounds(grid: Grid, options: Partial<BoundsOptions> = {}): Promise<Bounds> {
  const { at, exact, threads, recruit, ...running } = { ...BOUNDS_DEFAULTS, ...options };
  running.signal?.throwIfAborted();
  const floods = floodsOf(grid, exact);
  const plan = planBounds(floods, at);
  const share = makeShare(grid, { at, exact }, plan);
  await runChunks<unknown>(
    {
      share,
      next: () => bakeBoxes(share, floods, plan),
      start: recruit ? () => recruit(share) : threadsFor('engines/bounds/flood', (threads || defaultJobs()) - 1, share),
      worthMs: recruit ? WORTH_RECRUITS_MS : WORTH_THREADS_MS,
    },
    running,
  );
  // A copy in memory that is not shared: not every consumer takes that.
  return { at, exact, stored: plan.stored, boxes: share.boxes.slice() };
}
