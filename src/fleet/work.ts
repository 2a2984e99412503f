/** Context of the jobs of a worker: threads, memory, files, cache; and the work of a thread for a task. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Job, Queue } from 'bullmq';
import { names, wantedOf } from '../build/job.js';
import type { Output, Target } from '../config/targets.js';
import { ThreadError } from '../errors.js';
import type { MemoryBudget } from '../threads/memory.js';
import type { Pool } from '../threads/pool.js';
import type { FromBake, MapWork, Outcome } from './bake-parts.js';
import type { InputFolders, TaskFiles } from './inputs.js';
import { jobOptions, mannerOf, partId } from './jobs.js';
import type { Parts } from './parts.js';
import { packages } from './redis.js';
import { type JobData, type Part, parseJob, type Task } from './task.js';
import type { WorkerEvent, WorkerOptions } from './worker-options.js';

/** What all jobs of a worker share. */
export interface WorkerContext {
  name: string;
  options: WorkerOptions;
  queue: Queue;
  inputs: InputFolders;
  memory: MemoryBudget;
  threads: Pool;
}

/**
 * Gives work to a thread.
 * @throws what that throws; ThreadError if the thread dies over it or takes too long, naming the worker
 */
export async function inThread<T>(
  { threads, name, options: { jobTimeoutMs } }: Pick<WorkerContext, 'threads' | 'name' | 'options'>,
  work: object,
  transfer: MessagePort[] = [],
): Promise<T> {
  const controller = new AbortController();
  const timer = jobTimeoutMs === undefined ? undefined : setTimeout(() => controller.abort(), jobTimeoutMs);
  try {
    return await threads.run<T>(work, transfer, controller.signal);
  } catch (error) {
    if (controller.signal.aborted)
      throw new ThreadError(`it took longer than ${(jobTimeoutMs ?? 0) / 1000} s (--job-timeout) on worker ${name}`);
    throw error instanceof ThreadError ? new ThreadError(`${error.message}, on worker ${name}`) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether it was baked here, or is there already; or the parts that have to be there first. */
export type Result = boolean | Part[];

/** A job that a worker is on. */
export class Work {
  constructor(
    readonly context: WorkerContext,
    readonly job: Job,
    readonly data: JobData,
    readonly task: Task,
    readonly target: Target,
    readonly parts: Parts,
  ) {}

  report(event: WorkerEvent): void {
    this.context.options.onEvent?.(event);
  }

  /** Runs what needs the task's files and so much memory. */
  within<T>(memory: number, work: (files: TaskFiles) => Promise<T>): Promise<T> {
    const { inputs, memory: budget } = this.context;
    return inputs.within(this.data.task, this.task, (files) => budget.within(memory, () => work(files)));
  }

  /** Bakes in a thread. @param onMessage progress and parts, as they come */
  async bake(
    work: Omit<MapWork, 'port' | 'same' | 'shardMs'>,
    onMessage: (message: FromBake) => void = () => {},
  ): Promise<Outcome> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message: FromBake) => {
      if ('artifact' in message) this.job.updateProgress({ ...message, worker: this.context.name }).catch(() => {});
      else onMessage(message);
    });
    const { shardMs } = this.context.options;
    try {
      return await inThread<Outcome>(this.context, { ...work, same: this.data.task, shardMs, port: port2 }, [port2]);
    } finally {
      port1.close();
    }
  }

  /**
   * Makes jobs of parts that this one waits for.
   * @throws {UnrecoverableError} what one has failed of since this job was given
   */
  async give(parts: Part[]): Promise<void> {
    const { queue } = this.context;
    const { tool, task, bytes, proof } = this.data;
    const parent = { id: this.job.id as string, queue: queue.qualifiedName };
    const states = await Promise.all(parts.map((part) => queue.getJobState(partId(task, part))));
    for (const [i, part] of parts.entries()) if (states[i] === 'failed') await this.failOf(partId(task, part));
    // One may have been done, and forgotten by the cache; or have failed of something that is mended.
    for (const [i, part] of parts.entries())
      if (['completed', 'failed'].includes(states[i])) await queue.remove(partId(task, part));
    await queue.addBulk(
      parts.map((part) => ({
        name: part.kind,
        data: parseJob({ tool, task, bytes, proof, part }),
        opts: { ...jobOptions(task, mannerOf(this.job.opts), part), parent },
      })),
    );
  }

  /** @throws {UnrecoverableError} what a part has failed of, if that was since this job was given */
  private async failOf(id: string): Promise<void> {
    const part = await this.context.queue.getJob(id);
    const { UnrecoverableError } = (await packages()).bullmq;
    if ((part?.finishedOn ?? 0) > this.job.timestamp) throw new UnrecoverableError(part?.failedReason);
  }
}

/** How a map is read, for one of its agents. @param agent with a dot behind it; empty for none */
export function readingOf(target: Target, { folder, file }: TaskFiles, agent = '') {
  const { agents, root: _, ...reading } = target.reading;
  const { artifacts: __, ...walker } = agents?.[agent.slice(0, -1)] ?? {};
  return { ...reading, ...walker, file, root: folder, level: target.level };
}

/** @param stale outputs that are to be made */
export function workOf(target: Target, stale: Output[], files: TaskFiles): MapWork['task'] {
  const { agents } = target.reading;
  return {
    bytes: files.bytes,
    file: files.file,
    name: target.map,
    reading: readingOf(target, files),
    ...(agents && { agents }),
    wanted: wantedOf(target, stale),
    outputs: stale.map(({ artifacts }) => names(artifacts)),
    choose: stale.some(({ choose }) => choose),
    before: [],
    intact: [],
    checkpoint: '',
  };
}
