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

/**
 * Fetches a file; asks again where the cache does not answer, not where it answers without the file.
 * @param what names the file in the error @throws {FleetError} if the cache does not have it
 */
export async function getFile(cache: SharedCache, { sha256, bytes }: Digest, what: string): Promise<Uint8Array> {
  let found: Uint8Array | undefined;
  await retry(cache, async () => {
    found = await cache.getFile({ sha256, bytes });
    return found !== undefined || !cache.isOff;
  });
  return assertCached(cache, found, what);
}

/** @throws {FleetError} if the cache did not have something */
export function assertCached(cache: SharedCache, bytes: Uint8Array | undefined, what: string): Uint8Array {
  if (bytes) return bytes;
  throw new FleetError(
    `the cache ${cache.address} does not have ${what}; is the --cache of this worker that of the build?`,
  );
}

/** @throws {FleetError} if the cache ignored a result */
export function assertKept(cache: SharedCache, isKept: boolean): void {
  if (!isKept) throw new FleetError(`the cache ${cache.address} does not keep what it is given`);
}
