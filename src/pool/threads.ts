/**
 * Worker threads for tasks that take long and must not be waited for in vain: a thread that dies, even before it has begun, fails its task.
 * (Piscina, which compresses, keeps the task of a thread that dies while it starts in its queue.)
 */
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { ThreadError } from '../errors.js';
import { workerFile } from './pool.js';

interface Task {
  task: object;
  transfer: MessagePort[];
  done(result: unknown): void;
  failed(error: Error): void;
}

export class Threads {
  private readonly all = new Map<Worker, Task | undefined>();
  private readonly queue: Task[] = [];
  private closed = false;

  /** @param worker as for `createPool`; it must call {@link serve} @param most threads at once */
  constructor(
    private readonly worker: string,
    private readonly most: number,
  ) {}

  /** @throws {ThreadError} if the thread ends before the task does */
  run<T>(task: object, transfer: MessagePort[] = []): Promise<T> {
    return new Promise<T>((done, failed) => {
      this.queue.push({ task, transfer, done: done as Task['done'], failed });
      this.next();
    });
  }

  /** Ends all threads; tasks that are not done fail. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { failed } of this.queue.splice(0)) failed(new ThreadError('closed'));
    await Promise.all([...this.all.keys()].map((thread) => thread.terminate()));
  }

  private next(): void {
    if (this.queue.length === 0 || this.closed) return;
    const idle = [...this.all].find(([, task]) => task === undefined)?.[0];
    if (!idle && this.all.size >= this.most) return;
    const thread = idle ?? this.start();
    const task = this.queue.shift() as Task;
    this.all.set(thread, task);
    thread.ref();
    thread.postMessage(task.task, task.transfer);
  }

  private start(): Worker {
    const thread = new Worker(workerFile(this.worker));
    let reason = '';
    thread.on('message', (result) => {
      const task = this.all.get(thread);
      this.all.set(thread, undefined);
      // Nobody has to wait for a thread that does nothing.
      thread.unref();
      task?.done(result);
      this.next();
    });
    thread.on('error', (error) => {
      reason = error.message;
    });
    thread.on('exit', (code) => {
      const task = this.all.get(thread);
      this.all.delete(thread);
      task?.failed(new ThreadError(reason || `it exited with code ${code}`));
      this.next();
    });
    return thread;
  }
}

/** For the worker: answers each task. The work must not throw: an error's class would be lost. */
export function serve<T>(work: (task: T) => Promise<unknown>): void {
  parentPort?.on('message', async (task: T) => parentPort?.postMessage(await work(task)));
}
