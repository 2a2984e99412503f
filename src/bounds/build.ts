/**
 * Goal bounds (Rabin & Sturtevant 2016): for a cell and a direction, the smallest rectangle that holds every goal for
 * which some optimal canonical path starts in that direction. A goal to which paths tie is in the box of each of them.
 */
import { setImmediate } from 'node:timers/promises';
import { CheckpointError } from '../errors.js';
import { type Grid, gridToBits } from '../grid/grid.js';
import { refuseMoves } from '../grid/refuse-costs.js';
import { defaultJobs, Pool } from '../threads/pool.js';
import { CHECKPOINT_EVERY_MS, type CheckpointStore, loadCheckpoint, saveCheckpoint } from './checkpoint.js';
import { costBound } from './costs.js';
import {
  Baker,
  type Bounds,
  type BoundsAt,
  countFinished,
  type Floods,
  floodsOf,
  makeShare,
  type Plan,
  planBounds,
  type Share,
  sourcesDone,
  stopAll,
} from './share.js';

export type { Bounds, BoundsAt } from './share.js';

/** Options of {@link buildBounds}; the command line shows these same defaults. */
export interface BoundsOptions {
  /** Boxes at jump points and the directions canonical there, or in every open cell and all its legal directions. */
  at: BoundsAt;
  /** The smallest boxes; else supersets of them, for less time. */
  exact: boolean;
  /** Threads, the calling one included; 0 for one per core. */
  threads: number;
  /** Called now and then with the number of sources done, and at the end. */
  onProgress?: (done: number, total: number) => void;
  /** Stops the bake; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Keeps what is done, also when stopped or failed; a bake that finds some goes on from there, to the same result. */
  checkpoint?: CheckpointStore;
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

/** The event loop gets its turn after this many milliseconds of flooding. */
const SLICE_MS = 10;
const PROGRESS_MS = 50;
/**
 * Other threads are started when this one would take more milliseconds than this: loading a thread's code, building its
 * graph and compiling its flood take 150 to 300, so that on AR0011SR (240 ms alone) two threads were slower than one.
 */
const WORTH_THREADS_MS = 250;
/** The same for threads that have compiled all of it for another map. */
const WORTH_RECRUITS_MS = 80;
/** Before that the flood is not compiled, and its speed says nothing. */
const WARM_UP_MS = 50;

/**
 * Goal bounds (Rabin & Sturtevant 2016): per stored cell and direction the smallest rectangle holding every goal some optimal
 * canonical path to which starts that way. One flood per source, shared by the threads.
 * @returns the same bytes at any number of threads
 * @throws {MapError} if cells have costs under another move rule than octile
 * @throws {MapTooLargeError} if the boxes would take more than 2 GiB
 * @throws {CheckpointError} if the stored checkpoint is damaged, or of another map or other options
 */
export async function buildBounds(grid: Grid, options: Partial<BoundsOptions> = {}): Promise<Bounds> {
  const all = { ...BOUNDS_DEFAULTS, ...options };
  const { at, exact, signal, checkpoint } = all;
  signal?.throwIfAborted();
  if (grid.costs) refuseMoves(grid, 'goal bounds on terrain that costs');
  const floods = floodsOf(grid);
  const plan = planBounds(floods, at);
  const { width, height, moveRule } = grid;
  const share = makeShare(
    { at, exact, width, height, moveRule, bound: costBound(grid) },
    plan,
    gridToBits(grid),
    grid.costs,
  );
  if (checkpoint && resume(checkpoint, grid, plan, share)) countFinished(share, plan.sources.length);
  const stop = () => stopAll(share);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await run(grid, floods, plan, share, all);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  // Shared memory stays in here: not every consumer takes it.
  return { at, exact, stored: plan.stored, boxes: share.boxes.slice() };
}

/** @returns whether there was a checkpoint to go on from */
function resume({ load, lenient }: CheckpointStore, grid: Grid, plan: Plan, share: Share): boolean {
  const kept = load();
  if (!kept) return false;
  try {
    for (const one of [kept].flat()) loadCheckpoint(one, grid, plan, share);
    return true;
  } catch (error) {
    if (lenient && error instanceof CheckpointError) return false;
    throw error;
  }
}

async function run(grid: Grid, floods: Floods, plan: Plan, share: Share, options: BoundsOptions): Promise<void> {
  const { onProgress, signal, checkpoint } = options;
  const total = plan.sources.length;
  const threads = new Helpers(share, options.threads || defaultJobs(), options.recruit);
  const worthThreads = options.recruit ? WORTH_RECRUITS_MS : WORTH_THREADS_MS;
  const save = async () => checkpoint?.save(saveCheckpoint(grid, plan, share));
  let done = sourcesDone(share);
  const start = performance.now();
  let slice = start;
  let told = start;
  let saved = start;
  try {
    const baker = new Baker(share, floods, plan);
    while (baker.next()) {
      const spent = performance.now() - slice;
      if (spent < SLICE_MS) continue;
      const before = done;
      done = sourcesDone(share);
      const left = (spent / (done - before)) * (total - done);
      if (slice - start > WARM_UP_MS && left > worthThreads) threads.start();
      if (slice - told >= PROGRESS_MS) {
        told = slice;
        onProgress?.(done, total);
      }
      if (slice - saved >= (checkpoint?.everyMs ?? CHECKPOINT_EVERY_MS)) {
        await save();
        saved = performance.now();
      }
      await setImmediate();
      slice = performance.now();
    }
    await threads.finish();
    if (sourcesDone(share) === total) onProgress?.(total, total);
    else signal?.throwIfAborted();
  } finally {
    await threads.close();
    if (sourcesDone(share) < total) {
      await save();
      onProgress?.(sourcesDone(share), total);
    }
  }
}

/** The other threads of a bake. */
class Helpers {
  private pool: Pool | undefined;
  private finished: (() => Promise<unknown>) | undefined;

  /** @param threads threads, this one included */
  constructor(
    private readonly share: Share,
    private readonly threads: number,
    private readonly recruit: Recruit | undefined,
  ) {}

  start(): void {
    if (this.finished) return;
    if (this.recruit) this.finished = this.recruit(this.share);
    else if (this.threads > 1) this.startOwn(this.threads - 1);
  }

  private startOwn(others: number): void {
    const pool = new Pool('bounds/flood', others);
    this.pool = pool;
    const running = Promise.all(Array.from({ length: others }, () => pool.run(this.share)));
    // The failure itself is thrown by finish(); until then it must neither go on nor count as unhandled.
    running.catch(() => stopAll(this.share));
    this.finished = () => running;
  }

  /** Waits until no thread writes any more. @throws what a thread threw */
  async finish(): Promise<void> {
    await this.finished?.();
  }

  async close(): Promise<void> {
    stopAll(this.share);
    await this.pool?.close();
  }
}
