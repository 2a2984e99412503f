/** Batches of small maps, collected by the build. */
import type { Order } from '../build/remote.js';
import type { JobAnswer } from './jobs.js';
import { BATCH } from './task.js';

/** Milliseconds that a map waits for others. */
const WAIT_MS = 10;

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
