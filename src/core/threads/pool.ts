/** Worker threads. If a thread dies, only its own task fails, and the next task gets a new thread. */
import { availableParallelism } from 'node:os';
import { parentPort, type TransferListItem, Worker } from 'node:worker_threads';
import * as errors from '../errors.js';
import { workerFile } from '../version.js';

/** Threads used when an option `threads` is 0: one per core. */
export function defaultJobs(): number {
  return availableParallelism();
}

interface Task {
  task: unknown;
  transfer: TransferListItem[];
  done(result: unknown): void;
  failed(error: Error): void;
}

/** Reply of a thread: the result of a task, or its error. */
type Answer = { result: unknown } | { failure: Failure };

/** An error as a message, which would lose its class and its properties. */
export interface Failure {
  name: string;
  message: string;
  stack: string | undefined;
}

export class Pool {
  /** Tasks by thread; undefined for an idle one. */
  private readonly threads = new Map<Worker, Task | undefined>();
  private readonly queue: Task[] = [];
  private readonly most: number;
  private closed = false;

  /** @param worker `src/FOLDER/NAME.worker.ts` as 'FOLDER/NAME' @param threads most; 0 for one per core */
  constructor(
    private readonly worker: string,
    threads: number,
  ) {
    this.most = threads || defaultJobs();
  }

  /** Starts a thread ahead of the first task. */
  warmUp(): void {
    try {
      if (this.threads.size === 0) this.start();
    } catch {
      // The first task reports the error.
    }
  }

  /**
   * Runs a task in the next free thread.
   * @param signal ends the thread that runs it
   * @throws the error of the work, as its own class; ThreadError if the thread ended before the task
   */
  run<R>(task: unknown, transfer: TransferListItem[] = [], signal?: AbortSignal): Promise<R> {
    return new Promise<R>((done, failed) => {
      if (this.closed) throw closed();
      const one: Task = { task, transfer, done: done as Task['done'], failed };
      this.queue.push(one);
      signal?.addEventListener('abort', () => this.end(one), { once: true });
      this.next();
    });
  }

  private end(task: Task): void {
    const at = this.queue.indexOf(task);
    if (at >= 0) this.queue.splice(at, 1)[0].failed(closed());
    for (const [thread, on] of this.threads) if (on === task) thread.terminate();
  }

  /** Ends all threads; tasks that are not done fail. */
  async close(): Promise<void> {
    this.closed = true;
    for (const task of [...this.queue.splice(0), ...this.threads.values()]) task?.failed(closed());
    await Promise.all([...this.threads.keys()].map((thread) => thread.terminate()));
  }

  /** Ends when the queue is empty or every thread is busy: each turn takes a task from the queue. */
  private next(): void {
    while (this.queue.length > 0) {
      const idle = [...this.threads].find(([, task]) => task === undefined)?.[0];
      if (!idle && this.threads.size >= this.most) return;
      this.give(this.queue.shift() as Task, idle);
    }
  }

  private give(task: Task, idle: Worker | undefined): void {
    try {
      const thread = idle ?? this.start();
      thread.postMessage(task.task, task.transfer);
      this.threads.set(thread, task);
      thread.ref();
    } catch (error) {
      // The system has no thread left, or the task cannot be sent.
      task.failed(error instanceof DOMException ? error : ended((error as Error).message));
    }
  }

  private start(): Worker {
    const thread = new Worker(workerFile(`${this.worker}.worker`));
    let reason = '';
    /** @returns the task of the thread */
    const release = (): Task | undefined => {
      const task = this.threads.get(thread);
      this.threads.set(thread, undefined);
      // Idle threads keep no process alive.
      thread.unref();
      return task;
    };
    thread.on('message', (answer: Answer) => {
      const task = release();
      if ('failure' in answer) task?.failed(revive(answer.failure));
      else task?.done(answer.result);
      this.next();
    });
    thread.on('messageerror', (error) => {
      release()?.failed(error);
      this.next();
    });
    thread.on('error', (error) => {
      reason = error.message;
    });
    thread.on('exit', (code) => {
      const task = release();
      this.threads.delete(thread);
      task?.failed(ended(reason || `it exited with code ${code}`));
      this.next();
    });
    this.threads.set(thread, undefined);
    thread.unref();
    return thread;
  }
}

function closed(): errors.ThreadError {
  return new errors.ThreadError('the threads have been closed');
}

function ended(reason: string): errors.ThreadError {
  return new errors.ThreadError(`a worker thread has ended in the middle of it (${reason})`);
}

/** Restores an error of a thread or process as its class. */
export function revive(failure: Failure): Error {
  const values: unknown[] = Object.values(errors);
  const Class = values.filter(isErrorClass).find(({ name }) => name === failure.name) ?? Error;
  return Object.assign(new Class(failure.message), failure);
}

function isErrorClass(value: unknown): value is new (message: string) => Error {
  return typeof value === 'function' && value.prototype instanceof Error;
}

export function failureOf(thrown: unknown): Failure {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { name, message, stack };
}

/** For the worker: runs each task and sends back its result or its error. */
export function serve<T>(work: (task: T) => unknown): void {
  const answer = (value: Answer) => parentPort?.postMessage(value);
  parentPort?.on('message', async (task: T) => {
    try {
      answer({ result: await work(task) });
    } catch (thrown) {
      const failure = failureOf(thrown);
      try {
        answer({ failure: { ...(thrown as object), ...failure } });
      } catch {
        answer({ failure });
      }
    }
  });
}
