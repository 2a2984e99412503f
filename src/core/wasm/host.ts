/** What a host's WebAssembly is here; not every TypeScript configuration has its types. */

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

/** WebAssembly of the host; undefined where it has none. */
export const wasmHost = <Exports>(): WasmHost<Exports> =>
  (globalThis as unknown as { WebAssembly: WasmHost<Exports> }).WebAssembly;

/** Modules out of the letters that `compile.mjs` makes of them. @param bytes of all */
export function unpackModules(letters: string, bytes: number): Uint8Array {
  const modules = new Uint8Array(bytes);
  for (let i = 0, at = 0, more = 0; i < letters.length; i++) {
    const code = letters.charCodeAt(i) - 35;
    // A mark stands for what is added to the byte behind it.
    if (code < 0) more = -88 * (code + 1);
    else {
      modules[at++] = code + more;
      more = 0;
    }
  }
  return modules;
}
