/** Parts of a loader other than engines. A bundle has only those that it names. */
import { unzstd } from '../blob/unzstd.js';
import { loadMoveBounds } from '../bounds/move-boxes.js';
import { ruleOf } from '../ch/rules.js';
import { touchesAbove } from '../grid/hexes.js';
import { onAxial } from '../jps/moves/hexes.js';
import { buildMoveJumps } from '../jps/moves/jumps.js';
import { moveSearch } from '../jps/moves/search.js';
import { loadMoveJumps } from '../jps/moves/section.js';
import { native } from '../jps/wasm/native.js';
import type { LoadPart, Part } from './nav.js';
import { canShare, keepShared } from './share.js';

/** Part of {@link loader}: the decompressor. Blobs baked with `--codec none` load without it. */
export const zstdPart: LoadPart = { decompress: unzstd } as Part;

/** Part of {@link loader}: JPS+ in WebAssembly, where the host allows it; without it the same search runs in JavaScript. */
export const wasmPart: LoadPart = { native } as Part;

/** Part of {@link loader}: moves other than `no-corners` for JPS+, goal bounds and contraction hierarchies, and hexagons, weighted or not. HPA* and tables support all rules of squares without it. */
export const diagonalsPart: LoadPart = {
  moves: {
    jumps: (grid, jps, bounds) =>
      onAxial(grid, (axial) => {
        const jumps = jps ? loadMoveJumps(jps, axial) : buildMoveJumps(axial);
        return moveSearch(axial, jumps, bounds && loadMoveBounds(bounds, axial, jumps));
      }),
    touches: touchesAbove,
    onAxial,
    subgoals: ruleOf,
  },
} as Part;

/** Part of {@link loader}: `load(bytes, { shared: true })`, arrays in memory that the threads of {@link navPool} share. */
export const sharedPart: LoadPart = {
  share(kept = {}) {
    if (typeof kept !== 'object') throw new TypeError(`shared is ${kept}, expected true or false`);
    return canShare() ? { kept, keep: keepShared(kept) } : undefined;
  },
} as Part;
