/**
 * Keeps the threads of bakes that have ended for the next ones: to start one and load all bakers takes 0.3 s of processor time, most bakes of tests a twentieth of
 * that. Imported for its effect by what runs many of them in one process; `npm run test:long` goes without it.
 */
import { syncBuiltinESMExports } from 'node:module';
import threads, { type Worker } from 'node:worker_threads';

/** Threads of `src/core/threads/pool.ts`: each message to them is a task, and has one answer. */
const OURS = /build\/src\/.*\.worker\.js$/;
const { Worker: Thread } = threads;
/** By their file. */
const idle = new Map<string, Worker[]>();

function start(file: string): Worker {
  const thread = new Thread(new URL(file));
  let tasks = 0;
  const answered = () => {
    tasks--;
  };
  thread.on('message', answered);
  const post = thread.postMessage.bind(thread);
  thread.postMessage = (...message: Parameters<Worker['postMessage']>) => {
    tasks++;
    post(...message);
  };
  const end = thread.terminate.bind(thread);
  let ending: Promise<number> | undefined;
  thread.terminate = async () => {
    // In the middle of a task it would answer another caller; its last answer may still arrive while it ends.
    if (tasks > 0) ending ??= end();
    if (ending) return ending;
    // Its own, and those that Node itself has, stay.
    for (const event of ['message', 'messageerror', 'error', 'exit'])
      for (const listener of thread.listeners(event))
        if (listener !== answered) thread.off(event, listener as () => void);
    thread.unref();
    idle.set(file, [...(idle.get(file) ?? []), thread]);
    return 0;
  };
  return thread;
}

// Vitest runs it before each file of tests.
const done = globalThis as { keepsThreads?: true };
if (!done.keepsThreads) {
  done.keepsThreads = true;
  threads.Worker = new Proxy(Thread, {
    construct(_, [file, options]) {
      if (options !== undefined || !OURS.test(`${file}`)) return new Thread(file, options);
      const kept = idle.get(`${file}`)?.pop();
      kept?.ref();
      return kept ?? start(`${file}`);
    },
  });
  syncBuiltinESMExports();
}
