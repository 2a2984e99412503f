/** Batches of small maps: collected by the build, baked in one thread; failed maps become jobs of their own. */

import { memoryFor } from '../build/job.js';
import type { Order } from '../build/remote.js';
import { giveOutput, keyOf } from '../build/shared-outputs.js';
import type { Baked } from '../build/task.js';
import type { BatchWork } from './bake-parts.js';
import { keep } from './exchange.js';
import { BATCH, type Batch, sourceOf, targetOf } from './task.js';
import { inThread, type WorkerContext, workOf } from './work.js';

/** Milliseconds that a map waits for others. */
const WAIT_MS = 10;

/** What became of a batch: places of maps that are to be given again. */
export interface BatchResult {
  worker: string;
  failed?: number[] | undefined;
}

/** Bytes of a map of 16 x 16 letters: giving it to a worker takes as long as baking it. */
const TINY_BYTES = 350;
/** Maps after which a build is called too small for a fleet. */
const MANY = 1000;

/** Finds out that the maps of a build are too small for a fleet. */
export class TinyMaps {
  private count = 0;

  /** @param bytes of the next map @returns whether to say so: once, if none of the first maps was larger */
  next(bytes: number): boolean {
    if (bytes > TINY_BYTES) this.count = Infinity;
    return ++this.count === MANY;
  }
}

/** Maps that wait for their batch to be full. */
export class Batches {
  private open: { order: Order; done(worker: string | undefined): void }[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param most maps in a batch; 1 for none */
  constructor(
    private readonly bake: (orders: Order[]) => Promise<BatchResult>,
    private readonly most = BATCH.maps,
  ) {}

  /** @returns the worker that has baked it; undefined if it is to be given as a job of its own */
  add(order: Order): Promise<string | undefined> {
    return new Promise((done) => {
      this.open.push({ order, done });
      if (this.open.length >= this.most) this.send();
      else this.timer ??= setTimeout(() => this.send(), WAIT_MS);
    });
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const maps = this.open.splice(0);
    const alone: BatchResult = { worker: '', failed: maps.map((_, i) => i) };
    // If the batch as a whole fails, each map says why.
    const result = maps.length < 2 ? alone : await this.bake(maps.map(({ order }) => order)).catch(() => alone);
    for (const [i, { done }] of maps.entries()) done(result.failed?.includes(i) ? undefined : result.worker);
  }
}

/**
 * Bakes the maps of a batch.
 * @returns places of those that failed
 * @throws {FleetError} if the cache does not keep a result
 */
export async function batchJob(context: WorkerContext, { maps }: Batch): Promise<number[]> {
  const { cache } = context.options;
  const all = maps.map(({ task, text }) => {
    const target = targetOf(task);
    const stale = task.stale.map((i) => target.outputs[i]);
    const bytes = Buffer.from(text, 'latin1');
    const memory = memoryFor({ target: { ...target, outputs: stale }, size: task.size });
    return { task, target, stale, memory, work: workOf(target, stale, { folder: '', file: task.map, bytes }) };
  });
  const memory = Math.max(...all.map((one) => one.memory));
  const batch: BatchWork = { batch: all.map(({ work }) => work), shardMs: context.options.shardMs };
  const baked = await context.memory.within(memory, () => inThread<(Baked | undefined)[]>(context, batch));
  for (const [i, { task, target, stale }] of all.entries())
    for (const [o, output] of stale.entries()) {
      const made = baked[i];
      if (!made) continue;
      const key = keyOf(target, output, sourceOf(task));
      await keep(cache, () => giveOutput(cache, key, made.outputs[o], made, output.file));
    }
  return baked.flatMap((made, i) => (made ? [] : [i]));
}
