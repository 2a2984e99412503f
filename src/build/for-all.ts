/** All maps of a build, some at once, until they are done or the build is to end. */
import { setImmediate } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Job } from './job.js';

interface Manner {
  /** @returns writes what was baked */
  bake(job: Job): Promise<() => Promise<void>>;
  /** @returns whether to go on with others */
  failed(job: Job, error: unknown): boolean;
  /** Ends what is under way. */
  stop(): Promise<void>;
  signal: AbortSignal | undefined;
}

/** Big maps first, so that none is left alone at the end. */
export async function forAll(jobs: Job[], limit: LimitFunction, { bake, failed, stop, signal }: Manner): Promise<void> {
  jobs.sort((a, b) => b.size - a.size || (a.target.map < b.target.map ? -1 : 1));
  let stopping: Promise<void> | undefined;
  const end = () => {
    limit.clearQueue();
    stopping = stop();
  };
  signal?.addEventListener('abort', end, { once: true });
  const writes: Promise<void>[] = [];
  let goesOn = true;
  const fail = (job: Job) => (error: unknown) => {
    if (!signal?.aborted && !failed(job, error)) goesOn = false;
  };
  try {
    const all = jobs.map((job) =>
      limit(async () => {
        if (!goesOn || signal?.aborted) return;
        try {
          const write = await bake(job);
          // The thread has another map while this one's files are written.
          writes.push(write().catch(fail(job)));
        } catch (error) {
          fail(job)(error);
        }
      }),
    );
    // Tasks that were cleared from the queue never settle.
    await Promise.race([Promise.all(all), aborted(signal)]);
    await Promise.all(writes);
  } finally {
    signal?.removeEventListener('abort', end);
    await stopping;
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Items at work at once, and in a batch. */
const [AT_ONCE, BATCH] = [8, 256];

/** Does something for all items; signals and events get their turn between batches. @returns results in order */
export async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(AT_ONCE);
  const results: R[] = [];
  for (let i = 0; i < items.length; i += BATCH) {
    results.push(...(await limit.map(items.slice(i, i + BATCH), work)));
    await setImmediate();
  }
  return results;
}
