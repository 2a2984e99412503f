/** A shared cache in memory, for tests of what is put there and taken from it. */
import { SharedCache } from '../src/pipeline/cache/shared-cache.js';
import type { Kind, Store } from '../src/pipeline/cache/store.js';

export class MemoryStore implements Store {
  readonly kept = new Map<string, Uint8Array>();

  async get(kind: Kind, key: string): Promise<Uint8Array | undefined> {
    return this.kept.get(`${kind}/${key}`);
  }

  async put(kind: Kind, key: string, bytes: Uint8Array): Promise<void> {
    this.kept.set(`${kind}/${key}`, Uint8Array.from(bytes));
  }

  async close(): Promise<void> {}
}

/** @param onTrouble told of what is wrong with answers */
export function memoryCache(onTrouble: (text: string) => void = () => {}): { cache: SharedCache; store: MemoryStore } {
  const store = new MemoryStore();
  return { cache: new SharedCache(store, 'memory', { onTrouble }), store };
}
