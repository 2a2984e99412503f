import { expect, it } from 'vitest';
import { MemoryStore, memoryCache } from '../../../test/memory-store.js';
import { SharedCache } from '../cache/shared-cache.js';
import { StoreError } from '../cache/store.js';
import { CacheProof, newToken } from './exchange.js';

it('a worker proves once for each build that its cache is that of the build', async () => {
  const { cache, store } = memoryCache();
  const [one, two] = [newToken(), newToken()];
  expect(one.sha256).not.toBe(two.sha256);
  await cache.putFile(one.bytes);
  const proof = new CacheProof(cache);
  expect(await proof.fault(one.sha256)).toBeUndefined();
  expect(await proof.fault(two.sha256)).toBe('its cache memory is not the one that the build names');
  // A token of the worker's own was put there: it is no cache that is only read.
  expect(store.kept.size).toBe(2);
  store.kept.delete(`cas/${one.sha256}`);
  const { requests } = cache.counts;
  expect(await proof.fault(one.sha256)).toBeUndefined();
  expect(cache.counts.requests).toBe(requests);
  expect(await proof.fault(one.sha256, true)).toMatch('is not the one');
  // A refuted entry is read again.
  expect(await proof.fault(one.sha256)).toMatch('is not the one');
  await cache.putFile(one.bytes);
  expect(await proof.fault(one.sha256, true)).toBeUndefined();
  expect(await proof.fault(one.sha256, true)).toBeUndefined();
  // Not each time.
  expect(store.kept.size).toBe(3);
});

it('a worker whose cache does not answer, or takes nothing, says so', async () => {
  const token = newToken();
  const failing = (kind: string, effect: StoreError['effect']) =>
    new MemoryStore((name) => (name.startsWith(kind) ? Promise.reject(new StoreError('no', effect)) : undefined));
  const store = failing('put', 'refused');
  store.kept.set(`cas/${token.sha256}`, token.bytes);
  const refusing = new CacheProof(new SharedCache(store, 'memory'));
  expect(await refusing.fault(token.sha256)).toBe('its cache memory does not take files');
  const silent = new CacheProof(new SharedCache(failing('get', 'late'), 'memory'));
  expect(await silent.fault(token.sha256)).toBe('its cache memory does not answer');
});

it('a worker forgets the tokens of builds after hundreds of them', async () => {
  const { cache } = memoryCache();
  const proof = new CacheProof(cache);
  const tokens = Array.from({ length: 258 }, newToken);
  for (const { bytes } of tokens) await cache.putFile(bytes);
  for (const { sha256 } of tokens.slice(0, 256)) await proof.fault(sha256);
  const { requests } = cache.counts;
  await proof.fault(tokens[0].sha256);
  expect(cache.counts.requests).toBe(requests);
  await proof.fault(tokens[256].sha256);
  await proof.fault(tokens[0].sha256);
  expect(cache.counts.requests).toBe(requests + 4);
});
