/** Jobs of a build that are with the queue: given, heard of, looked at when nothing is heard, and taken back. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { FleetError } from '../errors.js';
import type { BatchResult } from './batch.js';
import { Events, parsed } from './events.js';
import { unpackFailure } from './failure.js';
import { isPartId, type JobManner, mapId, shardPlaceOf, taskOfId } from './jobs.js';
import { NAMES } from './redis.js';
import { Submitter } from './submitter.js';
import type { JobData } from './task.js';
import { progressSchema, resultSchema, takenBack, type Waiting, waitingFor, within } from './waiting.js';

/** Milliseconds that the end of a build waits for Redis to take jobs back. */
const WITHDRAW_MS = 10_000;
/** Seconds that a withdrawal is remembered. */
const WITHDRAWN_S = 86_400;

export class PendingJobs {
  private readonly waiting = new Map<string, Waiting>();
  /** Jobs that are about to be taken back. */
  private readonly leaving: [id: string, one: Waiting][] = [];
  private readonly submitter: Submitter;
  private events: Events | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue,
    manner: JobManner,
  ) {
    const isWanted = (id: string) => this.waiting.has(id);
    this.submitter = new Submitter(redis, queue, manner, isWanted, (id) => {
      const one = this.waiting.get(id);
      if (one) one.isGiven = true;
    });
  }

  get size(): number {
    return this.waiting.size;
  }

  async listen(): Promise<void> {
    this.events = await Events.of(this.redis, this.queue, ({ event, jobId, returnvalue, data }) => {
      if (event === 'completed') this.completed(jobId, parsed(returnvalue));
      else if (event === 'progress') this.progressed(jobId, parsed(data));
      else if (event === 'failed' || event === 'removed') this.heard(jobId);
    });
  }

  close(): void {
    this.events?.close();
  }

  /** Gives a job to the queue, and waits for it; two copies of a map are one task. @throws what it has failed of */
  async run(data: JobData, onProgress: Waiting['onProgress']): Promise<BatchResult> {
    const same = this.waiting.get(mapId(data.task));
    if (same) return same.result;
    const one = waitingFor(data, onProgress);
    this.waiting.set(mapId(data.task), one);
    await this.give(one);
    return one.result;
  }

  /** Puts a job into the queue; what was remembered of an earlier one of the same name is gone then. */
  private async give(one: Waiting): Promise<void> {
    one.isGiven = false;
    await this.submitter.give(one.data);
  }

  /** Takes back a job that is of no use any more; many of them at once. */
  leave(id: string): void {
    const one = this.waiting.get(id);
    if (!one) return;
    this.waiting.delete(id);
    if (this.leaving.length === 0)
      setImmediate(() => this.submitter.idle().then(() => this.takeBack(this.leaving.splice(0))));
    this.leaving.push([id, one]);
    one.failed(takenBack());
  }

  /** Takes all jobs back, which fail then. */
  async withdraw(reason: FleetError): Promise<void> {
    const all = [...this.waiting];
    this.waiting.clear();
    if (this.redis.status === 'ready') {
      // What is on its way into the queue has to be there to be taken back.
      await within(
        WITHDRAW_MS,
        this.submitter.idle().then(() => this.takeBack(all)),
      );
    }
    for (const [, { failed }] of all) failed(reason);
  }

  private async takeBack(all: [id: string, one: Waiting][]): Promise<void> {
    try {
      const pipeline = this.redis.pipeline();
      for (const [, { data }] of all) pipeline.set(NAMES.withdrawn(data.task), '1', 'EX', WITHDRAWN_S);
      await pipeline.exec();
      const tasks = new Set(all.map(([, { data }]) => data.task));
      const waiting = await this.queue.getRanges(['wait', 'delayed', 'prioritized']);
      for (const id of waiting)
        if (isPartId(id) && tasks.has(taskOfId(id))) await this.queue.remove(id).catch(() => {});
      // What a worker is on cannot be taken away; it ends and is of use to the next build.
      for (const [id] of all) await this.queue.remove(id).catch(() => {});
    } catch {
      // The connection is lost: workers find the mark, or bake for the next build.
    }
  }

  /**
   * Looks at some jobs of which nothing was heard: a Redis that was started again may have lost events, or all it knew.
   */
  async look(most: number): Promise<void> {
    const some = [...this.waiting].slice(0, most);
    const asked = this.redis.pipeline();
    for (const [id, one] of some) {
      asked.hmget(this.queue.toKey(id), 'timestamp', 'finishedOn');
      // The next time others come first.
      if (this.waiting.delete(id)) this.waiting.set(id, one);
    }
    const replies = (await asked.exec()) ?? [];
    for (const [i, [id]] of some.entries()) {
      const [given, finished] = (replies[i]?.[1] ?? [null, null]) as (string | null)[];
      if (given === null || finished !== null) await this.settle(id);
    }
  }

  private heard(id: string): void {
    if (!isPartId(id)) this.settle(id).catch(() => {});
  }

  /** @param value as the event has it: Redis need not be asked for it */
  private completed(id: string, value: unknown): void {
    const one = this.waiting.get(mapId(taskOfId(id)));
    if (!one?.isGiven) return;
    if (!isPartId(id)) this.ended(id, one, value).catch(() => {});
    const shards = one.shards.get(shardPlaceOf(id) ?? '');
    if (!shards) return;
    shards.done++;
    one.onProgress(shards);
  }

  private progressed(id: string, data: unknown): void {
    const one = this.waiting.get(mapId(taskOfId(id)));
    const { success, data: progress } = progressSchema.safeParse(data);
    if (!one || !success) return;
    const { artifact, done, total, worker, shardsOf } = progress;
    if (shardsOf !== undefined) one.shards.set(shardsOf, { artifact, done, total });
    one.onProgress({ artifact, done, total, ...(worker !== undefined && { worker }) });
  }

  /** Looks what has become of a job, and does what follows from it. */
  private async settle(id: string): Promise<void> {
    const one = this.waiting.get(id);
    if (!one?.isGiven) return;
    const job = await this.queue.getJob(id);
    const state = job ? await job.getState() : 'unknown';
    if (!this.waiting.has(id) || !one.isGiven) return;
    if (state === 'completed') {
      await this.ended(id, one, job?.returnvalue);
    } else if (state === 'failed') {
      this.waiting.delete(id);
      one.failed(unpackFailure(job?.failedReason ?? 'no reason is known', 'queue'));
    } else if (state === 'unknown') await this.give(one);
  }

  private async ended(id: string, one: Waiting, value: unknown): Promise<void> {
    const result = resultSchema.safeParse(value);
    // Another build has withdrawn it.
    if (result.data?.withdrawn) return this.give(one);
    this.waiting.delete(id);
    one.done(result.data ?? { worker: 'a worker' });
  }
}
