/** Presence of workers in Redis, and how a build observes them: their number, unusable ones, the time without any. */
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { FleetError } from '../../core/errors.js';
import { parsedJson } from '../../core/files/json.js';
import { NAMES } from './redis.js';

export const presentSchema = z.object({
  name: z.string().max(256),
  tool: z.string().max(64),
  jobs: z.int().min(0).max(4096),
  busy: z.int().min(0).max(4096),
  /** Why it takes no jobs for now. */
  trouble: z.string().max(1024).optional(),
});
export type Present = z.output<typeof presentSchema>;

const EVERY_MS = 2000;
const FORGOTTEN_AFTER_S = 8;

let named = 0;

/** A name of a worker: host and process, with a number for further workers of a process. */
export function newName(): string {
  const name = `${hostname()}-${process.pid}`;
  const number = [threadId, named++].filter(Boolean).join('.');
  return number === '' ? name : `${name}-${number}`;
}

/** Announces a worker every few seconds until `end`. */
export function present(redis: Redis, who: () => Present): { end(): Promise<void> } {
  const { name } = who();
  const key = NAMES.worker(name);
  const say = () => {
    const both = redis.pipeline().set(key, JSON.stringify(who()), 'EX', FORGOTTEN_AFTER_S).sadd(NAMES.workers, name);
    return both.exec().catch(() => {});
  };
  const timer = setInterval(say, EVERY_MS);
  say();
  return {
    async end() {
      clearInterval(timer);
      const both = redis.pipeline().del(key).srem(NAMES.workers, name);
      if (redis.status === 'ready') await both.exec().catch(() => {});
    },
  };
}

/** Seconds after which a build that says nothing is gone. */
const BUILD_GONE_S = 30;

/** Announces a build, every few seconds. @param proof SHA-256 of its token */
export async function announceBuild(redis: Redis, proof: string): Promise<void> {
  await redis.pipeline().set(NAMES.build(proof), '1', 'EX', BUILD_GONE_S).sadd(NAMES.builds, proof).exec();
}

export async function endBuild(redis: Redis, proof: string): Promise<void> {
  await redis.pipeline().del(NAMES.build(proof)).srem(NAMES.builds, proof).exec();
}

/** Tokens of all builds that are there, by their SHA-256. */
export async function presentBuilds(redis: Redis): Promise<string[]> {
  const proofs = await redis.smembers(NAMES.builds);
  const there = proofs.length > 0 ? await redis.mget(proofs.map(NAMES.build)) : [];
  const gone = proofs.filter((_, i) => there[i] === null);
  if (gone.length > 0) await redis.srem(NAMES.builds, ...gone);
  return proofs.filter((_, i) => there[i] !== null);
}

export async function allPresent(redis: Redis): Promise<Present[]> {
  const names = await redis.smembers(NAMES.workers);
  const texts = names.length > 0 ? await redis.mget(names.map(NAMES.worker)) : [];
  const gone = names.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(NAMES.workers, ...gone);
  const all = texts.flatMap((text) => {
    const result = presentSchema.safeParse(parsedJson(text ?? ''));
    return result.success ? [result.data] : [];
  });
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Milliseconds between two reports that no worker is there. */
const REPORT_AGAIN_MS = 30_000;

export type FleetEvent = { event: 'workers'; workers: number; threads: number } | { event: 'trouble'; text: string };

export class NoWorkersError extends FleetError {}

export class WorkerWatch {
  private readonly reported = new Set<string>();
  private counted = '';
  /** Times of the last worker, and of the last report that there is none. */
  private seen = performance.now();
  private lastReport = -Infinity;

  /** @param onEvent receives each trouble once */
  constructor(
    private readonly redis: Redis,
    private readonly tool: string,
    private readonly onEvent: (event: FleetEvent) => void = () => {},
  ) {}

  /** Counts workers and reports changes. @returns an error if the build must not wait any longer */
  async look(timeoutMs: number): Promise<NoWorkersError | undefined> {
    const { tool } = this;
    const all = await allPresent(this.redis);
    const ours = all.filter((worker) => worker.tool === tool && worker.trouble === undefined);
    const threads = ours.reduce((sum, worker) => sum + worker.jobs, 0);
    if (`${ours.length} ${threads}` !== this.counted) this.onEvent({ event: 'workers', workers: ours.length, threads });
    this.counted = `${ours.length} ${threads}`;
    for (const worker of all) {
      if (worker.tool !== tool)
        this.report(
          `worker ${worker.name} is of gridprep ${worker.tool}, this build of ${tool}: ` +
            'it gets none of its jobs; install the same version',
        );
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
