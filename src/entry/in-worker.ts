/**
 * The parts of Node's modules that bakes use, for workers of a browser: `tools/bundle.mjs` puts this file in their
 * place.
 */
import { sha256 } from '@noble/hashes/sha2.js';

// Pages that are not isolated have no shared memory, and a bake in one thread needs none.
const globals = globalThis as unknown as { SharedArrayBuffer?: unknown };
globals.SharedArrayBuffer ??= ArrayBuffer;

/** SHA-256 of bytes and texts, as Node's; the digest is bytes. */
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

/** A bake runs in one thread. */
export const availableParallelism = () => 1;

export const Worker = undefined;

export const parentPort = null;

/** The next turn of the event loop. */
export const setImmediate = () => new Promise((turn) => setTimeout(turn));

/** Blobs of a worker are not compressed. */
export const zstdDecompressSync = undefined;
