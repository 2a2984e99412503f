/**
 * `prep worker` as a function: bakes jobs of a queue, with inputs and outputs in a shared cache. A job may run again at
 * any time, because its result depends only on its task (docs/decisions/fleet.md).
 */
import { rm } from 'node:fs/promises';
import { defined } from '../../core/options/option.js';
import { workerFolder } from './exchange.js';
import { JobRunner, REST_MS } from './job-runner.js';
import { WORKER_TIMES } from './jobs.js';
import { within } from './pending-jobs.js';
import { present } from './presence.js';
import { connectionTo, connectWithRetry, PREFIX, packages, queueName } from './redis.js';
import { TOOL } from './task.js';
import { WORKER_DEFAULTS, type WorkerOptions } from './worker-options.js';

/** Milliseconds that running jobs get after the signal. */
const GRACE_MS = 5000;
/** Milliseconds that the end waits for Redis. */
const CLOSE_MS = 1000;

/**
 * Works for a queue until the signal.
 * @param address of Redis; credentials come from GRIDPREP_FLEET_USER and GRIDPREP_FLEET_PASSWORD of the environment
 * @throws {ConfigError} if the address is invalid @throws {FleetError} if it cannot be reached
 */
export async function runWorker(
  address: string,
  options: Partial<WorkerOptions> & Pick<WorkerOptions, 'cache'>,
): Promise<void> {
  const connection = connectionTo(address);
  const trouble = (text: string) => options.onEvent?.({ event: 'trouble', text });
  const redis = await connectWithRetry(connection, trouble, options.signal);
  const folder = await workerFolder();
  const { Queue, Worker } = (await packages()).bullmq;
  const { tool = TOOL, lockMs = WORKER_TIMES.lockMs, signal } = options;
  const queue = new Queue(queueName(tool), { connection: connection.options, prefix: PREFIX });
  let resting: NodeJS.Timeout | undefined;
  const rest = () => {
    if (resting || signal?.aborted) return;
    worker.pause(true).catch(() => {});
    resting = setTimeout(() => {
      resting = undefined;
      worker.resume();
    }, options.restMs ?? REST_MS);
  };
  const one = new JobRunner(redis, queue, folder, { ...WORKER_DEFAULTS, ...options }, rest);
  const worker = new Worker(queueName(tool), (job, token = '') => one.run(job, token), {
    connection: connection.options,
    prefix: PREFIX,
    concurrency: one.jobs,
    name: one.name,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: WORKER_TIMES.stalls,
  });
  queue.on('error', one.lost);
  worker.on('error', one.lost);
  const presence = present(redis, () => {
    const { name, jobs, busy, trouble } = one;
    return defined({ name, tool, jobs, busy, trouble });
  });
  try {
    const ended = new Promise<void>((done) => {
      if (signal?.aborted) done();
      signal?.addEventListener('abort', () => done(), { once: true });
    });
    // Redis may be lost at any time.
    await Promise.race([worker.waitUntilReady(), ended]);
    if (!signal?.aborted) options.onEvent?.({ event: 'ready', name: one.name, threads: one.jobs });
    await ended;
    // Another worker takes up jobs that take longer.
    await within(redis.status === 'ready' || one.busy > 0 ? GRACE_MS : CLOSE_MS, worker.close()).catch(() => {});
  } finally {
    clearTimeout(resting);
    await within(CLOSE_MS, presence.end());
    await one.close();
    await within(CLOSE_MS, Promise.allSettled([worker.close(true), queue.close()]));
    await within(CLOSE_MS, Promise.allSettled([worker.disconnect(), queue.disconnect()]));
    redis.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}
