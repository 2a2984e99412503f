/** Bakes all maps of a build, some at the same time, until the build ends. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Job } from './job.js';

interface Calls {
  /** @returns a function that writes the outputs */
  bake(job: Job): Promise<() => Promise<void>>;
  /** @returns whether to continue */
  failed(job: Job, error: unknown): boolean;
  stop(): Promise<void>;
  signal: AbortSignal | undefined;
}

/** Bakes large maps first, so that no long bake is left at the end. @param jobs loses the jobs that have begun */
export async function forAll(jobs: Job[], atOnce: number, { bake, failed, stop, signal }: Calls): Promise<void> {
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
  const bakeOne = async (job: Job) => {
    try {
      const write = await bake(job);
      // The thread bakes the next map while the files are written.
      const written: Promise<void> = write()
        .catch((error) => fail(job, error))
        .finally(() => writes.delete(written));
      writes.add(written);
    } catch (error) {
      fail(job, error);
    }
  };
  const work = async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) await bakeOne(job);
  };
  try {
    // Bakes of an aborted build may never end.
    await Promise.race([Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, work)), aborted]);
    await Promise.all(writes);
  } finally {
    signal?.removeEventListener('abort', end);
    await stopping;
  }
}

const [AT_ONCE, BATCH] = [8, 256];

/** Calls a function for all items; signals and events are handled between batches. @returns results in order */
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
