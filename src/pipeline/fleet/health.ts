/** HTTP server of a worker for those who operate it: liveness, readiness, and metrics for Prometheus. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Queue } from 'bullmq';
import { ConfigError } from '../../core/errors.js';
import { optional } from '../cache/optional.js';
import type { SharedCache } from '../cache/shared-cache.js';

export type JobResult = 'baked' | 'present' | 'failed' | 'returned' | 'withdrawn';

const SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000];
const STATES = ['wait', 'prioritized', 'delayed', 'active', 'failed'] as const;

export interface HealthSource {
  name: string;
  threads: number;
  busy(): number;
  /** Why no jobs are taken; undefined if they are. */
  notReady(): string | undefined;
  cache: SharedCache;
  queue: Queue;
}

/** Address that is listened on without another: metrics name maps and machines, so the network does not see them. */
export const HEALTH_HOST = '127.0.0.1';

/** Serves `/healthz`, `/readyz` and `/metrics`. @throws {ConfigError} if it cannot listen, or prom-client is missing */
export async function serveHealth(port: number, source: HealthSource, host = HEALTH_HOST) {
  const load = () => import('prom-client');
  const { Counter, Gauge, Histogram, Registry } = await optional(load, 'prom-client', '--health');
  const registry = new Registry();
  registry.setDefaultLabels({ worker: source.name });
  const registers = [registry];
  const about = (name: string, help: string, labelNames: string[] = []) => ({
    name: `gridprep_${name}`,
    help,
    labelNames,
    registers,
  });
  const jobs = new Counter(about('jobs_total', 'Jobs that ended on this worker, by result', ['result']));
  const seconds = new Histogram({ ...about('job_seconds', 'Time of jobs', ['result']), buckets: SECONDS });
  const last = new Gauge(about('last_job_timestamp_seconds', 'When a job last ended here'));
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      ...about(name, help),
      async collect() {
        this.set(await read());
      },
    });
  gauge('threads', 'Jobs that this worker does at once', () => source.threads);
  gauge('busy', 'Jobs that it is on', source.busy);
  gauge('ready', '1 if it takes jobs, else 0', () => Number(source.notReady() === undefined));
  for (const [name, help] of Object.entries(CACHE))
    gauge(`cache_${name}`, help, () => source.cache.counts[name as keyof typeof CACHE]);
  new Gauge({
    ...about('queue_jobs', 'Jobs in the queue of all workers, by state', ['state']),
    async collect() {
      const counts = await source.queue.getJobCounts(...STATES);
      for (const state of STATES) this.set({ state }, counts[state] ?? 0);
    },
  });
  gauge('queue_oldest_seconds', 'Age of the job that has waited longest', async () => {
    const [oldest] = await source.queue.getJobs(['wait'], 0, 0, true);
    return oldest ? (Date.now() - oldest.timestamp) / 1000 : 0;
  });
  const server = createServer(async (request, response) => {
    const answer = (status: number, text: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type }).end(text);
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET') return answer(405, 'GET alone\n');
    if (path === '/healthz') return answer(200, 'ok\n');
    const trouble = source.notReady();
    if (path === '/readyz') return trouble === undefined ? answer(200, 'ok\n') : answer(503, `${trouble}\n`);
    if (path !== '/metrics') return answer(404, 'there are /healthz, /readyz and /metrics\n');
    // A Redis that is gone would be waited for.
    if (trouble?.startsWith('queue')) return answer(503, `${trouble}\n`);
    const text = await registry.metrics().catch((error) => `${(error as Error).message}\n`);
    return answer(200, text, registry.contentType);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`--health ${host}:${port} cannot be listened on (${error.code})`);
  });
  return {
    port: (server.address() as AddressInfo).port,
    ended(result: JobResult, took: number): void {
      jobs.inc({ result });
      seconds.observe({ result }, took);
      last.setToCurrentTime();
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

const CACHE = {
  requests: 'Requests to the cache',
  failed: 'Requests that got no answer',
  hits: 'Results that were there',
  misses: 'Results that were not',
  bytesRead: 'Bytes taken from the cache',
  bytesWritten: 'Bytes put there',
} as const;
