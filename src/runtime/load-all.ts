/** The `load` with everything: every engine, every move rule, WebAssembly, the decompressor, shared memory. */
import { native } from '../engines/jps/wasm/native.js';
import { everyEngine } from './engines.js';
import { linksPart } from './links.js';
import { loader } from './load.js';
import { mappedPart } from './mapped.js';
import type { MakeOptions, Part } from './nav.js';
import { agentsPart, diagonalsPart, sharedPart, wasmPart, zstdPart } from './parts.js';
import { wallsPart } from './walls.js';

/** What tools make an engine with. */
export const makeOptions = (wasm = true): MakeOptions => ({
  ...(wasm && { native }),
  moves: (diagonalsPart as Part).moves,
});

/** {@link Load} with all parts. */
export const load = /* @__PURE__ */ loader(
  everyEngine,
  mappedPart,
  agentsPart,
  diagonalsPart,
  wasmPart,
  zstdPart,
  sharedPart,
  linksPart,
  wallsPart,
);
