/** What a worker does with a job: a map, or a shard of one. */
import { hostname } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { ARTIFACTS } from '../artifacts/list.js';
import { FleetError, ThreadError } from '../errors.js';
import { memoryFor, names, wantedOf } from '../pipeline/job.js';
import { giveOutput, keyOf as outputKey } from '../pipeline/shared-outputs.js';
import type { Target } from '../pipeline/targets.js';
import { MemoryBudget } from '../threads/memory.js';
import { defaultJobs, Pool } from '../threads/pool.js';
import type { MapWork, Outcome, ShardWork } from './bake-shards.js';
import { isLasting, packFailure } from './failure.js';
import { InputFolders, type TaskFiles } from './inputs.js';
import { shardOptions } from './jobs.js';
import { NAMES, packages } from './redis.js';
import { keepPlan, type Plan, plansOf, shardKey, shardNames } from './shards.js';
import { type JobData, parseJob, parseTask, type Shard, sourceOf, type Task, TOOL, targetOf } from './task.js';
import type { WorkerOptions } from './worker-options.js';

export class JobRunner {
  readonly name: string;
  readonly jobs: number;
  busy = 0;
  private readonly threads: Pool;
  private readonly memory: MemoryBudget;
  private readonly inputs: InputFolders;
  private isLost = false;

  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue,
    private readonly folder: string,
    private readonly options: WorkerOptions,
  ) {
    this.jobs = options.jobs || defaultJobs();
    this.name = options.name ?? `${hostname()}-${process.pid}`;
    this.threads = new Pool('fleet/bake', this.jobs);
    this.memory = new MemoryBudget(options.maxMemory);
    this.inputs = new InputFolders(folder, options.cache);
    redis.on('ready', () => {
      this.isLost = false;
    });
  }

  readonly lost = (error: NodeJS.ErrnoException): void => {
    if (this.isLost) return;
    this.isLost = true;
    this.options.onEvent?.({ event: 'trouble', text: `queue: ${error.code ?? error.message}; waiting for it` });
  };

  close(): Promise<void> {
    return this.threads.close();
  }

  /** @returns what the build gets to know */
  async run(job: Job, token: string): Promise<object> {
    const { UnrecoverableError, WaitingChildrenError } = (await packages()).bullmq;
    this.busy++;
    let map = 'a job';
    try {
      const data = parseJob(job.data);
      if (data.tool !== (this.options.tool ?? TOOL)) throw new RangeError(`the job is of gridprep ${data.tool}, this worker of ${TOOL}`);
      if ((await this.redis.exists(NAMES.withdrawn(data.task))) > 0) return { withdrawn: true };
      this.options.cache.revive();
      const task = await this.task(data);
      map = task.map;
      const start = performance.now();
      const made = data.shard ? await this.shard(data.task, task, data.shard) : await this.map(data, task, job);
      if (made === 'shared') {
        // What is not done yet are jobs of their own; this one comes back after them.
        if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
        return await this.run(job, token);
      }
      return { worker: this.name, seconds: (performance.now() - start) / 1000, baked: made };
    } catch (error) {
      if (error instanceof WaitingChildrenError) throw error;
      this.options.onEvent?.({ event: 'failed', map, error });
      const text = packFailure(error, this.folder);
      throw isLasting(error) ? new UnrecoverableError(text) : new Error(text);
    } finally {
      this.busy--;
    }
  }

  private async task({ task, bytes }: JobData): Promise<Task> {
    const { cache } = this.options;
    const found = await cache.getFile({ sha256: task, bytes });
    if (!found) throw new FleetError(`the cache ${cache.address} does not have the task; is the --cache of this worker that of the build?`);
    return parseTask(found);
  }

  /** @returns whether it was baked here, or is there already; or 'shared', where parts of it are jobs now */
  private async map(data: JobData, task: Task, job: Job): Promise<boolean | 'shared'> {
    const { cache } = this.options;
    const target = targetOf(task);
    const stale = task.stale.map((i) => target.outputs[i]);
    const source = sourceOf(task);
    const there = task.force ? [] : await Promise.all(stale.map((output) => cache.has(outputKey(target, output, source))));
    if (there.length > 0 && there.every(Boolean)) return false;
    const plans = await plansOf(cache, data.task, shardNames(target));
    const parts = await this.partsOf(data, plans, job);
    if (!parts) return 'shared';
    const kept = plans.flatMap((plan) => plan.kept);
    return this.inputs.within(data.task, task, async (files) => {
      const start = performance.now();
      this.options.onEvent?.({ event: 'begun', map: task.map });
      const work = workOf(target, task, files);
      const memory = memoryFor({ target: { ...target, outputs: stale }, size: task.size });
      const outcome = await this.memory.within(memory, () => this.bake({ task: work, parts, kept, shardMs: this.options.shardMs }, job));
      const seconds = (performance.now() - start) / 1000;
      if ('split' in outcome) {
        await keepPlan(cache, data.task, outcome.split);
        const shards = outcome.split.ends.length - 1;
        this.options.onEvent?.({ event: 'begun', map: task.map, seconds, sharedWith: shards });
        const [plan] = await plansOf(cache, data.task, [outcome.split.name]);
        if (!plan) throw new FleetError(`the cache ${cache.address} does not keep what it is given`);
        await this.partsOf(data, [plan], job);
        return 'shared';
      }
      for (const [i, output] of stale.entries()) {
        const key = outputKey(target, output, source);
        await giveOutput(cache, key, outcome.baked.outputs[i], outcome.baked, output.file);
        await this.mustHave(key);
      }
      this.options.onEvent?.({ event: 'baked', map: task.map, seconds });
      return true;
    });
  }

  private async bake(work: Omit<MapWork, 'port'>, job: Job): Promise<Outcome> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', ({ artifact, done, total }) => {
      job.updateProgress({ artifact, done, total, worker: this.name }).catch(() => {});
    });
    try {
      return await this.threads.run<Outcome>({ ...work, port: port2 }, [port2]);
    } catch (error) {
      throw error instanceof ThreadError ? new ThreadError(`${error.message}, on worker ${this.name}`) : error;
    } finally {
      port1.close();
    }
  }

  /** @returns all parts of what was cut, by name; undefined if some are missing, which are jobs then */
  private async partsOf({ task, bytes }: JobData, plans: Plan[], job: Job): Promise<Record<string, Uint8Array[]> | undefined> {
    const { cache } = this.options;
    const all: [string, Uint8Array[]][] = [];
    const missing: Shard[] = [];
    for (const { name, shards, done } of plans) {
      const found = await Promise.all(shards.map(async (shard) => (await cache.get(shardKey(task, shard)))?.files[0]));
      all.push([name, [done, ...found.filter((part) => part !== undefined)]]);
      missing.push(...shards.filter((_, i) => !found[i]));
    }
    if (missing.length === 0) return Object.fromEntries(all);
    const parent = { id: job.id as string, queue: this.queue.qualifiedName };
    const total = plans.reduce((sum, { shards }) => sum + shards.length, 0);
    await job.updateProgress({ artifact: 'bounds', done: total - missing.length, total, shards: true });
    const data = (shard: Shard): JobData => ({ tool: this.options.tool ?? TOOL, task, bytes, shard });
    const jobs = missing.map((shard) => ({ name: 'shard', data: data(shard), opts: { ...shardOptions(task, shard), parent } }));
    // One of them may have been done, and its part forgotten by the cache.
    await Promise.all(jobs.map(({ opts }) => this.forgetFinished(opts.jobId)));
    await this.queue.addBulk(jobs);
    return undefined;
  }

  /** A cache that does not answer refuses nothing: who is done has to know. @throws {FleetError} which is tried again */
  private async mustHave(key: string): Promise<void> {
    const { cache } = this.options;
    if (!(await cache.has(key))) throw new FleetError(`the cache ${cache.address} does not keep what it is given`);
  }

  private async forgetFinished(id: string): Promise<void> {
    const state = await this.queue.getJobState(id);
    if (state === 'completed' || state === 'failed') await this.queue.remove(id);
  }

  private async shard(name: string, task: Task, shard: Shard): Promise<boolean> {
    const { cache, onEvent } = this.options;
    const target = targetOf(task);
    if (!shardNames(target).includes(shard.name)) throw new RangeError(`${task.map} has no ${shard.name}`);
    if (await cache.has(shardKey(name, shard))) return false;
    const options = target.outputs.flatMap(({ artifacts }) => artifacts).find((one) => one.name === 'bounds')?.options;
    return this.inputs.within(name, task, async (files) => {
      const start = performance.now();
      onEvent?.({ event: 'begun', map: task.map, shard });
      const work: ShardWork = {
        same: `${name} ${shard.name}`,
        bytes: files.bytes,
        reading: readingOf(target, files, shard.name.split('.')[0]),
        options: options as ShardWork['options'],
        from: shard.from,
        to: shard.to,
      };
      const memory = ARTIFACTS.bounds.memory(task.size, ARTIFACTS.bounds.defaults);
      const part = await this.memory.within(memory, () => this.threads.run<Uint8Array>(work));
      await cache.put(shardKey(name, shard), [part], {}, `a part of ${task.map}`);
      await this.mustHave(shardKey(name, shard));
      onEvent?.({ event: 'baked', map: task.map, shard, seconds: (performance.now() - start) / 1000 });
      return true;
    });
  }
}

/** How a map is read, for one of its agents. */
function readingOf(target: Target, { folder, file }: TaskFiles, agent?: string) {
  const { agents, root: _, ...reading } = target.reading;
  const own = agent !== undefined && agents ? agents[agent] : undefined;
  const { artifacts: __, ...ownReading } = own ?? {};
  return { ...reading, ...ownReading, file, root: folder, level: target.level };
}

function workOf(target: Target, task: Task, files: TaskFiles): MapWork['task'] {
  const stale = task.stale.map((i) => target.outputs[i]);
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
