/** A shared cache in memory, for tests of what is put there and taken from it, and of its faults. */
import { SharedCache } from '../src/pipeline/cache/shared-cache.js';
import type { Kind, Store } from '../src/pipeline/cache/store.js';

/** Rejects with its fault, or never answers. */
type Fault = (request: string) => Promise<never> | undefined;

export class MemoryStore implements Store {
  readonly kept = new Map<string, Uint8Array>();
  /** Every request: `get ac/KEY`. */
  readonly requests: string[] = [];

  /** @param fault of a request; undefined answers it */
  constructor(public fault: Fault = () => undefined) {}

  async get(kind: Kind, key: string): Promise<Uint8Array | undefined> {
    await this.request(`get ${kind}/${key}`);
    return this.kept.get(`${kind}/${key}`);
  }

  async put(kind: Kind, key: string, bytes: Uint8Array): Promise<void> {
    await this.request(`put ${kind}/${key}`);
    this.kept.set(`${kind}/${key}`, Buffer.from(bytes));
  }

  async close(): Promise<void> {}

  private async request(name: string): Promise<void> {
    this.requests.push(name);
    await this.fault(name);
  }
}

/** @param onTrouble receives the errors of answers */
export function memoryCache(onTrouble: (text: string) => void = () => {}): { cache: SharedCache; store: MemoryStore } {
  const store = new MemoryStore();
  return { cache: new SharedCache(store, 'memory', { onTrouble }), store };
}
