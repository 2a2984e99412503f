/** Batches of small maps, collected by the build. */
import type { Order } from '../build/remote.js';
import type { JobAnswer } from './jobs.js';
import { BATCH } from './task.js';

/** Milliseconds that a map waits for others. */
const WAIT_MS = 10;

/** Bytes of a map of 16 x 16 letters: giving it to a worker takes as long as baking it. */
const TINY_BYTES = 350;
/** Maps after which a build is called too small for a fleet. */
const MANY = 1000;

export class TinyMaps {
  private count = 0;

  /** @param bytes of the next map @returns whether to say so: once, if none of the first maps was larger */
  next(bytes: number): boolean {
    if (bytes > TINY_BYTES) this.count = Infinity;
    return ++this.count === MANY;
  }
}

export class Batches {
  private open: { order: Order; done(worker: string | undefined): void }[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param most maps in a batch; 1 for none */
  constructor(
    private readonly bake: (orders: Order[]) => Promise<JobAnswer>,
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
    const alone: JobAnswer = { worker: '', failed: maps.map((_, i) => i) };
    // If the batch as a whole fails, each map says why.
    const result = maps.length < 2 ? alone : await this.bake(maps.map(({ order }) => order)).catch(() => alone);
    for (const [i, { done }] of maps.entries()) done(result.failed?.includes(i) ? undefined : result.worker);
  }
}
