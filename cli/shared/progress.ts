/** Progress: a line on the terminal for each running bake, and the message of Ctrl-C. */
import { clearStatus, showStatus } from './output.js';

/** Milliseconds between two pictures. */
const EVERY_MS = 100;
/** Least share from which the time left is estimated. */
const LEAST = 0.01;

export interface Progress {
  update(done: number, total: number): void;
  end(): void;
}

interface Running {
  /** The line shown. */
  text: string;
  percent: number;
  advice: string;
}

const running = new Set<Running>();
let shown = -Infinity;

/** Shows work until its `end`. @param advice what an interruption says of going on */
export function progress(what: string, advice = ''): Progress {
  const start = performance.now();
  let first: number | undefined;
  const line: Running = { text: what, percent: 0, advice };
  running.add(line);
  show();
  return {
    update(done, total) {
      const now = performance.now();
      // Items of a checkpoint took no time.
      first ??= done;
      const share = (done - first) / (total - first || 1);
      const left = share > LEAST ? `, ${duration(((now - start) * (1 - share)) / share / 1000)} left` : '';
      line.percent = Math.floor((100 * done) / total);
      line.text = `${what}: ${line.percent} %${left}`;
      if (now - shown >= EVERY_MS) show();
    },
    end() {
      running.delete(line);
      clearStatus();
    },
  };
}

function show(): void {
  shown = performance.now();
  showStatus([...running].map(({ text }) => text));
}

/** Message of an interruption of running work. */
export function interruption(): string | undefined {
  const [one] = running;
  return one && `interrupted at ${one.percent} %${one.advice && `; ${one.advice}`}`;
}

/** Seconds for people. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
