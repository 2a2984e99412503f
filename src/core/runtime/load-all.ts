/** The `load` with everything: every engine, every move rule, WebAssembly, the decompressor, shared memory. */

import { LINES_FROM } from '../jps/query/mapped.js';
import { native } from '../jps/wasm/native.js';
import { agentsPart } from './agents.js';
import {
  abstractions,
  boundedJumps,
  boundsEngine,
  chEngine,
  hierarchies,
  hpaEngine,
  jumps,
  priced,
  pricedChEngine,
  pricedEngine,
  pricedHierarchies,
  tableEngine,
  tables,
} from './engines.js';
import { linksPart } from './links.js';
import { loader } from './load.js';
import {
  mappedBoundedJumps,
  mappedChEngine,
  mappedHpaEngine,
  mappedJumps,
  mappedPricedChEngine,
  mappedTableEngine,
} from './mapped.js';
import type { EngineMaker, MakeOptions, Part } from './nav.js';
import { diagonalsPart, sharedPart, wasmPart, zstdPart } from './parts.js';

/** Every engine, the best first: for tools. */
export const ENGINES: readonly EngineMaker[] = [
  boundedJumps,
  hierarchies,
  pricedHierarchies,
  jumps,
  priced,
  tables,
  abstractions,
];

/** What tools make one of {@link ENGINES} with. */
export const makeOptions = (wasm = true): MakeOptions => ({
  ...(wasm && { native }),
  moves: (diagonalsPart as Part).moves,
});

/** Reads the lines of a blob where that is quicker: on large maps, and without WebAssembly, which makes them as soon. */
const readOrMade = (maker: EngineMaker, mapped: EngineMaker): EngineMaker => ({
  ...mapped,
  make: (blobs, grid, options) =>
    (grid.open.length < LINES_FROM && options.native?.arena() ? maker : mapped).make(blobs, grid, options),
});

/** {@link Load} with all parts. */
export const load = /* @__PURE__ */ loader(
  boundsEngine,
  chEngine,
  pricedEngine,
  pricedChEngine,
  tableEngine,
  hpaEngine,
  {
    engines: [
      /* @__PURE__ */ readOrMade(boundedJumps, mappedBoundedJumps),
      /* @__PURE__ */ readOrMade(jumps, mappedJumps),
    ],
  } as Part,
  mappedChEngine,
  mappedPricedChEngine,
  mappedTableEngine,
  mappedHpaEngine,
  agentsPart,
  diagonalsPart,
  wasmPart,
  zstdPart,
  sharedPart,
  linksPart,
);
