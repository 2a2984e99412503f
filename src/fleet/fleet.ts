/**
 * The build's end of the queue: gives maps to workers and waits for them. It takes nothing on trust: a job that Redis has lost is given again, a
 * result counts when it is in the cache.
 */
import { hostname } from 'node:os';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import pLimit from 'p-limit';
import type { Order, OrderProgress, Remote } from '../build/remote.js';
import type { SharedCache } from '../cache/shared-cache.js';
import type { FleetError } from '../errors.js';
import type { WorldOrder } from '../world/tile-maker.js';
import { Batches, type BatchResult, TinyMaps } from './batch.js';
import { Events, parsed } from './events.js';
import { putFile } from './exchange.js';
import { unpackFailure } from './failure.js';
import { isPartId, JOB_DEFAULTS, type JobManner, mapId, shardPlaceOf, taskOfId } from './jobs.js';
import { present } from './presence.js';
import { newToken } from './proof.js';
import { connect, connectionTo, NAMES, PREFIX, packages, queueName, reasonOf } from './redis.js';
import { Submitter } from './submitter.js';
import { type TaskRef, TOOL } from './task.js';
import { isSmall, uploadBatch, uploadTask } from './upload.js';
import { progressSchema, resultSchema, takenBack, type Waiting, waitingFor, within } from './waiting.js';
import { type FleetEvent, type NoWorkersError, WorkerWatch } from './worker-watch.js';
import { uploadPiece } from './world-job.js';

/** Maps that wait in the queue at once: enough for a thousand workers. */
const AT_ONCE = 4096;
/** Maps whose files are put into the cache at once. */
const UPLOADS = 8;
/** Milliseconds between two looks at jobs of which nothing was heard, and how many are looked at. */
const LOOK_EVERY_MS = 2000;
const LOOKED_AT = 200;
/** Milliseconds that the end of a build waits for Redis, to take jobs back and to close connections. */
const WITHDRAW_MS = 10_000;
const CLOSE_MS = 2000;
/** Milliseconds without a worker after which a build bakes by itself, where nothing else is said. */
const FALLBACK_MS = 30_000;
/** Seconds that a withdrawal is remembered. */
const WITHDRAWN_S = 86_400;

const TOO_SMALL =
  'queue: no map is larger than 16 x 16 cells, and giving those to workers takes as long as baking them; a build without --fleet is as fast';

/** Options of {@link openFleet}. */
export interface FleetOptions {
  /** Where inputs and outputs travel; workers name the same one. */
  cache: SharedCache;
  onEvent?: (event: FleetEvent) => void;
  /** Milliseconds without any worker after which the build stops waiting; for ever without it, half a minute with `fallback`. */
  timeoutMs?: number;
  /** Whether the build then bakes what is left by itself; it fails otherwise. */
  fallback?: boolean;
  /** How often its jobs are tried, and how long failed ones are remembered. */
  jobs?: Partial<JobManner>;
  /** Small maps in a job [default: 64]. */
  batch?: number;
  /** For tests. */
  tool?: string;
}

/** Machines that bake: `build(targets, { cache, remote: await openFleet('redis://...', { cache }) })`. */
export interface Fleet extends Remote {
  close(): Promise<void>;
}

/**
 * Opens a queue for a build.
 * @param address of Redis; credentials come from GRIDPREP_FLEET_USER and GRIDPREP_FLEET_PASSWORD of the environment
 * @throws {ConfigError} if the address is none, or packages are missing @throws {FleetError} if it cannot be reached
 */
export async function openFleet(address: string, options: FleetOptions): Promise<Fleet> {
  const connection = connectionTo(address);
  const { Queue } = (await packages()).bullmq;
  const redis = await connect(connection);
  const queue = new Queue(queueName(options.tool), { connection: connection.options, prefix: PREFIX });
  await queue.waitUntilReady();
  const fleet = new QueueFleet(redis, queue, options);
  await fleet.listen();
  return fleet;
}

