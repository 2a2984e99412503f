/** The jobs of a build in the queue: gives them, follows their events, checks silent ones, withdraws them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError } from '../../core/errors.js';
import { parsedJson } from '../../core/files/json.js';
import type { OrderProgress } from '../build/remote.js';
import { unpackFailure } from './failure.js';
import { type JobAnswer, type JobData, jobOptions, mapId, progressSchema, resultSchema } from './jobs.js';
import { NAMES } from './redis.js';

/** Milliseconds that the end of a build waits for Redis to withdraw jobs. */
const WITHDRAW_MS = 10_000;
/** Seconds that a withdrawal is stored. */
const WITHDRAWN_S = 86_400;
/** Jobs in a request, during which Redis does nothing else. */
const MOST = 256;

interface Waiting {
  data: JobData;
  /** Whether this build has put it into the queue; earlier results are ignored. */
  isGiven: boolean;
  onProgress: (progress: OrderProgress) => void;
  done(answer: JobAnswer): void;
  failed(error: Error): void;
  result: Promise<JobAnswer>;
}

export function takenBack(): FleetError {
  return new FleetError('the build was withdrawn');
}

/** Waits at most `ms` milliseconds. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, sleep(ms, undefined, late).catch(() => {})]);
  late.abort();
}

export class PendingJobs {
  private readonly waiting = new Map<string, Waiting>();
  /** Jobs for the next round, which takes two requests. */
  private readonly queued: JobData[] = [];
  private giving = Promise.resolve();
  /** The next round. */
  private next: Promise<void> | undefined;
  close = () => {};

  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue,
    private readonly attempts: number,
  ) {}

  get size(): number {
    return this.waiting.size;
  }

  async listen(): Promise<void> {
    this.close = await listen(this.redis, this.queue, ({ event, jobId, returnvalue, data }) => {
      if (event === 'completed') this.completed(jobId, parsedJson(returnvalue ?? ''));
      else if (event === 'progress') this.progressed(jobId, parsedJson(data ?? ''));
      else if (event === 'failed' || event === 'removed') this.settle(jobId).catch(() => {});
    });
  }

  /** Gives a job to the queue and waits for it; two copies of a map are one job. @throws the error of the job */
  async run(data: JobData, onProgress: Waiting['onProgress']): Promise<JobAnswer> {
    const id = mapId(data.task);
    const same = this.waiting.get(id);
    if (same) return same.result;
    const one = { data, isGiven: false, onProgress } as Waiting;
    one.result = new Promise<JobAnswer>((done, failed) => Object.assign(one, { done, failed }));
    // It may fail before anyone waits for it.
    one.result.catch(() => {});
    this.waiting.set(id, one);
    // A lost Redis answers none of it; `withdraw` ends the wait.
    this.give(one).catch((error) => {
      if (this.waiting.get(id) === one) this.waiting.delete(id);
      one.failed(error);
    });
    return one.result;
  }

  /** Puts a job into the queue, unless this or another build has. */
  private give(one: Waiting): Promise<void> {
    one.isGiven = false;
    this.queued.push(one.data);
    this.next ??= this.giving = this.idle().then(async () => {
      this.next = undefined;
      const all = this.queued.splice(0);
      for (let at = 0; at < all.length; at += MOST) await this.giveAll(all.slice(at, at + MOST));
    });
    return this.next;
  }

  private async idle(): Promise<void> {
    await this.giving.catch(() => {});
  }

  private async giveAll(queued: JobData[]): Promise<void> {
    const { redis, queue } = this;
    const all = queued.map((data) => ({ data, id: mapId(data.task) })).filter(({ id }) => this.waiting.has(id));
    if (all.length === 0) return;
    const there = redis.pipeline();
    there.del(...all.map(({ data }) => NAMES.withdrawn(data.task)));
    for (const { id } of all) there.exists(queue.toKey(id));
    const replies = (await there.exec()) ?? [];
    const known = all.filter((_, i) => replies[i + 1]?.[1] !== 0);
    const states = await Promise.all(known.map(({ id }) => queue.getJobState(id)));
    // A failed job may succeed now, and outputs of a completed job may no longer be in the cache.
    for (const [i, { id }] of known.entries())
      if (states[i] === 'failed' || states[i] === 'completed') await queue.remove(id);
    for (const { id } of all) {
      const one = this.waiting.get(id);
      if (one) one.isGiven = true;
    }
    await queue.addBulk(all.map(({ data }) => ({ name: 'map', data, opts: jobOptions(data.task, this.attempts) })));
  }

  /** @param answers whether Redis answers */
  async withdraw(reason: FleetError, answers = this.redis.status === 'ready'): Promise<void> {
    const all = [...this.waiting];
    this.waiting.clear();
    // Jobs that are being put into the queue must be there to be withdrawn.
    const removed = async () => this.idle().then(() => this.takeBack(all));
    if (answers) await within(WITHDRAW_MS, removed());
    for (const [, { failed }] of all) failed(reason);
  }

  private async takeBack(all: [id: string, one: Waiting][]): Promise<void> {
    try {
      const pipeline = this.redis.pipeline();
      for (const [, { data }] of all) pipeline.set(NAMES.withdrawn(data.task), '1', 'EX', WITHDRAWN_S);
      await pipeline.exec();
      // A running job cannot be removed; it ends, and the next build can use its result.
      for (const [id] of all) await this.queue.remove(id).catch(() => {});
    } catch {
      // The connection is lost: workers find the mark, or bake for the next build.
    }
  }

  /** Checks some jobs without events: a restarted Redis may have lost events or jobs. */
  async look(most: number): Promise<void> {
    const some = [...this.waiting].slice(0, most);
    const pipeline = this.redis.pipeline();
    for (const [id, one] of some) {
      pipeline.hmget(this.queue.toKey(id), 'timestamp', 'finishedOn');
      // Next time, other jobs come first.
      if (this.waiting.delete(id)) this.waiting.set(id, one);
    }
    const replies = (await pipeline.exec()) ?? [];
    for (const [i, [id]] of some.entries()) {
      const [given, finished] = (replies[i]?.[1] ?? [null, null]) as (string | null)[];
      if (given === null || finished !== null) await this.settle(id);
    }
  }

  /** @param value of the event */
  private completed(id: string, value: unknown): void {
    const one = this.waiting.get(id);
    if (one?.isGiven) this.ended(id, one, value).catch(() => {});
  }

  private progressed(id: string, data: unknown): void {
    const { success, data: progress } = progressSchema.safeParse(data);
    if (success) this.waiting.get(id)?.onProgress(progress as OrderProgress);
  }

  private async settle(id: string): Promise<void> {
    const one = this.waiting.get(id);
    if (!one?.isGiven) return;
    const job = await this.queue.getJob(id);
    const state = job ? await job.getState() : 'unknown';
    if (!this.waiting.has(id) || !one.isGiven) return;
    if (state === 'completed') await this.ended(id, one, job?.returnvalue);
    else if (state === 'failed') {
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

/** Milliseconds between two reads of the queue's events, and most events in one request. */
const EVERY_MS = 50;
const MOST_EVENTS = 1000;

export interface StreamEvent {
  event: string;
  jobId: string;
  returnvalue?: string;
  data?: string;
}

/** Calls a function for all future events. @returns a function that stops it */
export async function listen(redis: Redis, queue: Queue, heard: (event: StreamEvent) => void): Promise<() => void> {
  const stream = queue.toKey('events');
  const [newest] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
  let last = newest?.[0] ?? '0-0';
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const read = async () => {
    for (let count = MOST_EVENTS; count === MOST_EVENTS && !isClosed && redis.status === 'ready'; ) {
      const [[, entries]] = (await redis.xread('COUNT', MOST_EVENTS, 'STREAMS', stream, last)) ?? [['', []]];
      count = entries.length;
      for (const [id, fields] of entries) {
        last = id;
        const pairs = fields.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, fields[i + 1]]] : []));
        heard(Object.fromEntries(pairs) as unknown as StreamEvent);
      }
    }
  };
  const wait = () => {
    // After a lost connection, `look` finds missed events.
    if (!isClosed) timer = setTimeout(() => read().then(wait, wait), EVERY_MS);
  };
  wait();
  return () => {
    isClosed = true;
    clearTimeout(timer);
  };
}
