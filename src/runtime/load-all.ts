/** The `load` with everything: every engine, every move rule, WebAssembly, the decompressor, shared memory. */
import { native } from '../engines/jps/wasm/native.js';
import {
  abstractions,
  boundedJumps,
  boundsEngine,
  chEngine,
  hierarchies,
  hpaEngine,
  jumps,
  tableEngine,
  tables,
  weighted,
  weightedChEngine,
  weightedEngine,
  weightedHierarchies,
} from './engines.js';
import { linksPart } from './links.js';
import { loader } from './load.js';
import { mappedPart } from './mapped.js';
import type { EngineMaker, MakeOptions, Part } from './nav.js';
import { agentsPart, diagonalsPart, sharedPart, wasmPart, zstdPart } from './parts.js';
import { wallsPart } from './walls.js';

/** Every engine, the best first: for tools. */
export const ENGINES: readonly EngineMaker[] = [
  boundedJumps,
  hierarchies,
  weightedHierarchies,
  jumps,
  weighted,
  tables,
  abstractions,
];

/** What tools make one of {@link ENGINES} with. */
export const makeOptions = (wasm = true): MakeOptions => ({
  ...(wasm && { native }),
  moves: (diagonalsPart as Part).moves,
});

/** {@link Load} with all parts. */
export const load = /* @__PURE__ */ loader(
  boundsEngine,
  chEngine,
  weightedEngine,
  weightedChEngine,
  tableEngine,
  hpaEngine,
  mappedPart,
  agentsPart,
  diagonalsPart,
  wasmPart,
  zstdPart,
  sharedPart,
  linksPart,
  wallsPart,
);
