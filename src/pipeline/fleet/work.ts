/** Context of the jobs of a worker: threads, memory, files, cache; and the work of a thread for a task. */
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Job, Queue } from 'bullmq';
import { ThreadError } from '../../core/errors.js';
import type { MemoryBudget } from '../../core/threads/memory.js';
import type { Pool } from '../../core/threads/pool.js';
import type { About } from '../build/bake-target.js';
import { memoryFor, toBake } from '../build/job.js';
import type { Output, Target } from '../config/targets.js';
import { FREE, type FromBake, type MapWork, OTHERS, type Outcome } from './bake-parts.js';
import type { InputFolders, TaskFiles } from './exchange.js';
import { ATTEMPTS, type JobData, jobOptions, type Part, parseJob, partId } from './jobs.js';
import { type Parts, placesOf } from './parts.js';
import { packages } from './redis.js';
import type { MapTask } from './task.js';
import type { BakeEvent, WorkerOptions } from './worker-options.js';

export interface WorkerContext {
  name: string;
  options: WorkerOptions;
  queue: Queue;
  inputs: InputFolders;
  memory: MemoryBudget;
  threads: Pool;
}

/** Gives work to a thread. @throws what that throws; ThreadError, naming the worker, if it dies or takes too long */
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

/** Reports that something is begun. @returns reports that it is baked, or in how many parts it is now */
export function begin({ options: { onEvent } }: WorkerContext, about: Omit<BakeEvent, 'event' | 'seconds'>) {
  const start = performance.now();
  onEvent?.({ event: 'begun', ...about });
  return (sharedWith?: number): number => {
    const seconds = (performance.now() - start) / 1000;
    if (sharedWith === undefined) onEvent?.({ event: 'baked', ...about, seconds });
    else onEvent?.({ event: 'begun', ...about, seconds, sharedWith });
    return seconds;
  };
}

/** Who makes what: all is free. @param only what alone is to be made here */
export function claimsOf(places: { place: string }[], only?: string): Int32Array {
  const claims = new Int32Array(new SharedArrayBuffer(4 * places.length));
  if (only !== undefined) for (const [i, { place }] of places.entries()) claims[i] = place === only ? FREE : OTHERS;
  return claims;
}

interface Given extends Partial<Pick<MapWork, 'claims' | 'kept' | 'known' | 'parts'>> {
  /** The artifact that alone is to be made, and its agent with a dot behind it. */
  only?: { place: string; agent: string };
}

export interface Made {
  kept: Map<string, Uint8Array>;
  known: Map<string, About>;
}

interface Watch {
  /** @param made grows while the map is baked */
  begin(made: Made): void;
  more(): void;
  end(): Promise<void>;
}

/** Whether it was baked here, or is there already; or the parts that have to be there first. */
export type Result = boolean | Part[];

export class Work {
  constructor(
    readonly context: WorkerContext,
    readonly job: Job,
    readonly data: JobData,
    readonly task: MapTask,
    readonly target: Target,
    readonly parts: Parts,
  ) {}

  within<T>(memory: number, work: (files: TaskFiles) => Promise<T>): Promise<T> {
    const { inputs, memory: budget } = this.context;
    return inputs.within(this.data.task, this.task, (files) => budget.within(memory, () => work(files)));
  }

  bake(
    stale: Output[],
    { only, claims, kept = [], known = [], parts = {} }: Given,
    watch?: Watch,
  ): Promise<Outcome & Made> {
    const { target, task, context, data, job } = this;
    const all = placesOf(target, stale);
    return this.within(memoryFor({ target: { ...target, outputs: stale }, size: task.size }), async (files) => {
      const { port1, port2 } = new MessageChannel();
      const made: Made = { kept: new Map(kept), known: new Map(known) };
      port1.on('message', (message: FromBake) => {
        if ('artifact' in message) job.updateProgress({ ...message, worker: context.name }).catch(() => {});
        else if ('bytes' in message) made.kept.set(message.place, message.bytes);
        else made.known.set(message.agent, message.about);
        if (!('artifact' in message)) watch?.more();
      });
      // After all that was told.
      const closed = once(port1, 'close');
      const work: MapWork = {
        same: data.task,
        task: workOf(target, stale, files, only?.agent),
        places: all.map(({ place }) => place),
        claims: claims ?? claimsOf(all, only?.place),
        ...{ kept, known, parts },
        shardMs: context.options.shardMs,
        port: port2,
      };
      watch?.begin(made);
      try {
        const outcome = await inThread<Outcome>(context, work, [port2]);
        await closed;
        return { ...outcome, ...made };
      } finally {
        port1.close();
        await watch?.end();
      }
    });
  }

  /** Makes jobs of parts that this one waits for. @throws {UnrecoverableError} what one has failed of since */
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
        opts: { ...jobOptions(task, this.job.opts.attempts ?? ATTEMPTS, part), parent },
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

/** @param stale outputs that are to be made @param only the agent for which, with a dot behind it; all without it */
export function workOf(target: Target, stale: Output[], files: TaskFiles, only = ''): MapWork['task'] {
  const { bytes, file } = files;
  const task = toBake(target, stale, { bytes, file, name: target.map, reading: readingOf(target, files) });
  const name = only.slice(0, -1);
  const agents = task.agents && only && { agents: { [name]: task.agents[name] } };
  return { ...task, ...agents, before: [], intact: [], checkpoint: '' };
}
