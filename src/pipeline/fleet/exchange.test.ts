import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStore } from '../../../test/memory-store.js';
import { FleetError } from '../../core/errors.js';
import { digestOf } from '../cache/entry.js';
import { SharedCache } from '../cache/shared-cache.js';
import { StoreError } from '../cache/store.js';
import { getFile, keep, putFile } from './exchange.js';

const bytes = Buffer.from('a map');
const digest = digestOf(bytes);

/** @returns a cache that leaves the first requests without an answer, and how long was waited, which takes no time here */
function silent(times: number) {
  const waited: unknown[] = [];
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms, value) => {
    waited.push(ms);
    return value as never;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const store: MemoryStore = new MemoryStore(() =>
    store.requests.length <= times ? Promise.reject(new StoreError('no answer', 'late')) : undefined,
  );
  return { store, cache: new SharedCache(store, 'memory'), waited };
}

it('a cache that does not answer is asked again for a file, four times in all and longer apart', async () => {
  const { store, cache, waited } = silent(3);
  store.kept.set(`cas/${digest.sha256}`, bytes);
  expect(await getFile(cache, digest, 'a.map')).toEqual(bytes);
  expect([store.requests.length, waited]).toEqual([4, [1000, 2000, 4000]]);
  const never = silent(Infinity);
  await expect(getFile(never.cache, digest, 'a.map')).rejects.toThrow(FleetError);
  expect(never.store.requests.length).toBe(4);
});

it('a cache that answers without a file is not asked again', async () => {
  const { store, cache, waited } = silent(0);
  await expect(getFile(cache, digest, 'a.map')).rejects.toThrow(
    new FleetError('the cache memory does not have a.map; is the --cache of this worker that of the build?'),
  );
  expect([store.requests.length, waited]).toEqual([1, []]);
});

it('a cache is given a file again until it takes it, four times in all', async () => {
  const { store, cache } = silent(3);
  expect(await putFile(cache, bytes)).toEqual(digest);
  expect([...store.kept]).toEqual([[`cas/${digest.sha256}`, bytes]]);
  const never = silent(Infinity);
  await expect(putFile(never.cache, bytes, 'a.map')).rejects.toThrow(
    new FleetError('the cache memory does not take a.map; a queue needs one that does'),
  );
  expect(never.store.requests.length).toBe(4);
  await expect(putFile(never.cache, bytes)).rejects.toThrow('does not take files; ');
  await expect(keep(cache, async () => false)).rejects.toThrow(
    new FleetError('the cache memory does not keep results'),
  );
  await keep(cache, async () => true);
});
