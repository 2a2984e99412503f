/** As much of BullMQ and of its Redis as a fleet uses, in memory, for tests without a server. Retries come immediately. */
import { EventEmitter } from 'node:events';
import { DelayedError, type Job, type JobsOptions, type Queue, UnrecoverableError, WaitingError } from 'bullmq';
import type { Redis } from 'ioredis';

type State = 'wait' | 'active' | 'failed' | 'completed';
type Added = { name: string; data: object; opts: JobsOptions };

/** A job, as its runner and those who look at it see it. */
export class MemoryJob {
  state: State = 'wait';
  timestamp = Date.now();
  attemptsMade = 0;
  finishedOn: number | undefined;
  failedReason: string | undefined;
  returnvalue: unknown;

  constructor(
    private readonly queue: MemoryQueue,
    readonly id: string,
    readonly data: object,
    readonly opts: JobsOptions,
  ) {}

  async getState(): Promise<State> {
    return this.state;
  }

  async updateProgress(data: object): Promise<void> {
    this.queue.tell('progress', this.id, { data: JSON.stringify(data) });
  }

  async moveToWait(): Promise<void> {
    this.queue.wait(this);
  }

  async moveToDelayed(): Promise<void> {
    setTimeout(() => this.queue.wait(this), 5);
  }
}

export class MemoryQueue extends EventEmitter {
  readonly kept = new Map<string, MemoryJob>();
  /** Names of the jobs that wait, the next one first. */
  readonly waiting: string[] = [];
  readonly redis = new MemoryRedis(this);
  isClosed = false;
  private runs: ((job: Job, token: string) => Promise<object>) | undefined;

  /** As the packages' types. */
  get both(): [Redis, Queue] {
    return [this.redis as unknown as Redis, this as unknown as Queue];
  }

  /** Gives jobs to a worker, one after the other; to none with undefined. */
  work(run: MemoryQueue['runs']): void {
    this.runs = run;
    this.next();
  }

  wait(job: MemoryJob): void {
    job.state = 'wait';
    this.waiting.push(job.id);
    setImmediate(() => this.next());
  }

  tell(event: string, jobId: string, more: Record<string, string> = {}): void {
    this.redis.events.push(Object.entries({ event, jobId, ...more }).flat());
  }

  toKey(name: string): string {
    return `gridprep:memory:${name}`;
  }

  async addBulk(all: Added[]): Promise<void> {
    for (const { data, opts } of all) {
      const id = `${opts.jobId}`;
      const job = this.kept.get(id) ?? new MemoryJob(this, id, JSON.parse(JSON.stringify(data)), opts);
      if (this.kept.has(id)) continue;
      this.kept.set(id, job);
      this.wait(job);
    }
  }

  async getJob(id: string): Promise<MemoryJob | undefined> {
    return this.kept.get(id);
  }

  async getJobState(id: string): Promise<State | 'unknown'> {
    return this.kept.get(id)?.state ?? 'unknown';
  }

  async getJobCounts(...states: string[]): Promise<Record<string, number>> {
    const all = [...this.kept.values()];
    return Object.fromEntries(states.map((state) => [state, all.filter((job) => job.state === state).length]));
  }

  /** The job that has waited longest. */
  async getJobs(): Promise<MemoryJob[]> {
    return this.waiting.slice(0, 1).flatMap((id) => this.kept.get(id) ?? []);
  }

  async remove(id: string): Promise<void> {
    const job = this.kept.get(id);
    if (job?.state === 'active') throw new Error('it is locked by a worker');
    this.kept.delete(id);
    if (this.waiting.includes(id)) this.waiting.splice(this.waiting.indexOf(id), 1);
    if (job) this.tell('removed', id);
  }

  /** Redis starts again without its data. */
  forget(): void {
    this.kept.clear();
    this.waiting.length = 0;
    this.redis.emit('ready');
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  async disconnect(): Promise<void> {}

  private next(): void {
    const isBusy = [...this.kept.values()].some(({ state }) => state === 'active');
    if (isBusy || !this.runs || this.waiting.length === 0) return;
    const job = this.kept.get(this.waiting.shift() as string) as MemoryJob;
    job.state = 'active';
    this.run(job, this.runs).finally(() => this.next());
  }

  private async run(job: MemoryJob, run: NonNullable<MemoryQueue['runs']>): Promise<void> {
    try {
      job.returnvalue = await run(job as unknown as Job, 'token');
      this.end(job, 'completed', { returnvalue: JSON.stringify(job.returnvalue) });
      if (job.opts.removeOnComplete === true) this.kept.delete(job.id);
    } catch (error) {
      if (error instanceof WaitingError || error instanceof DelayedError) return;
      job.attemptsMade++;
      job.failedReason = (error as Error).message;
      if (error instanceof UnrecoverableError || job.attemptsMade >= (job.opts.attempts ?? 1)) this.end(job, 'failed');
      else this.wait(job);
    }
  }

  private end(job: MemoryJob, state: 'completed' | 'failed', more?: Record<string, string>): void {
    job.state = state;
    job.finishedOn = Date.now();
    this.tell(state, job.id, more);
  }
}

export class MemoryRedis extends EventEmitter {
  status = 'ready';
  readonly events: string[][] = [];
  readonly texts = new Map<string, string>();
  readonly sets = new Map<string, Set<string>>();

  constructor(private readonly queue: MemoryQueue) {
    super();
    for (const [name, command] of Object.entries(this.commands))
      Object.assign(this, { [name]: async (...words: string[]) => command(...words) });
  }

  private readonly commands: Record<string, (...words: string[]) => unknown> = {
    set: (key, text) => this.texts.set(key, text),
    del: (...keys) => keys.filter((key) => this.texts.delete(key)).length,
    exists: (key) =>
      Number(this.texts.has(key) || [...this.queue.kept.keys()].some((id) => this.queue.toKey(id) === key)),
    hmget: (key) => {
      const job = [...this.queue.kept.values()].find(({ id }) => this.queue.toKey(id) === key);
      return [job?.timestamp, job?.finishedOn].map((time) => (time === undefined ? null : `${time}`));
    },
    sadd: (key, name) => this.sets.set(key, (this.sets.get(key) ?? new Set()).add(name)),
    srem: (key, ...names) => names.filter((name) => this.sets.get(key)?.delete(name)).length,
    smembers: (key) => [...(this.sets.get(key) ?? [])],
    mget: (...keys) => keys.flat().map((key) => this.texts.get(key) ?? null),
    xrevrange: (key, from, to) =>
      key === this.queue.toKey('events') && from === '+' && to === '-' && this.events.length > 0
        ? [[`${this.events.length}-0`, this.events.at(-1)]]
        : [],
    xread: (...words) => {
      const from = Number.parseInt(words.at(-1) ?? '', 10);
      const entries = this.events
        .slice(from, from + Number(words[1]))
        .map((fields, i) => [`${from + i + 1}-0`, fields]);
      return entries.length > 0 && words.at(-2) === this.queue.toKey('events') ? [[words.at(-2), entries]] : null;
    },
  };

  pipeline() {
    const queued: (() => unknown)[] = [];
    const chain: Record<string, unknown> = {
      exec: async () => queued.map((ask) => [null, ask()]),
    };
    for (const [name, command] of Object.entries(this.commands))
      chain[name] = (...words: string[]) => {
        queued.push(() => command(...words));
        return chain;
      };
    return chain;
  }

  disconnect(): void {
    this.status = 'end';
  }
}
