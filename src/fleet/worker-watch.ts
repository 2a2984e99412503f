/**
 * What a build knows of its workers: how many there are, which are of no use to it, and for how long none has been
 * there.
 */
import type { Redis } from 'ioredis';
import { FleetError } from '../errors.js';
import { allPresent } from './presence.js';

/** Milliseconds after which it is said again that no worker is there. */
const SAY_AGAIN_MS = 30_000;

/** What a fleet tells beside what becomes of maps. */
export type FleetEvent = { event: 'workers'; workers: number; threads: number } | { event: 'trouble'; text: string };

/** No worker came in time. */
export class NoWorkersError extends FleetError {}

export class WorkerWatch {
  private readonly named = new Set<string>();
  private counted = '';
  /** When a worker was last there, and when it was last said that none is. */
  private seen = performance.now();
  private said = -Infinity;

  /** @param onEvent told once of each trouble */
  constructor(
    private readonly redis: Redis,
    private readonly tool: string,
    private readonly onEvent: (event: FleetEvent) => void = () => {},
  ) {}

  /**
   * Counts workers, and tells what has changed.
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
    for (const { name, tool: other, trouble } of all) {
      if (other !== tool)
        this.tell(
          `worker ${name} is of gridprep ${other}, this build of ${tool}: ` +
            'it gets none of its jobs; install the same version',
        );
      else if (trouble !== undefined) this.tell(`worker ${name} takes no jobs: ${trouble}`);
    }
    const now = performance.now();
    if (ours.length > 0) {
      this.seen = now;
      this.said = -Infinity;
      return undefined;
    }
    const gone = now - this.seen;
    if (gone >= timeoutMs)
      return new NoWorkersError(`no worker was there for ${Math.round(timeoutMs / 1000)} s (--fleet-timeout)`);
    if (now - this.said >= SAY_AGAIN_MS) this.sayNone(gone);
    return undefined;
  }

  private sayNone(gone: number): void {
    const since = gone < SAY_AGAIN_MS ? 'yet' : `for ${Math.round(gone / 1000)} s`;
    this.said = performance.now();
    const text =
      `queue: no worker is there ${since}; ` +
      'start one with prep worker, the same --cache and the same version of gridprep';
    this.onEvent({ event: 'trouble', text });
  }

  private tell(text: string): void {
    if (this.named.has(text)) return;
    this.named.add(text);
    this.onEvent({ event: 'trouble', text: `queue: ${text}` });
  }
}
