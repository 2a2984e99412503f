/** Files that a build and its workers exchange through the shared cache, which a fleet cannot do without. */
import { type Digest, digestOf } from '../cache/action-result.js';
import { retry } from '../cache/retry.js';
import type { SharedCache } from '../cache/shared-cache.js';
import { FleetError } from '../errors.js';

/**
 * Stores a file by its SHA-256.
 * @param what names it in the error
 * @throws {FleetError} if the cache does not take it
 */
export async function putFile(cache: SharedCache, bytes: Uint8Array, what = 'what is put there'): Promise<Digest> {
  const digest = digestOf(bytes);
  if (await retry(cache, () => cache.putFile(bytes, digest))) return digest;
  throw new FleetError(`the cache ${cache.address} does not take ${what}; a queue needs one that does`);
}

/** Asks a cache again where it does not answer, not where it answers without what is asked for. */
export async function answered<T>(cache: SharedCache, ask: () => Promise<T | undefined>): Promise<T | undefined> {
  let answer: T | undefined;
  await retry(cache, async () => {
    answer = await ask();
    return Boolean(answer) || !cache.isOff;
  });
  return answer;
}

/** Fetches a file. @param what names it in the error @throws {FleetError} if the cache does not have it */
export async function getFile(cache: SharedCache, digest: Digest, what: string): Promise<Uint8Array> {
  return assertCached(cache, await answered(cache, () => cache.getFile(digest)), what);
}

/** @throws {FleetError} if the cache did not have something */
export function assertCached(cache: SharedCache, bytes: Uint8Array | undefined, what: string): Uint8Array {
  if (bytes) return bytes;
  throw new FleetError(
    `the cache ${cache.address} does not have ${what}; is the --cache of this worker that of the build?`,
  );
}

/** Gives a result to the cache. @throws {FleetError} if that ignores it */
export async function keep(cache: SharedCache, give: () => Promise<boolean>): Promise<void> {
  if (!(await answered(cache, give))) throw new FleetError(`the cache ${cache.address} does not keep what it is given`);
}
