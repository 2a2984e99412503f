import { expect, it } from 'vitest';
import { memoryCache } from '../../test/memory-store.js';
import { CacheError } from '../errors.js';
import { Parts } from './parts.js';
import { keyOf } from './task.js';

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
  expect([await parts.hasArtifact('hpa'), await parts.hasShard(shard)]).toEqual([true, true]);
  expect(await parts.artifact('hpa')).toEqual({ bytes, about: { ...about, beside: {} } });
  expect(await parts.shard(shard)).toEqual(bytes);
  expect(await parts.plan('bounds')).toEqual({ done: bytes, shards: [shard, { ...shard, from: 4, to: 7 }] });
  expect(await parts.flow()).toEqual({ places: ['hpa', 'bounds'] });
  const others = new Parts(cache, 'other', 'a.map');
  expect([await others.flow(), await others.plan('bounds'), await others.artifact('hpa')]).toEqual(
    Array(3).fill(undefined),
  );
  expect([await others.hasArtifact('hpa'), await others.hasShard(shard)]).toEqual([false, false]);
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
