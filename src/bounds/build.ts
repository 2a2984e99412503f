/**
 * Goal bounds (Rabin & Sturtevant 2016): for a cell and a direction, the smallest rectangle that holds every goal for
 * which some optimal canonical path starts in that direction. A goal to which paths tie is in the box of each of them.
 */
import { resume } from '../chunks/checkpoint.js';
import { type ChunkOptions, runChunks, threadsFor } from '../chunks/run.js';
import type { Grid } from '../grid/grid.js';
import { refuseMoves } from '../grid/refuse-costs.js';
import { defaultJobs } from '../threads/pool.js';
import { loadCheckpoint, saveCheckpoint } from './checkpoint.js';
import type { Bounds, BoundsAt } from './floods.js';
import { bakeChunk, floodsOf, makeShare, planBounds, type Share } from './share.js';

export type { Bounds, BoundsAt } from './floods.js';

/** Options of {@link buildBounds}; the command line shows these same defaults. */
export interface BoundsOptions extends ChunkOptions {
  /** Boxes at jump points and the directions canonical there, or in every open cell and all its legal directions. */
  at: BoundsAt;
  /** The smallest boxes; else supersets of them, for less time. */
  exact: boolean;
  /** Threads, the calling one included; 0 for one per core. */
  threads: number;
  /** Brings in threads that are there already; without it, `threads` - 1 new ones. */
  recruit?: Recruit;
}

/**
 * Called once, by a bake that would take long alone: others may run the worker `bounds/flood` on the share.
 * @returns resolves when none of them writes any more, rejects if one of them failed; called when nothing is left to take
 */
export type Recruit = (share: Share) => () => Promise<void>;

/** Defaults of {@link BoundsOptions}, which the command line shows. */
export const BOUNDS_DEFAULTS: BoundsOptions = { at: 'jump-points', exact: true, threads: 0 };

/**
 * Other threads are started when this one would take more milliseconds than this: loading a thread's code, building its
 * graph and compiling its flood take 150 to 300, so that on AR0011SR (240 ms alone) two threads were slower than one.
 */
const WORTH_THREADS_MS = 250;
/** The same for threads that have compiled all of it for another map. */
const WORTH_RECRUITS_MS = 80;

/**
 * Goal bounds (Rabin & Sturtevant 2016): per stored cell and direction the smallest rectangle holding every goal some optimal
 * canonical path to which starts that way. One flood per source, shared by the threads.
 * @returns the same bytes at any number of threads
 * @throws {MapError} if cells have costs under another move rule than octile
 * @throws {MapTooLargeError} if the boxes would take more than 2 GiB
 * @throws {CheckpointError} if the stored checkpoint is damaged, or of another map or other options
 */
export async function buildBounds(grid: Grid, options: Partial<BoundsOptions> = {}): Promise<Bounds> {
  const { at, exact, threads, recruit, ...running } = { ...BOUNDS_DEFAULTS, ...options };
  running.signal?.throwIfAborted();
  if (grid.costs) refuseMoves(grid, 'goal bounds on terrain that costs', ['no-corners']);
  const floods = floodsOf(grid, exact);
  const plan = planBounds(floods, at);
  const share = makeShare(grid, { at, exact }, plan);
  resume(running.checkpoint, (bytes) => loadCheckpoint(bytes, grid, plan, share));
  await runChunks<unknown>(
    {
      share,
      next: () => bakeChunk(share, floods, plan),
      start: recruit ? () => recruit(share) : threadsFor('bounds/flood', (threads || defaultJobs()) - 1, share),
      worthMs: recruit ? WORTH_RECRUITS_MS : WORTH_THREADS_MS,
      save: () => saveCheckpoint(grid, plan, share),
    },
    running,
  );
  // A copy in memory that is not shared: not every consumer takes that.
  return { at, exact, stored: plan.stored, boxes: share.boxes.slice() };
}