class QueueFleet implements Fleet {
  readonly atOnce = AT_ONCE;
  private readonly waiting = new Map<string, Waiting>();
  private readonly uploads = pLimit({ concurrency: UPLOADS, rejectOnClear: true });
  private readonly submitter: Submitter;
  private events: Events | undefined;
  private readonly presence: { end(): Promise<void> };
  private readonly batches: Batches;
  private readonly tiny = new TinyMaps();
  private readonly timer: NodeJS.Timeout;
  private readonly watch: WorkerWatch;
  private readonly timeoutMs: number;
  private gone: NoWorkersError | undefined;
  /** Jobs that are about to be taken back. */
  private readonly leaving: [id: string, one: Waiting][] = [];
  private readonly token = newToken();
  private provenOnce: Promise<unknown> | undefined;
  private withdrawn = false;
  private isLost = false;
  private looking = false;

  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue,
    private readonly options: FleetOptions,
  ) {
    const tool = options.tool ?? TOOL;
    const name = `${hostname()}-${process.pid}`;
    this.watch = new WorkerWatch(redis, tool, options.onEvent);
    this.timeoutMs = options.timeoutMs ?? (options.fallback ? FALLBACK_MS : Infinity);
    this.submitter = new Submitter(
      redis,
      queue,
      { ...JOB_DEFAULTS, ...options.jobs },
      (id) => this.waiting.has(id),
      (id) => {
        const one = this.waiting.get(id);
        if (one) one.isGiven = true;
      },
    );
    const bakeBatch = async (orders: Order[]) =>
      this.wait(await this.upload(() => uploadBatch(options.cache, orders, options.tool)), () => {});
    this.batches = new Batches(bakeBatch, options.batch);
    this.presence = present(redis, 'build', () => ({ name, tool, jobs: 0, busy: 0 }));
    queue.on('error', this.lost);
    redis.on('ready', () => {
      this.isLost = false;
      this.look(Infinity);
    });
    this.timer = setInterval(() => this.look(LOOKED_AT), LOOK_EVERY_MS);
    this.look(0);
  }

  async listen(): Promise<void> {
    this.events = await Events.of(this.redis, this.queue, ({ event, jobId, returnvalue, data }) => {
      if (event === 'completed') this.completed(jobId, parsed(returnvalue));
      else if (event === 'progress') this.progressed(jobId, parsed(data));
      else if (event === 'failed' || event === 'removed') this.heard(jobId);
    });
  }

  async bake(order: () => Promise<Order>, onProgress: (progress: OrderProgress) => void): Promise<{ worker: string }> {
    const { cache, tool } = this.options;
    const made = await this.upload(async () => {
      const one = await order();
      if (this.tiny.next(one.bytes.length)) this.options.onEvent?.({ event: 'trouble', text: TOO_SMALL });
      return isSmall(one) ? one : uploadTask(cache, one, tool);
    });
    if (!('target' in made)) return this.wait(made, onProgress);
    const worker = await this.batches.add(made);
    return worker === undefined
      ? this.wait(await this.upload(() => uploadTask(cache, made, tool)), onProgress)
      : { worker };
  }

  async bakePiece(order: () => Promise<WorldOrder>, signal: AbortSignal): Promise<{ worker: string }> {
    let given: TaskRef | undefined;
    const upload = async () => {
      signal.throwIfAborted();
      given = await uploadPiece(this.options.cache, await order(), this.options.tool);
      return given;
    };
    const leave = () => given && this.leave(mapId(given.task));
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await this.wait(await this.upload(upload), () => {}, signal);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Stores something in the cache, after the token of this build. */
  private async upload<T>(work: () => Promise<T>): Promise<T> {
    return this.uploads(async () => {
      await this.proven();
      return work();
    }).catch((error) => {
      throw this.withdrawn ? takenBack() : error;
    });
  }

  /** Adds the job of a task, and waits for it. */
  private async wait(ref: TaskRef, onProgress: Waiting['onProgress'], signal?: AbortSignal): Promise<BatchResult> {
    const data = { ...ref, proof: this.token.sha256 };
    if (this.withdrawn || signal?.aborted) throw takenBack();
    if (this.gone) throw this.gone;
    // Two copies of a map are one task.
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

  /** Stores the token of this build. @throws {FleetError} if the cache does not take it */
  private async proven(): Promise<void> {
    this.provenOnce ??= putFile(this.options.cache, this.token.bytes);
    await this.provenOnce;
  }

  /** Takes back a job that is of no use any more; many of them at once. */
  private leave(id: string): void {
    const one = this.waiting.get(id);
    if (!one) return;
    this.waiting.delete(id);
    if (this.leaving.length === 0)
      setImmediate(() => this.submitter.idle().then(() => this.takeBack(this.leaving.splice(0))));
    this.leaving.push([id, one]);
    one.failed(takenBack());
  }

  /** Whether no worker was there for too long, and the build is to bake by itself. */
  get bakesHere(): boolean {
    return this.gone !== undefined && this.options.fallback === true;
  }

  async withdraw(): Promise<void> {
    this.withdrawn = true;
    this.uploads.clearQueue();
    await this.withdrawAll(takenBack());
  }

  private async withdrawAll(reason: FleetError): Promise<void> {
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

  async close(): Promise<void> {
    clearInterval(this.timer);
    // A Redis that is gone is not waited for.
    this.events?.close();
    await within(CLOSE_MS, Promise.allSettled([this.presence.end(), this.queue.close()]));
    await Promise.allSettled([this.queue.disconnect()]);
    this.redis.disconnect();
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

  /** Looks at jobs of which nothing was heard: events may be lost, and a Redis that was started again may know nothing. */
  private async look(most: number): Promise<void> {
    if (this.looking || this.redis.status !== 'ready') return;
    this.looking = true;
    try {
      const some = [...this.waiting].slice(0, most);
      const asked = this.redis.pipeline();
      for (const [id, one] of some) {
        asked.hmget(this.queue.toKey(id), 'timestamp', 'finishedOn');
        // The next time others come first.
        if (this.waiting.delete(id)) this.waiting.set(id, one);
      }
      const found = (await asked.exec()) ?? [];
      for (const [i, [id]] of some.entries()) {
        const [given, finished] = (found[i]?.[1] ?? [null, null]) as (string | null)[];
        if (given === null || finished !== null) await this.settle(id);
      }
      this.gone ??= await this.watch.look(this.waiting.size > 0 ? this.timeoutMs : Infinity);
      if (this.gone && this.waiting.size > 0) await this.withdrawAll(this.gone);
    } catch {
      // The connection is lost: it is looked again when it is back.
    } finally {
      this.looking = false;
    }
  }

  private readonly lost = (error: NodeJS.ErrnoException): void => {
    if (this.isLost) return;
    this.isLost = true;
    this.options.onEvent?.({ event: 'trouble', text: `queue: ${reasonOf(error)}; waiting for it` });
  };
}
