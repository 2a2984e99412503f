import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import type { Queue } from 'bullmq';
import { expect, it, onTestFinished, vi } from 'vitest';
import { memoryCache } from '../../../test/memory-store.js';
import { ConfigError } from '../../core/errors.js';
import { serveHealth } from './health.js';

async function served() {
  const { cache } = memoryCache();
  const state: { trouble?: string; oldest?: number } = {};
  const queue = {
    getJobCounts: async (...states: string[]) => Object.fromEntries(states.map((name, i) => [name, i])),
    getJobs: async (kinds: string[], first: number, last: number, ascending: boolean) =>
      `${kinds}${first}${last}${ascending}` === 'wait00true' && state.oldest ? [{ timestamp: state.oldest }] : [],
  } as unknown as Queue;
  const health = await serveHealth(0, {
    ...{ name: 'w', threads: 3, cache, queue },
    busy: () => 2,
    notReady: () => state.trouble,
  });
  onTestFinished(() => health.close());
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${health.port}${path}`, { method });
    return [response.status, await response.text(), response.headers.get('content-type')?.split(';')[0]] as const;
  };
  return { health, cache, state, get };
}

it('tells whether a worker lives and takes jobs', async () => {
  const { state, get } = await served();
  const ok = [200, 'ok\n', 'text/plain'];
  expect([await get('/healthz'), await get('/readyz?x')]).toEqual([ok, ok]);
  expect(await get('/')).toEqual([404, 'there are /healthz, /readyz and /metrics\n', 'text/plain']);
  expect(await get('/healthz', 'POST')).toEqual([405, 'GET alone\n', 'text/plain']);
  state.trouble = 'its cache is another one';
  const notReady = [503, 'its cache is another one\n', 'text/plain'];
  expect([await get('/healthz'), await get('/readyz')]).toEqual([ok, notReady]);
  expect((await get('/metrics'))[0]).toBe(200);
  state.trouble = 'queue: no connection';
  expect(await get('/metrics')).toEqual([503, 'queue: no connection\n', 'text/plain']);
});

it('tells its figures in the text format of Prometheus', async () => {
  const { health, cache, state, get } = await served();
  await cache.has('1'.repeat(64));
  await cache.putFile(Buffer.alloc(7));
  health.ended('baked', 0.02);
  health.ended('baked', 20);
  health.ended('failed', 0.5);
  const [status, text] = await get('/metrics');
  expect(status).toBe(200);
  const lines = text
    .replaceAll(/,?worker="w"/g, '')
    .replaceAll('{,', '{')
    .replaceAll('{}', '')
    .split('\n');
  const helps = lines.flatMap((line) => /^# HELP (gridprep_)?(.*)/.exec(line)?.[2] ?? []);
  expect(helps).toEqual([
    'jobs_total Jobs that ended on this worker, by result',
    'job_seconds Time of jobs',
    'last_job_timestamp_seconds When a job last ended here',
    'threads Jobs that this worker does at once',
    'busy Jobs that it is on',
    'ready 1 if it takes jobs, else 0',
    'cache_requests Requests to the cache',
    'cache_failed Requests that got no answer',
    'cache_hits Results that were there',
    'cache_misses Results that were not',
    'cache_bytesRead Bytes taken from the cache',
    'cache_bytesWritten Bytes put there',
    'queue_jobs Jobs in the queue of all workers, by state',
    'queue_oldest_seconds Age of the job that has waited longest',
  ]);
  const figures = lines.filter((line) => line.startsWith('gridprep_') && !line.includes('_timestamp_'));
  const buckets = (result: string, counts: number[]) => [
    ...[0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, '+Inf'].map(
      (most, i) => `gridprep_job_seconds_bucket{le="${most}",result="${result}"} ${counts[i]}`,
    ),
  ];
  expect(figures).toEqual([
    'gridprep_jobs_total{result="baked"} 2',
    'gridprep_jobs_total{result="failed"} 1',
    ...buckets('baked', [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]),
    'gridprep_job_seconds_sum{result="baked"} 20.02',
    'gridprep_job_seconds_count{result="baked"} 2',
    ...buckets('failed', [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]),
    'gridprep_job_seconds_sum{result="failed"} 0.5',
    'gridprep_job_seconds_count{result="failed"} 1',
    'gridprep_threads 3',
    'gridprep_busy 2',
    'gridprep_ready 1',
    'gridprep_cache_requests 2',
    'gridprep_cache_failed 0',
    'gridprep_cache_hits 0',
    'gridprep_cache_misses 1',
    'gridprep_cache_bytesRead 0',
    'gridprep_cache_bytesWritten 7',
    'gridprep_queue_jobs{state="wait"} 0',
    'gridprep_queue_jobs{state="prioritized"} 1',
    'gridprep_queue_jobs{state="delayed"} 2',
    'gridprep_queue_jobs{state="active"} 3',
    'gridprep_queue_jobs{state="failed"} 4',
    'gridprep_queue_oldest_seconds 0',
  ]);
  expect(text).toContain('worker="w"');
  const last = Number(/^gridprep_last_job_timestamp_seconds\S* (\S+)/m.exec(text)?.[1]);
  expect(Math.abs(Date.now() / 1000 - last)).toBeLessThan(60);
  state.oldest = Date.now() - 90_000;
  state.trouble = 'its cache is another one';
  const later = (await get('/metrics'))[1];
  expect(Number(/^gridprep_queue_oldest_seconds\S* (\S+)/m.exec(later)?.[1])).toBeCloseTo(90, -1);
  expect(later).toMatch(/^gridprep_ready\S* 0$/m);
});

it('listens on the loopback interface, unless another address is named', async () => {
  const { cache } = memoryCache();
  const source = { name: 'w', threads: 1, cache, queue: {} as Queue, busy: () => 0, notReady: () => undefined };
  const listen = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  for (const host of [undefined, '0.0.0.0']) {
    const health = await serveHealth(0, source, host);
    expect(listen.mock.results.at(-1)?.value.address()).toMatchObject({ address: host ?? '127.0.0.1' });
    health.close();
  }
});

it('says which port is taken', async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { cache } = memoryCache();
  const source = { name: 'w', threads: 1, cache, queue: {} as Queue, busy: () => 0, notReady: () => undefined };
  await expect(serveHealth(port, source)).rejects.toThrow(
    new ConfigError(`--health 127.0.0.1:${port} cannot be listened on (EADDRINUSE)`),
  );
});
