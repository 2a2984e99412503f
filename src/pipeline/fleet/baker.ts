/**
 * The process in which a worker bakes. A map may end a whole process (out of memory, an abort of V8): the worker
 * survives, knows which map it was, and fails its job for good. If several maps were being baked, it repeats each in
 * another process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { BakeError, ThreadError } from '../../core/errors.js';
import { MemoryBudget } from '../../core/threads/memory.js';
import { type Failure, revive } from '../../core/threads/pool.js';
import { workerFile } from '../../core/version.js';
import { bakeThreads, Crew, type OnProgress } from '../build/crew.js';
import type { Baked, BakeTask } from '../build/task.js';

/** A bake, the bytes of memory that it takes, and its time limit in milliseconds. */
export interface BakeOrder {
  task: Omit<BakeTask, 'port'>;
  memory: number;
  timeoutMs: number | undefined;
}

export interface Bakes {
  bake(order: BakeOrder, onProgress: OnProgress): Promise<Baked>;
  close(): Promise<void>;
}

/** Bakes in threads of this process, as many at a time as its memory allows. */
export function bakesHere(threads: number, maxMemory: number): Bakes {
  const memory = new MemoryBudget(maxMemory);
  const pool = bakeThreads(threads);
  const crew = new Crew(pool, threads, () => 0, memory);
  // Modules load before the first job comes.
  pool.warmUp();
  return {
    bake: ({ task, memory: bytes, timeoutMs }, onProgress) =>
      memory.within(bytes, async () => {
        const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
        return crew.bake(task, onProgress, signal).catch((error) => {
          const late = `it took longer than ${(timeoutMs ?? 0) / 1000} s (--job-timeout)`;
          throw error instanceof ThreadError ? new ThreadError(signal?.aborted ? late : `${error.message},`) : error;
        });
      }),
    close: () => pool.close(),
  };
}

/** Message to the process, and its answers; `id` is that of the order. */
export type ToBaker = BakeOrder & { id: number };
export type FromBaker =
  | { ready: true }
  | { id: number; progress: Parameters<OnProgress> }
  | { id: number; baked: Baked }
  | { id: number; failure: Failure };

interface Open {
  onProgress: OnProgress;
  done(baked: Baked): void;
  failed(error: Error): void;
}

/** The process has ended. */
class Ended extends Error {
  /** @param together number of maps that it was baking */
  constructor(
    reason: string,
    readonly together: number,
  ) {
    super(reason);
  }
}

class OneProcess {
  hasEnded = false;
  private readonly child: ChildProcess;
  private readonly open = new Map<number, Open>();
  private isReady = false;
  private count = 0;

  constructor(threads: number, maxMemory: number) {
    // Its stdout would be among the lines of the worker.
    this.child = fork(fileURLToPath(workerFile('pipeline/fleet/baker.worker')), [`${threads}`, `${maxMemory}`], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child.on('message', (message) => this.heard(message as FromBaker));
    this.child.on('error', ({ message }) => this.end(message));
    this.child.on('exit', (code, signal) => this.end(signal ?? `code ${code}`));
  }

  run(order: BakeOrder, onProgress: OnProgress): Promise<Baked> {
    const id = ++this.count;
    return new Promise((done, failed) => {
      this.open.set(id, { onProgress, done, failed });
      // A failed send is followed by the end of the process.
      this.child.send({ ...order, id }, () => {});
    });
  }

  close(): void {
    this.child.kill('SIGKILL');
    this.end('the worker ends');
  }

  private heard(message: FromBaker): void {
    if ('ready' in message) {
      this.isReady = true;
      return;
    }
    const { id } = message;
    const one = this.open.get(id);
    if ('progress' in message) {
      one?.onProgress(...message.progress);
      return;
    }
    this.open.delete(id);
    if ('baked' in message) one?.done(message.baked);
    else one?.failed(revive(message.failure));
  }

  private end(reason: string): void {
    this.hasEnded = true;
    const all = [...this.open.values()];
    this.open.clear();
    const error = this.isReady
      ? new Ended(reason, all.length)
      : new ThreadError(`the process that bakes did not start (${reason}),`);
    for (const { failed } of all) failed(error);
  }
}

export class BakeProcess implements Bakes {
  private process: OneProcess;
  private readonly alone = pLimit(1);
  private readonly single = new Set<OneProcess>();
  private isClosed = false;

  constructor(
    private readonly threads: number,
    private readonly maxMemory: number,
    /** Name of the worker. */
    private readonly name: string,
  ) {
    this.process = new OneProcess(threads, maxMemory);
  }

  async bake(order: BakeOrder, onProgress: OnProgress): Promise<Baked> {
    if (this.process.hasEnded && !this.isClosed) this.process = new OneProcess(this.threads, this.maxMemory);
    try {
      return await this.process.run(order, onProgress);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      if (this.isClosed) throw new ThreadError('the worker was ended,');
      if (error.together === 1) throw this.deadly(error);
      return this.alone(() => this.bakeAlone(order, onProgress));
    }
  }

  private async bakeAlone(order: BakeOrder, onProgress: OnProgress): Promise<Baked> {
    const process = new OneProcess(1, this.maxMemory);
    this.single.add(process);
    try {
      return await process.run(order, onProgress);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      throw this.isClosed ? new ThreadError('the worker was ended,') : this.deadly(error);
    } finally {
      this.single.delete(process);
      process.close();
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const process of [this.process, ...this.single]) process.close();
  }

  /** Lasting: no other worker gets the map. */
  private deadly({ message }: Ended): BakeError {
    const what = `it ended the process that baked it on worker ${this.name} (${message})`;
    return new BakeError(`${what}; no other worker gets it. Build it without --fleet to see why`);
  }
}
