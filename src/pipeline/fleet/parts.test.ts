import type { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { MemoryQueue } from '../../../test/memory-queue.js';
import { memoryCache } from '../../../test/memory-store.js';
import { CacheError } from '../../core/errors.js';
import { isWhole, type Kind } from '../build/bake-target.js';
import { Parts } from './parts.js';
import { allPresent } from './presence.js';
import { NAMES } from './redis.js';
import { keyOf } from './task.js';
import { readingOf } from './work.js';
import { WORKER_DEFAULTS } from './worker-options.js';

const bytes = Uint8Array.from(Buffer.from('blob'));
const about = { fingerprint: 'f'.repeat(64), width: 3, height: 2, openCells: 5, beside: { 'a.tsj': 'x' } };

it('parts of a map are kept for its task alone, each under its place', async () => {
  const { cache } = memoryCache();
  const parts = new Parts(cache, 'task', 'a.map');
  const shard = { kind: 'shard', place: 'bounds', from: 2, to: 4 } as const;
  await parts.keepArtifact('hpa', bytes, about);
  await parts.keepShard(shard, bytes);
  await parts.keepPlan('bounds', bytes, [2, 4, 7]);
  await parts.keepFlow({ places: ['hpa', 'bounds'] });
  const hpa = { kind: 'artifact', place: 'hpa' } as const;
  expect([await parts.has(hpa), await parts.has(shard)]).toEqual([true, true]);
  expect(await parts.artifact('hpa')).toEqual({ bytes, about: { ...about, beside: {} } });
  expect(await parts.shard(shard)).toEqual(bytes);
  expect(await parts.plan('bounds')).toEqual({ done: bytes, shards: [shard, { ...shard, from: 4, to: 7 }] });
  expect(await parts.flow()).toEqual({ places: ['hpa', 'bounds'] });
  const others = new Parts(cache, 'other', 'a.map');
  expect([await others.flow(), await others.plan('bounds'), await others.artifact('hpa')]).toEqual(
    Array(3).fill(undefined),
  );
  expect([await others.has(hpa), await others.has(shard)]).toEqual([false, false]);
  const next = { ...shard, from: 4, to: 7 };
  expect([await parts.shard(next), await parts.artifact('jps'), await parts.plan('jps')]).toEqual(
    Array(3).fill(undefined),
  );
});

it('of two cuts of an artifact the first one counts; of two artifacts one is wrong', async () => {
  const { cache } = memoryCache();
  const parts = new Parts(cache, 'task', 'a.map');
  await parts.keepPlan('bounds', bytes, [2, 4]);
  await parts.keepPlan('bounds', Buffer.from('later'), [3, 4]);
  expect((await parts.plan('bounds'))?.shards).toHaveLength(1);
  expect((await parts.plan('bounds'))?.done).toEqual(bytes);
  await parts.keepArtifact('hpa', bytes, about);
  await expect(parts.keepArtifact('hpa', Buffer.from('other'), about)).rejects.toThrow(CacheError);
});

it('what is no part, whoever has put it there, counts as missing', async () => {
  const { cache } = memoryCache();
  const parts = new Parts(cache, 'task', 'a.map');
  const keep = (words: string[], files: Uint8Array[], said: object) => cache.put(keyOf(...words), files, said);
  await keep(['flow', 'task'], [], { places: 'all' });
  await keep(['artifact', 'task', 'one'], [bytes], { width: 'x' });
  await keep(['artifact', 'task', 'two'], [bytes, bytes], about);
  await keep(['plan', 'task', 'one'], [bytes], { ends: [1] });
  await keep(['plan', 'task', 'two'], [], { ends: [1, 2] });
  await keep(['plan', 'task', 'three'], [bytes], { ends: [-1, 2] });
  expect(await parts.flow()).toBeUndefined();
  for (const place of ['one', 'two', 'three'])
    expect([await parts.artifact(place), await parts.plan(place)]).toEqual([undefined, undefined]);
});

it('a map is whole when every artifact of each of its kinds is there', () => {
  const kind = (made: string[], ...outputs: string[][]) =>
    ({ made: Object.fromEntries(made.map((name) => [name, bytes])), outputs }) as unknown as Kind;
  expect(isWhole([kind(['jps', 'hpa'], ['jps'], ['hpa']), kind(['jps'], ['jps'])])).toBe(true);
  expect(isWhole([kind(['jps'], ['jps', 'hpa'])])).toBe(false);
  expect(isWhole([kind(['jps'], ['jps'], ['hpa'])])).toBe(false);
  expect(isWhole([kind(['jps'], ['jps']), kind([], ['jps'])])).toBe(false);
});

it('a job is read as its agent reads the map', () => {
  const agents = { ant: { terrain: '.', costs: {}, size: 2, artifacts: ['jps'] } };
  const target = { map: 'a', name: 'a', reading: { terrain: '.G', costs: { G: 2 }, root: '..', agents }, outputs: [] };
  const files = { folder: 'f', file: 'a.map', bytes };
  const about = { file: 'a.map', root: 'f', level: undefined };
  expect(readingOf(target, files)).toEqual({ terrain: '.G', costs: { G: 2 }, ...about });
  expect(readingOf(target, files, 'ant.')).toEqual({ terrain: '.', costs: {}, size: 2, ...about });
});

it('a worker has parts of three seconds, a thread for each core and 2 GB', () => {
  expect(WORKER_DEFAULTS).toEqual({ threads: 0, maxMemory: 2e9, shardMs: 3000 });
});

it('who says what cannot be understood, or nothing any more, is not there', async () => {
  const { redis } = new MemoryQueue();
  const client = redis as unknown as Redis;
  const present = (name: string) => ({ name, tool: 't', jobs: 1, busy: 0 });
  for (const name of ['c', 'a', 'b', 'gone'])
    redis.sets.set(NAMES.all('worker'), new Set(['c', 'a', 'b', 'gone', name]));
  for (const name of ['c', 'a']) redis.texts.set(NAMES.worker(name), JSON.stringify(present(name)));
  redis.texts.set(NAMES.worker('b'), '{"name":"b"}');
  expect(await allPresent(client, 'worker')).toEqual([present('a'), present('c')]);
  expect([...(redis.sets.get(NAMES.all('worker')) ?? [])]).toEqual(['c', 'a', 'b']);
  expect(await allPresent(client, 'build')).toEqual([]);
});
