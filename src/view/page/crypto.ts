/** `node:crypto` for the threads of the page, as far as fingerprints use it. */
import { sha256 } from '@noble/hashes/sha2.js';

/** A hash of bytes and texts, as Node's; the digest is bytes. */
export function createHash() {
  const hash = sha256.create();
  const text = new TextEncoder();
  const self = {
    update(data: Uint8Array | string) {
      hash.update(typeof data === 'string' ? text.encode(data) : data);
      return self;
    },
    digest: () => hash.digest(),
  };
  return self;
}
