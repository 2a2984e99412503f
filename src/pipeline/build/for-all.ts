/** All maps of a build, some at once, until they are done or the build is to end. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Job } from './job.js';

interface Manner {
  bake(job: Job): Promise<() => Promise<void>>;
  failed(job: Job, error: unknown): boolean;
  stop(): Promise<void>;
  signal: AbortSignal | undefined;
}

/** Big maps first, so that none is left alone at the end. @param jobs those that nobody has begun remain in there */
export async function forAll(jobs: Job[], atOnce: number, { bake, failed, stop, signal }: Manner): Promise<void> {
  jobs.sort((a, b) => a.size - b.size || (a.target.map < b.target.map ? 1 : -1));
  let stopping: Promise<void> | undefined;
  const end = () => {
    jobs.length = 0;
    stopping = stop();
  };
  signal?.addEventListener('abort', end, { once: true });
  const aborted = signal ? once(signal, 'abort') : new Promise(() => {});
  const writes = new Set<Promise<void>>();
  const fail = (job: Job, error: unknown) => {
    if (!signal?.aborted && !failed(job, error)) jobs.length = 0;
  };
  const work = async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) {
      const one = job;
      try {
        const write = await bake(one);
        // The thread has another map while this one's files are written.
        const written: Promise<void> = write()
          .catch((error) => fail(one, error))
          .finally(() => writes.delete(written));
        writes.add(written);
      } catch (error) {
        fail(one, error);
      }
    }
  };
  try {
    // What is under way when the build is ended may never come back.
    await Promise.race([Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, work)), aborted]);
    await Promise.all(writes);
  } finally {
    signal?.removeEventListener('abort', end);
    await stopping;
  }
}

const [AT_ONCE, BATCH] = [8, 256];

/** Does something for all items; signals and events get their turn between batches. @returns results in order */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = AT_ONCE,
): Promise<R[]> {
  const limit = pLimit(atOnce);
  const results: R[] = [];
  for (let i = 0; i < items.length; i += BATCH) {
    results.push(...(await limit.map(items.slice(i, i + BATCH), work)));
    await setImmediate();
  }
  return results;
}
