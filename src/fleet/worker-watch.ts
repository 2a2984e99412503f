/** Workers as a build sees them: their number, those it cannot use, and the time without any. */
import type { Redis } from 'ioredis';
import { FleetError } from '../errors.js';
import { allPresent, otherVersion } from './presence.js';

/** Milliseconds between two reports that no worker is there. */
const REPORT_AGAIN_MS = 30_000;

/** Events of a fleet beside those of maps. */
export type FleetEvent = { event: 'workers'; workers: number; threads: number } | { event: 'trouble'; text: string };

/** No worker came in time. */
export class NoWorkersError extends FleetError {}

export class WorkerWatch {
  private readonly reported = new Set<string>();
  private counted = '';
  /** When a worker was last there, and when its absence was last reported. */
  private seen = performance.now();
  private lastReport = -Infinity;

  /** @param onEvent receives each trouble once */
  constructor(
    private readonly redis: Redis,
    private readonly tool: string,
    private readonly onEvent: (event: FleetEvent) => void = () => {},
  ) {}

  /**
   * Counts workers, and reports changes.
   * @param timeoutMs most milliseconds without any
   * @returns why the build should not wait any longer, if that is over
   */
  async look(timeoutMs: number): Promise<NoWorkersError | undefined> {
    const { tool } = this;
    const all = await allPresent(this.redis, 'worker');
    const ours = all.filter((worker) => worker.tool === tool && worker.trouble === undefined);
    const threads = ours.reduce((sum, worker) => sum + worker.jobs, 0);
    if (`${ours.length} ${threads}` !== this.counted) this.onEvent({ event: 'workers', workers: ours.length, threads });
    this.counted = `${ours.length} ${threads}`;
    for (const worker of all) {
      if (worker.tool !== tool) this.report(otherVersion(worker, 'worker', tool));
      else if (worker.trouble !== undefined) this.report(`worker ${worker.name} takes no jobs: ${worker.trouble}`);
    }
    const now = performance.now();
    if (ours.length > 0) [this.seen, this.lastReport] = [now, -Infinity];
    const gone = now - this.seen;
    if (ours.length === 0 && gone >= timeoutMs)
      return new NoWorkersError(`no worker was there for ${Math.round(timeoutMs / 1000)} s (--fleet-timeout)`);
    if (ours.length > 0 || now - this.lastReport < REPORT_AGAIN_MS) return undefined;
    const since = gone < REPORT_AGAIN_MS ? 'yet' : `for ${Math.round(gone / 1000)} s`;
    this.lastReport = now;
    const text =
      `queue: no worker is there ${since}; ` +
      'start one with prep worker, the same --cache and the same version of gridprep';
    this.onEvent({ event: 'trouble', text });
    return undefined;
  }

  private report(text: string): void {
    if (this.reported.has(text)) return;
    this.reported.add(text);
    this.onEvent({ event: 'trouble', text: `queue: ${text}` });
  }
}
