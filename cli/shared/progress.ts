/** One line on a terminal's stderr that tells how far a bake is; nothing at all in a pipe. */

import { visible } from './output.js';

/** Not more often than this, in milliseconds. */
const EVERY_MS = 100;
/** Shares of a bake this small say nothing about the rest. */
const LEAST = 0.01;

export interface Progress {
  update(done: number, total: number): void;
  /** Wipes the line out. */
  end(): void;
}

export function progress(what: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  const start = performance.now();
  let first: number | undefined;
  let told = -Infinity;
  return {
    update(done, total) {
      const now = performance.now();
      if (!stream.isTTY || now - told < EVERY_MS) return;
      told = now;
      // What a checkpoint brought took no time.
      first ??= done;
      const share = (done - first) / (total - first || 1);
      const left = share > LEAST ? `, ${duration(((now - start) * (1 - share)) / share / 1000)} left` : '';
      stream.write(`\r\x1b[K${visible(what)}: ${Math.floor((100 * done) / total)} %${left}`);
    },
    end() {
      if (told > 0) stream.write('\r\x1b[K');
    },
  };
}

/** Seconds for people. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
