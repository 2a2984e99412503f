/** What is in a queue, and emptying it. */

import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError } from '../errors.js';
import { allPresent } from './presence.js';
import type { Present } from './present-schema.js';
import { connect, connectionTo, PREFIX, packages, queueName } from './redis.js';
import { TOOL } from './task.js';

/** A queue at a moment. */
export interface QueueStatus {
  /** Version of gridprep whose jobs these are. */
  tool: string;
  /** Maps and shards that nobody has begun, wait for another try, are worked on, wait for their shards, or failed in the last day. */
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
      throw new FleetError(`${builds.length} builds use this queue, ${builds.map(({ name }) => name).join(', ')}; end them first`);
    await queue.obliterate({ force: true });
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
