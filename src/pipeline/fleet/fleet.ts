/** The build's end of the queue: gives maps to workers, and lost jobs again, until all results are cached. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import pLimit from 'p-limit';
import type { FleetError } from '../../core/errors.js';
import type { Order, OrderProgress, Remote } from '../build/remote.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { hasToken, newToken, putFile } from './exchange.js';
import { ATTEMPTS, type JobAnswer, type TaskRef } from './jobs.js';
import { PendingJobs, takenBack, within } from './pending-jobs.js';
import { announceBuild, endBuild, type FleetEvent, WorkerWatch } from './presence.js';
import {
  connectionTo,
  connectWithRetry,
  lossReporter,
  PREFIX,
  packages,
  queueName,
  UnreachableError,
} from './redis.js';
import { TOOL } from './task.js';
import { uploadTask } from './upload.js';

export { UnreachableError };

/** Maps in the queue: enough for a thousand workers. */
const AT_ONCE = 4096;
const UPLOADS = 8;
/** Milliseconds between two checks of jobs without events, and the number of checked jobs. */
const LOOK_EVERY_MS = 2000;
const LOOKED_AT = 200;
/** Milliseconds that the end of a build waits for Redis to close connections. */
const CLOSE_MS = 2000;
/** Milliseconds of the longest timer of the platform. */
const LONGEST_MS = 2 ** 31 - 1;
/** Milliseconds without Redis, or with `fallback` without a worker, that a build waits by default. */
const WAIT_MS = 30_000;

export interface FleetOptions {
  /** The cache for inputs and outputs, also used by the workers. */
  cache: SharedCache;
  onEvent?: (event: FleetEvent) => void;
  /**
   * Milliseconds that the build waits without any worker, and for Redis at the start. Default: 30 seconds for Redis and
   * with `fallback`, otherwise no limit.
   */
  timeoutMs?: number;
  /** Whether the address comes from a config. Then it gets credentials only if GRIDPREP_FLEET_HOST lists its host. */
  fromConfig?: boolean;
  /** Whether the build then bakes the remaining maps; it fails otherwise. */
  fallback?: boolean;
  /** Attempts per job. Default: 4. */
  attempts?: number;
  tool?: string;
}

/** Machines that bake: `build(targets, { cache, remote: await openFleet('redis://...', { cache }) })`. */
export interface Fleet extends Remote {
  close(): Promise<void>;
}

/**
 * Opens a queue for a build.
 * @param address of Redis; credentials come from GRIDPREP_FLEET_USER and GRIDPREP_FLEET_PASSWORD of the environment
 * @throws {ConfigError} if the address is invalid or packages are missing @throws {UnreachableError} if Redis does not
 * answer in time @throws {FleetError} if it refuses
 */
export async function openFleet(address: string, options: FleetOptions): Promise<Fleet> {
  const onTrouble = (text: string) => options.onEvent?.({ event: 'trouble', text });
  const connection = connectionTo(address, options.fromConfig, onTrouble);
  const { Queue } = (await packages()).bullmq;
  const late = AbortSignal.timeout(Math.min(options.timeoutMs ?? WAIT_MS, LONGEST_MS));
  const redis = await connectWithRetry(connection, onTrouble, late);
  const queue = new Queue(queueName(options.tool), { connection: connection.options, prefix: PREFIX });
  await queue.waitUntilReady();
  return fleetOn(redis, queue, options);
}

export async function fleetOn(redis: Redis, queue: Queue, options: FleetOptions): Promise<Fleet> {
  const fleet = new QueueFleet(redis, queue, options);
  await fleet.jobs.listen();
  return fleet;
}

