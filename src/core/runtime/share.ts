/** What threads share of a map: its arrays in memory that all of them see, and nothing that any of them writes. */
import type { Retention } from '../blob/keep.js';

/** Arrays by the names that {@link Retention} gives them. */
export type Kept = Record<string, unknown>;

/** Whether threads can share memory here: pages can where they are isolated from other origins. */
export function canShare(): boolean {
  const { SharedArrayBuffer: memory, crossOriginIsolated = true } = globalThis as {
    SharedArrayBuffer?: unknown;
    crossOriginIsolated?: boolean;
  };
  return memory !== undefined && crossOriginIsolated;
}

/** Puts what is made into shared memory, once, and remembers it in `kept`. */
export function keepShared(kept: Kept): Retention {
  return <T>(name: string, make: () => T) => {
    if (!(name in kept)) kept[name] = shared(make());
    return kept[name] as T;
  };
}

/** A copy of a tree without its functions whose typed arrays lie in shared memory; what does so already is not copied. */
function shared(value: unknown): unknown {
  if ((value as { buffer?: unknown } | undefined)?.buffer instanceof SharedArrayBuffer) return value;
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    const bytes = new Uint8Array(new SharedArrayBuffer(byteLength));
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength));
    return new (value.constructor as new (buffer: ArrayBufferLike) => unknown)(bytes.buffer);
  }
  if (Array.isArray(value)) return value.map(shared);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shared(part)]));
  return typeof value === 'function' ? undefined : value;
}
