/** Runs the jobs of a worker: a map each, baked as by a local build. */
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError, ThreadError } from '../../core/errors.js';
import { defaultJobs } from '../../core/threads/pool.js';
import type { OnProgress } from '../build/crew.js';
import { memoryFor, toBake } from '../build/job.js';
import { giveOutput, keyOf } from '../build/shared-outputs.js';
import { BakeProcess, type Bakes } from './baker.js';
import { CacheProof, getFile, keep, type TaskFiles, withFiles } from './exchange.js';
import { isLasting, JobError, packFailure } from './failure.js';
import { type JobAnswer, parseJob } from './jobs.js';
import { newName, presentBuilds } from './presence.js';
import { lossReporter, NAMES, packages } from './redis.js';
import { type MapTask, parseTask, sourceOf, TOOL, targetOf } from './task.js';
import type { WorkerOptions } from './worker-options.js';

/** Milliseconds without jobs after a job of another cache. */
export const REST_MS = 15_000;
const REPORT_EVERY_MS = 500;
/** Milliseconds that a job of another cache waits, if builds of this cache are there; builds that are looked at. */
const SKIPPED_MS = 2000;
const MOST_BUILDS = 64;

export class JobRunner {
  readonly name: string;
  readonly jobs: number;
  busy = 0;
  /** Why no jobs are taken for now. */
  trouble: string | undefined;
  private readonly proof: CacheProof;
  private readonly baker: Bakes;
  readonly lost = lossReporter(this.redis, this.options.onEvent);

  constructor(
    private readonly redis: Redis,
    readonly queue: Queue,
    private readonly folder: string,
    private readonly options: WorkerOptions,
    /** Takes no jobs for a while. */
    private readonly rest: () => void,
    baker?: (threads: number, maxMemory: number) => Bakes,
  ) {
    this.jobs = options.threads || defaultJobs();
    this.proof = new CacheProof(options.cache);
    this.name = options.name ?? newName();
    const { jobs, name } = this;
    this.baker = baker?.(jobs, options.maxMemory) ?? new BakeProcess(jobs, options.maxMemory, name);
  }

  close(): Promise<void> {
    return this.baker.close();
  }

  /** @returns the answer for the build */
  async run(job: Job, token: string): Promise<Partial<JobAnswer>> {
    const { DelayedError, UnrecoverableError, WaitingError } = (await packages()).bullmq;
    const { options } = this;
    this.busy++;
    let map = 'a job';
    let proof: string | undefined;
    try {
      const data = parseJob(job.data);
      if (data.tool !== (options.tool ?? TOOL))
        throw new JobError(`the job is of gridprep ${data.tool}, this worker of ${TOOL}`);
      if ((await this.redis.exists(NAMES.withdrawn(data.task))) > 0) return { withdrawn: true };
      options.cache.revive();
      proof = data.proof;
      if (await this.prove(job, token, proof, false)) return { withdrawn: true };
      const task = parseTask(await getFile(options.cache, { sha256: data.task, bytes: data.bytes }, 'the task'));
      if (task.tool !== data.tool) throw new JobError(`the task is of gridprep ${task.tool}, its job of ${data.tool}`);
      map = task.map;
      await this.bakeMap(task, job);
      return { worker: this.name };
    } catch (error) {
      if (error instanceof WaitingError || error instanceof DelayedError) throw error;
      // A missing file may be in another cache.
      if (error instanceof FleetError && proof !== undefined && (await this.prove(job, token, proof, true)))
        return { withdrawn: true };
      options.onEvent?.({ event: 'failed', map, error });
      const text = packFailure(error, this.folder);
      throw isLasting(error) ? new UnrecoverableError(text) : new Error(text);
    } finally {
      this.busy--;
    }
  }

  /**
   * Returns a job to the queue if its build uses another cache.
   * @returns whether the build is gone, so that its job is not needed
   * @throws {WaitingError | DelayedError}
   */
  private async prove(job: Job, token: string, proof: string, again: boolean): Promise<boolean> {
    const fault = await this.proof.fault(proof, again);
    if (fault === undefined) {
      this.trouble = undefined;
      return false;
    }
    const { WaitingError, DelayedError } = (await packages()).bullmq;
    const builds = await presentBuilds(this.redis);
    if (!builds.includes(proof)) return true;
    // Jobs of this cache may wait behind it.
    if (await this.hasOwn(builds.filter((other) => other !== proof))) {
      await job.moveToDelayed(Date.now() + SKIPPED_MS, token);
      throw new DelayedError();
    }
    if (this.trouble !== fault) {
      const text = `takes no jobs: ${fault}; it tries again in ${REST_MS / 1000} s`;
      this.options.onEvent?.({ event: 'trouble', text });
    }
    this.trouble = fault;
    this.rest();
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** Whether one of these builds has the cache of this worker. */
  private async hasOwn(builds: string[]): Promise<boolean> {
    for (const proof of builds.slice(0, MOST_BUILDS)) if ((await this.proof.fault(proof)) === undefined) return true;
    return false;
  }

  /** Bakes the map, unless the cache has its outputs. */
  private async bakeMap(task: MapTask, job: Job): Promise<void> {
    const { cache, onEvent } = this.options;
    const target = targetOf(task);
    const keys = task.stale.map((i) => keyOf(target, target.outputs[i], sourceOf(task)));
    if (!task.force && (await Promise.all(keys.map((key) => cache.has(key)))).every(Boolean)) return;
    let reported = -Infinity;
    const onProgress: OnProgress = (artifact, done, total) => {
      const now = performance.now();
      if (now - reported < REPORT_EVERY_MS) return;
      reported = now;
      job.updateProgress({ artifact, done, total, worker: this.name }).catch(() => {});
    };
    const start = performance.now();
    onEvent?.({ event: 'begun', map: task.map });
    await withFiles(cache, this.folder, task, (files) => this.bake(task, files, onProgress));
    onEvent?.({ event: 'baked', map: task.map, seconds: (performance.now() - start) / 1000 });
  }

  private async bake(task: MapTask, { folder, file, bytes }: TaskFiles, onProgress: OnProgress): Promise<void> {
    const { cache, jobTimeoutMs } = this.options;
    const target = targetOf(task);
    const outputs = task.stale.map((i) => target.outputs[i]);
    const { agents: _, root: __, ...reading } = target.reading;
    const map = { bytes, file, name: task.map, reading: { ...reading, file, root: folder, level: target.level } };
    const work = toBake(target, outputs, map);
    const memory = memoryFor({ target: { ...target, outputs }, size: task.size });
    const order = { task: work, memory, timeoutMs: jobTimeoutMs };
    const baked = await this.baker.bake(order, onProgress).catch((error) => {
      throw error instanceof ThreadError ? new ThreadError(`${error.message} on worker ${this.name}`) : error;
    });
    for (const [i, output] of outputs.entries()) {
      const key = keyOf(target, output, sourceOf(task));
      await keep(cache, () => giveOutput(cache, key, baked.outputs[i], baked, output.file));
    }
  }
}
