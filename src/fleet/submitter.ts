/** Gives jobs to a queue, all that wait in two requests. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type JobManner, jobOptions, mapId } from './jobs.js';
import { NAMES } from './redis.js';
import type { JobData } from './task.js';

/** Maps in a request: Redis does nothing else meanwhile. */
const MOST = 256;

export class Submitter {
  private readonly asked: JobData[] = [];
  private working = Promise.resolve();
  /** The round that takes all that are asked for before it begins. */
  private next: Promise<void> | undefined;

  /**
   * @param isWanted whether a job, by its name, is still waited for when its turn comes
   * @param forgotten called with a job when nothing is remembered of an earlier one of its name, before it is put
   * into the queue
   */
  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue,
    private readonly manner: JobManner,
    private readonly isWanted: (id: string) => boolean,
    private readonly forgotten: (id: string) => void,
  ) {}

  /** Puts a job into the queue, unless it is there: of this build, or another one. */
  give(data: JobData): Promise<void> {
    this.asked.push(data);
    this.next ??= this.working = this.idle().then(async () => {
      this.next = undefined;
      const all = this.asked.splice(0);
      for (let at = 0; at < all.length; at += MOST)
        await this.giveAll(all.slice(at, at + MOST).filter(({ task }) => this.isWanted(mapId(task))));
    });
    return this.next;
  }

  /** Resolves when nothing is on its way into the queue. */
  async idle(): Promise<void> {
    await this.working.catch(() => {});
  }

  private async giveAll(all: JobData[]): Promise<void> {
    const { redis, queue } = this;
    if (all.length === 0) return;
    const there = redis.pipeline();
    there.del(...all.map(({ task }) => NAMES.withdrawn(task)));
    for (const { task } of all) there.exists(queue.toKey(mapId(task)));
    const replies = (await there.exec()) ?? [];
    const known = all.filter((_, i) => replies[i + 1]?.[1] !== 0).map(({ task }) => mapId(task));
    const states = await Promise.all(known.map((id) => queue.getJobState(id)));
    // It may have failed of something that is mended, or its outputs are no longer in the cache.
    for (const [i, id] of known.entries())
      if (states[i] === 'failed' || states[i] === 'completed') await queue.remove(id);
    for (const { task } of all) this.forgotten(mapId(task));
    await queue.addBulk(all.map((data) => ({ name: 'map', data, opts: jobOptions(data.task, this.manner) })));
  }
}