class QueueFleet implements Fleet {
  readonly atOnce = AT_ONCE;
  readonly jobs: PendingJobs;
  private readonly uploads = pLimit({ concurrency: UPLOADS, rejectOnClear: true });
  private readonly timer: NodeJS.Timeout;
  private readonly watch: WorkerWatch;
  private readonly timeoutMs: number;
  private gone: FleetError | undefined;
  /** Milliseconds that Redis may be silent, and has been until the last look. */
  private readonly mostSilentMs: number;
  private silentMs = 0;
  private looked = performance.now();
  private readonly token = newToken();
  /** The upload of the token. */
  private proven: Promise<unknown> | undefined;
  /** Uploads of the jobs that are waited for. */
  private readonly uploaded = new Set<() => Promise<TaskRef>>();
  private withdrawn = false;
  private looking = false;
  /** Whether the cache, not Redis, is waited for. */
  private isRestoring = false;

  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue,
    private readonly options: FleetOptions,
  ) {
    const tool = options.tool ?? TOOL;
    this.watch = new WorkerWatch(redis, tool, options.onEvent);
    this.timeoutMs = options.timeoutMs ?? (options.fallback ? WAIT_MS : Infinity);
    this.mostSilentMs = options.timeoutMs ?? WAIT_MS;
    this.jobs = new PendingJobs(redis, queue, options.attempts ?? ATTEMPTS);
    queue.on('error', lossReporter(redis, options.onEvent));
    redis.on('ready', () => this.look(Infinity));
    this.timer = setInterval(() => this.look(LOOKED_AT), LOOK_EVERY_MS);
    this.look(0);
  }

  async bake(order: () => Promise<Order>, onProgress: (progress: OrderProgress) => void): Promise<{ worker: string }> {
    const { cache, tool } = this.options;
    const upload = async () => uploadTask(cache, await order(), tool);
    return this.wait(await this.upload(upload), upload, onProgress);
  }

  /** A cache that was restarted may have lost its files. The token comes last: with it workers take jobs. */
  private async restore(): Promise<void> {
    const { cache } = this.options;
    if (this.jobs.size === 0 || (await hasToken(cache, this.token.sha256))) return;
    await Promise.all([...this.uploaded].map((upload) => this.uploads(upload)));
    await putFile(cache, this.token.bytes);
  }

  private async upload<T>(work: () => Promise<T>): Promise<T> {
    return this.uploads(async () => {
      this.proven ??= putFile(this.options.cache, this.token.bytes).then(() =>
        announceBuild(this.redis, this.token.sha256),
      );
      await this.proven;
      return work();
    }).catch((error) => {
      throw this.withdrawn ? takenBack() : error;
    });
  }

  /** Waits for the job of a task. @param again uploads the task again */
  private async wait(
    ref: TaskRef,
    again: () => Promise<TaskRef>,
    onProgress: (progress: OrderProgress) => void,
  ): Promise<JobAnswer> {
    if (this.withdrawn) throw takenBack();
    if (this.gone) throw this.gone;
    this.uploaded.add(again);
    return this.jobs.run({ ...ref, proof: this.token.sha256 }, onProgress).finally(() => this.uploaded.delete(again));
  }

  /** Whether no worker was there for too long and the build bakes. */
  get bakesHere(): boolean {
    return this.gone !== undefined && this.options.fallback === true;
  }

  async withdraw(): Promise<void> {
    this.withdrawn = true;
    this.uploads.clearQueue();
    await this.jobs.withdraw(takenBack());
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.jobs.close();
    if (this.redis.status === 'ready')
      await within(
        CLOSE_MS,
        endBuild(this.redis, this.token.sha256).catch(() => {}),
      );
    await within(CLOSE_MS, Promise.allSettled([this.queue.close()]));
    await Promise.allSettled([this.queue.disconnect()]);
    this.redis.disconnect();
  }

  /** A Redis that is gone, or that stays connected and says nothing, ends the build too. */
  private async endIfSilent(): Promise<void> {
    const now = performance.now();
    const isSilent = this.redis.status !== 'ready' || (this.looking && !this.isRestoring);
    // A process that was stopped for a while has not waited.
    this.silentMs = isSilent ? this.silentMs + Math.min(now - this.looked, 2 * LOOK_EVERY_MS) : 0;
    this.looked = now;
    if (this.gone || this.silentMs < this.mostSilentMs) return;
    const text = `the queue has not answered for ${Math.round(this.silentMs / 1000)} s (--fleet-timeout)`;
    this.gone = new UnreachableError(text);
    await this.jobs.withdraw(this.gone, false);
  }

  private async look(most: number): Promise<void> {
    await this.endIfSilent();
    if (this.looking || this.redis.status !== 'ready') return;
    this.looking = true;
    try {
      await announceBuild(this.redis, this.token.sha256);
      await this.jobs.look(most);
      this.silentMs = 0;
      this.gone ??= await this.watch.look(this.jobs.size > 0 ? this.timeoutMs : Infinity);
      if (this.gone && this.jobs.size > 0) await this.jobs.withdraw(this.gone);
      this.isRestoring = true;
      await this.restore();
    } catch {
      // Queue or cache do not answer: the next look tries again.
    } finally {
      this.looking = this.isRestoring = false;
    }
  }
}
