/** Types of a host's WebAssembly, which not every TypeScript configuration has. */

/** Memory of a module, in pages of 64 kB. */
export interface Pages {
  readonly buffer: ArrayBuffer;
  /** @throws {RangeError} if there are no more */
  grow(pages: number): number;
}

export interface WasmHost<Exports> {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Exports };
  Memory: new (limits: { initial: number; maximum: number; shared?: boolean }) => Pages;
}

/** Most pages that memory may have: 4 GB. */
export const MOST_PAGES = 65536;

/** WebAssembly of the host; undefined if it has none. */
export const wasmHost = <Exports>(): WasmHost<Exports> =>
  (globalThis as unknown as { WebAssembly: WasmHost<Exports> }).WebAssembly;

/** A module as `compile.mjs` writes it. */
export interface WasmCode {
  /** Length of the module. */
  bytes: number;
  /** Place of the byte that limits its memory; 0 if threads never share it. */
  limits: number;
  letters: string;
}

/** Compiles a module for memory of one thread, or for memory that threads share. */
export function compileModule({ bytes, limits, letters }: WasmCode, shared = false): object {
  const module = new Uint8Array(bytes);
  for (let i = 0, at = 0, more = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i) - 35;
    // A mark stands for a number that is added to the next byte.
    if (code < 0) more = -88 * (code + 1);
    else {
      module[at++] = code + more;
      more = 0;
    }
  }
  // Shared memory is another type, marked by a bit. The instructions are the same.
  if (shared) module[limits] |= 2;
  return new (wasmHost().Module)(module);
}
