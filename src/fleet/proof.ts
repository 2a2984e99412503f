/**
 * Proof that a worker and a build share one cache: a token of the build that workers read before its first job and
 * after every miss. Without it a worker gives its jobs back: it would fail most jobs of the build in milliseconds.
 */
import { randomUUID } from 'node:crypto';
import { digestOf } from '../cache/action-result.js';
import type { SharedCache } from '../cache/shared-cache.js';

const TEXT = 'gridprep build ';
/** Bytes of a token. */
const TOKEN_BYTES = TEXT.length + 36;
/** Tokens that are remembered as read. */
const MOST_PROVEN = 256;

/** A token that a build puts into its cache. */
export function newToken(): { bytes: Uint8Array; sha256: string } {
  const bytes = Buffer.from(`${TEXT}${randomUUID()}`);
  return { bytes, sha256: digestOf(bytes).sha256 };
}

/** What a worker knows about its cache. */
export class CacheProof {
  private readonly proven = new Set<string>();

  constructor(private readonly cache: SharedCache) {}

  /**
   * @param token SHA-256 of a build's token
   * @param again whether to read a token that was read before
   * @returns why the cache is of no use for that build; undefined if it is
   */
  async fault(token: string, again = false): Promise<string | undefined> {
    if (this.proven.has(token) && !again) return undefined;
    const { cache } = this;
    if (!(await cache.getFile({ sha256: token, bytes: TOKEN_BYTES }))) {
      this.proven.delete(token);
      return cache.isOff
        ? `its cache ${cache.address} does not answer`
        : `its cache ${cache.address} is not the one that the build names`;
    }
    if (!this.proven.has(token) && !(await cache.putFile(newToken().bytes)))
      return `its cache ${cache.address} does not take what is put there`;
    if (this.proven.size >= MOST_PROVEN) this.proven.clear();
    this.proven.add(token);
    return undefined;
  }
}
