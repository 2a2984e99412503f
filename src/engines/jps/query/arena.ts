/** One growing memory for all that a search reads and writes, so that WebAssembly can share it. */

import type { Pages } from '../../../core/wasm/host.js';

/** Places are counted in ints; what is taken begins at a multiple of four, so few edges lie on two lines of cache. */
export interface Arena {
  ints: Int32Array;
  /** The same memory as 16-bit numbers and as doubles. */
  shorts: Int16Array;
  doubles: Float64Array;
  /** What lies behind this place is free. */
  end: number;
  /** Where the header begins: 0, but in memory that threads share. */
  readonly base: number;
  /** Of WebAssembly, that all of this lies in; undefined in JavaScript. */
  readonly memory?: Pages | undefined;
  /** Makes room for n ints behind the end. @throws {RangeError} if there is no memory for them */
  reserve(n: number): void;
  /** Takes n ints, all 0, if nothing but records was ever written there. @returns their place */
  take(n: number): number;
  view(buffer: ArrayBuffer): void;
}

/** Ints at the beginning that belong to the search. */
export const HEADER = 256;
/** @param memory what it grows in; without it in its own buffers, each a quarter longer than the one before */
export function newArena(memory?: Pages): Arena {
  const arena = {
    view(buffer: ArrayBuffer) {
      arena.ints = new Int32Array(buffer);
      arena.shorts = new Int16Array(buffer);
      arena.doubles = new Float64Array(buffer);
    },
    memory,
    base: 0,
    end: HEADER,
    reserve(n: number) {
      const { ints, end } = arena;
      if (end + n <= ints.length) return;
      const length = Math.max(end + n, ints.length + (ints.length >> (memory ? 6 : 2)));
      if (memory) memory.grow(((4 * length) >> 16) + 1 - (ints.length >> 14));
      arena.view(memory?.buffer ?? new ArrayBuffer(4 * (length + (length & 1))));
      if (!memory) arena.ints.set(ints);
    },
    take(n: number) {
      const size = (n + 3) & ~3;
      arena.reserve(size);
      const at = arena.end;
      arena.end += size;
      return at;
    },
  } as Arena;
  arena.view(memory?.buffer ?? new ArrayBuffer(1 << 16));
  return arena;
}
