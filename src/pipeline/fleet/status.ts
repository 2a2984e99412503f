/** What is in a queue, and emptying it. */

import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError } from '../../core/errors.js';
import { unpackFailure } from './failure.js';
import { allPresent } from './presence.js';
import type { Present } from './present-schema.js';
import { connect, connectionTo, PREFIX, packages, queueName } from './redis.js';
import { TOOL } from './task.js';

/** Failed jobs in a list. */
const MOST_FAILED = 1000;

/** A queue at a moment. */
export interface QueueStatus {
  /** Version of gridprep whose jobs these are. */
  tool: string;
  /**
   * Maps and shards that nobody has begun, wait for another try, are worked on, wait for their shards, or failed in the
   * last day.
   */
  waiting: number;
  delayed: number;
  active: number;
  sharing: number;
  failed: number;
  workers: Present[];
  builds: Present[];
}

/**
 * What a queue holds, and who works for it.
 * @param address of Redis
 * @throws {ConfigError} if it is none @throws {FleetError} if it cannot be reached
 */
export async function queueStatus(address: string): Promise<QueueStatus> {
  return within(address, async (redis, queue) => {
    const counts = await queue.getJobCounts('wait', 'prioritized', 'delayed', 'active', 'waiting-children', 'failed');
    const { wait = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts;
    const sharing = counts['waiting-children'] ?? 0;
    const [workers, builds] = await Promise.all([allPresent(redis, 'worker'), allPresent(redis, 'build')]);
    return { tool: TOOL, waiting: wait + prioritized, delayed, active, sharing, failed, workers, builds };
  });
}

/**
 * Empties a queue of this version of gridprep: what waits, and what is remembered.
 * @param address of Redis
 * @throws {ConfigError} if it is none @throws {FleetError} if it cannot be reached, or builds use it
 */
export async function cleanQueue(address: string): Promise<void> {
  await within(address, async (redis, queue) => {
    const builds = (await allPresent(redis, 'build')).filter(({ tool }) => tool === TOOL);
    if (builds.length > 0)
      throw new FleetError(
        `${builds.length} builds use this queue, ${builds.map(({ name }) => name).join(', ')}; end them first`,
      );
    await queue.obliterate({ force: true });
  });
}

export interface FailedJob {
  id: string;
  /** Unix time in milliseconds. */
  at: number;
  attempts: number;
  /** One line. */
  error: string;
}

/** The failed jobs that a queue remembers, latest first. @throws as {@link queueStatus} */
export async function failedJobs(address: string): Promise<FailedJob[]> {
  return within(address, async (_, queue) => {
    const jobs = await queue.getJobs(['failed'], 0, MOST_FAILED - 1);
    return jobs.map((job) => ({
      id: job.id ?? '',
      at: job.finishedOn ?? 0,
      attempts: job.attemptsMade,
      error: unpackFailure(job.failedReason ?? 'no reason is known', 'queue').message,
    }));
  });
}

/** Gives all failed jobs to workers again. @returns how many there were @throws as {@link queueStatus} */
export async function retryFailed(address: string): Promise<number> {
  return within(address, async (_, queue) => {
    const count = await queue.getFailedCount();
    await queue.retryJobs({ state: 'failed' });
    return count;
  });
}

type Work<T> = (redis: Redis, queue: Queue) => Promise<T>;

async function within<T>(address: string, work: Work<T>): Promise<T> {
  const connection = connectionTo(address);
  const { Queue } = (await packages()).bullmq;
  const redis = await connect(connection);
  const queue = new Queue(queueName(), { connection: connection.options, prefix: PREFIX });
  queue.on('error', () => {});
  try {
    return await work(redis, queue);
  } finally {
    await queue.close();
    redis.disconnect();
  }
}
