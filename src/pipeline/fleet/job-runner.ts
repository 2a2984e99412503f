/** Jobs on a worker: a map, an artifact or a shard; a job without its parts waits for them. */
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FleetError } from '../../core/errors.js';
import { MemoryBudget } from '../../core/threads/memory.js';
import { defaultJobs, Pool } from '../../core/threads/pool.js';
import { CacheProof, getFile, InputFolders } from './exchange.js';
import { isLasting, JobError, packFailure } from './failure.js';
import type { JobResult } from './health.js';
import { type JobAnswer, parseJob } from './jobs.js';
import { batchJob, mapJob } from './map-job.js';
import { Parts } from './parts.js';
import { newName } from './presence.js';
import { lossReporter, NAMES, packages } from './redis.js';
import { parseTask, type Task, TOOL, targetOf } from './task.js';
import { begin, Work, type WorkerContext } from './work.js';
import type { WorkerOptions } from './worker-options.js';

/** Milliseconds without jobs after one whose cache was another one. */
export const REST_MS = 15_000;

export class JobRunner {
  readonly name: string;
  readonly jobs: number;
  busy = 0;
  /** Why no jobs are taken for now. */
  trouble: string | undefined;
  private readonly proof: CacheProof;
  private readonly context: WorkerContext;
  readonly lost = lossReporter(this.redis, this.options.onEvent);

  constructor(
    private readonly redis: Redis,
    queue: Queue,
    private readonly folder: string,
    private readonly options: WorkerOptions,
    /** Takes no jobs for a while. */
    private readonly rest: () => void,
    private readonly ended: (result: JobResult, seconds: number) => void,
  ) {
    this.jobs = options.threads || defaultJobs();
    this.proof = new CacheProof(options.cache);
    this.name = options.name ?? newName();
    this.context = {
      name: this.name,
      options,
      queue,
      inputs: new InputFolders(folder, options.cache),
      memory: new MemoryBudget(options.maxMemory),
      threads: new Pool('pipeline/fleet/bake', this.jobs),
    };
    // What the first job needs is loaded while none is there.
    this.context.threads.warmUp();
  }

  close(): Promise<void> {
    return this.context.threads.close();
  }

  /** @returns what the build gets to know */
  async run(job: Job, token: string): Promise<object> {
    const start = performance.now();
    const ended = (result: JobResult) => this.ended(result, (performance.now() - start) / 1000);
    try {
      const result = await this.work(job, token);
      ended(result.withdrawn ? 'withdrawn' : result.baked ? 'baked' : 'present');
      return result;
    } catch (error) {
      const { WaitingChildrenError, WaitingError } = (await packages()).bullmq;
      ended(error instanceof WaitingChildrenError ? 'shared' : error instanceof WaitingError ? 'returned' : 'failed');
      throw error;
    }
  }

  private async work(job: Job, token: string): Promise<Partial<JobAnswer> & { baked?: boolean }> {
    const { UnrecoverableError, WaitingChildrenError, WaitingError } = (await packages()).bullmq;
    const { context, options } = this;
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
      await this.prove(job, token, proof, false);
      const task = parseTask(await getFile(options.cache, { sha256: data.task, bytes: data.bytes }, 'the task'));
      map = titleOf(task);
      const answer = { worker: this.name, baked: true };
      if (task.kind === 'batch') {
        const end = begin(context, { map });
        const failed = await batchJob(context, task);
        end();
        return { ...answer, ...(failed.length > 0 && { failed }) };
      }
      const parts = new Parts(options.cache, data.task, map);
      const work = new Work(context, job, data, task, targetOf(task), parts);
      const made = await mapJob(work);
      if (typeof made === 'boolean') return { ...answer, baked: made };
      await work.give(made);
      if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
      // All parts are done already.
      return await this.work(job, token);
    } catch (error) {
      // The job of a part has reported its failure.
      if (error instanceof WaitingChildrenError || error instanceof WaitingError || error instanceof UnrecoverableError)
        throw error;
      // What is missing may be in another cache.
      if (error instanceof FleetError && proof !== undefined) await this.prove(job, token, proof, true);
      options.onEvent?.({ event: 'failed', map, error });
      const text = packFailure(error, this.folder);
      throw isLasting(error) ? new UnrecoverableError(text) : new Error(text);
    } finally {
      this.busy--;
    }
  }

  /** Gives a job back, at no cost of its attempts, if the cache is not that of its build. @throws {WaitingError} */
  private async prove(job: Job, token: string, proof: string, again: boolean): Promise<void> {
    const fault = await this.proof.fault(proof, again);
    if (fault !== undefined && this.trouble !== fault) {
      this.options.onEvent?.({
        event: 'trouble',
        text: `takes no jobs: ${fault}; it tries again in ${REST_MS / 1000} s`,
      });
    }
    this.trouble = fault;
    if (fault === undefined) return;
    this.rest();
    await job.moveToWait(token);
    throw new (await packages()).bullmq.WaitingError();
  }
}

function titleOf(task: Task): string {
  return task.kind === 'batch' ? `${task.maps.length} maps` : task.map;
}
