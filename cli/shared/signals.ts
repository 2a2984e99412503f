/** Ctrl-C and a polite kill leave nothing behind. */
/** What has to be brought to an end before the process may go. */
const work = new Set<() => Promise<unknown>>();

/** Runs work that wants to save something when the process is told to end: the signal says so, then the work may take its time. */
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
  } finally {
    work.delete(stop);
  }
}

export function exitOnSignal(): void {
  let ending = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    // Not `once`: npm passes on the Ctrl-C that the terminal has sent already, and the second must not kill.
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      // There already wherever a file may be half written; else nothing waits for it: `prep --help` goes without.
      const { removePartialFiles } = await import('../../src/files/atomic.js');
      const end = () => {
        removePartialFiles();
        process.exit(code);
      };
      if (work.size === 0) end();
      else Promise.allSettled([...work].map((stop) => stop())).then(end);
    });
  }
}
