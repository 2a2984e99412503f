/** Signals and exit: no partial files remain, and pending file operations do not keep the process alive. */
import { realpathSync } from 'node:fs';
import { onBusy } from '../../src/core/busy.js';
import { endStatus, interruption, warn } from './output.js';

/** Milliseconds in which a repeated signal is ignored: npm repeats the Ctrl-C of the terminal. */
const SAME_MS = 250;
/** Milliseconds that open handles may take after the work. */
const LINGER_MS = 1000;
/** Checks for open file operations after a signal, and milliseconds between them. */
const [STUCK_TRIES, STUCK_MS] = [50, 20];

/** Work that a signal stops before the process exits. */
const work = new Set<() => Promise<unknown>>();

const aborted = new WeakSet<object>();

/** Whether an error comes from interrupted work. It is not reported: the signal handler ends the process. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError' && aborted.has(error);

/** Runs work with a signal that SIGINT and SIGTERM abort. The process waits for the work to save its state. */
export async function untilInterrupted<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const running = run(controller.signal);
  const stop = () => {
    controller.abort();
    return running;
  };
  work.add(stop);
  try {
    return await running;
  } catch (error) {
    if (controller.signal.aborted && error instanceof Error) aborted.add(error);
    throw error;
  } finally {
    work.delete(stop);
  }
}

const CODES = { SIGINT: 130, SIGTERM: 143 };

/** Handles signals, except while this thread is too busy for handlers: then they end the process, as by default. */
export function exitOnSignal(): void {
  let firstAt = 0;
  let busy = 0;
  const signals = (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, () => onSignal(signal)] as const);
  let paused: typeof signals = [];
  onBusy(
    () => {
      if (busy++ > 0) return;
      paused = signals.filter(([signal, handler]) => process.listeners(signal).includes(handler));
      for (const [signal, handler] of paused) process.off(signal, handler);
    },
    () => {
      if (--busy === 0) for (const [signal, handler] of paused) process.on(signal, handler);
    },
  );
  for (const [signal, handler] of signals) process.on(signal, handler);

  async function onSignal(signal: keyof typeof CODES): Promise<void> {
    const now = performance.now();
    if (firstAt > 0) return now - firstAt > SAME_MS ? endAt(signal) : undefined;
    firstAt = now;
    endStatus();
    const text = interruption();
    if (text !== undefined) warn(`prep: ${text}`);
    // Imported here because it would delay --help.
    const { removePartialFiles } = await import('../../src/core/files/atomic.js');
    const end = async () => {
      // A file operation usually ends in a moment.
      for (let tries = 0; isStuck() && tries < STUCK_TRIES; tries++)
        await new Promise((done) => setTimeout(done, STUCK_MS));
      removePartialFiles();
      if (isStuck()) endAt(signal);
      process.exit(CODES[signal]);
    };
    if (work.size === 0) await end();
    else Promise.allSettled([...work].map((stop) => stop())).then(end);
  }
}

/** After the work: ends the process if open handles keep it alive. */
export function endWithoutWaiting(): void {
  if (!isOwnProcess()) return;
  setTimeout(() => {
    // A slow reader gets all that was printed.
    if (process.stdout.writableLength + process.stderr.writableLength > 0) return endWithoutWaiting();
    if (!isStuck()) process.exit();
    // `exit` would wait for a thread that hangs in a file system.
    warn('prep: a file or folder does not answer; the process is killed, its work is done');
    endAt('SIGKILL');
  }, LINGER_MS).unref();
}

function isStuck(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

/** Ends immediately, without waiting for threads that hang. */
function endAt(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function isOwnProcess(): boolean {
  try {
    return realpathSync(process.argv[1]).endsWith('prep.js');
  } catch {
    return false;
  }
}
