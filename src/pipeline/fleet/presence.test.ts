import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Present, present, WorkerWatch } from './presence.js';
import { NAMES } from './redis.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const worker: Present = { name: 'w', tool: '1-r1', jobs: 3, busy: 0 };

it('who is there says so every two seconds, and is forgotten after eight', async () => {
  const calls: unknown[][] = [];
  const pipeline: Record<string, unknown> = { exec: async () => [] };
  for (const name of ['set', 'sadd', 'del', 'srem'])
    pipeline[name] = (...args: unknown[]) => {
      calls.push([name, ...args]);
      return pipeline;
    };
  const one = present({ status: 'ready', pipeline: () => pipeline } as unknown as Redis, () => worker);
  const said = [
    ['set', NAMES.worker('w'), JSON.stringify(worker), 'EX', 8],
    ['sadd', NAMES.workers, 'w'],
  ];
  expect(calls).toEqual(said);
  vi.advanceTimersByTime(1999);
  expect(calls).toEqual(said);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual([...said, ...said]);
  await one.end();
  vi.advanceTimersByTime(9000);
  expect(calls.slice(4)).toEqual([
    ['del', NAMES.worker('w')],
    ['srem', NAMES.workers, 'w'],
  ]);
});

it('a build says immediately that no worker is there, then every half minute, until it has waited long enough', async () => {
  let there: Present[] = [];
  const redis = {
    smembers: async () => there.map(({ name }) => name),
    mget: async () => there.map((one) => JSON.stringify(one)),
  };
  const messages: string[] = [];
  const watch = new WorkerWatch(redis as unknown as Redis, '1-r1', (event) =>
    messages.push(
      event.event === 'trouble' ? event.text.slice(0, 40).replace(/; .*/, '') : `${event.workers} ${event.threads}`,
    ),
  );
  const after = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    const error = await watch.look(100_000);
    return [...messages.splice(0), ...(error ? [error.message] : [])];
  };
  expect(await after(0)).toEqual(['0 0', 'queue: no worker is there yet']);
  expect(await after(29_999)).toEqual([]);
  expect(await after(1)).toEqual(['queue: no worker is there for 30 s']);
  expect(await after(35_000)).toEqual(['queue: no worker is there for 65 s']);
  there = [worker];
  expect(await after(50_000)).toEqual(['1 3']);
  there = [];
  expect(await after(1)).toEqual(['0 0', 'queue: no worker is there yet']);
  expect(await after(99_998)).toEqual(['queue: no worker is there for 100 s']);
  expect(await after(1)).toEqual(['no worker was there for 100 s (--fleet-timeout)']);
});
