/** The engines of the runtime under every move rule: those of `engines.ts` where they know it, and others beside them. */
import { BOUNDS_INFO, CH_INFO, JPS_INFO, MOVE_RULES } from '../blob/layout.js';
import { loadMoveBounds } from '../bounds/move-boxes.js';
import { subgoalRule } from '../ch/moves.js';
import { hierarchySearch } from '../ch/query.js';
import { loadHierarchy } from '../ch/section.js';
import { buildMoveJumps } from '../jps/moves/jumps.js';
import { moveSearch } from '../jps/moves/search.js';
import { loadMoveJumps } from '../jps/moves/section.js';
import { own } from '../search/keep.js';
import { ENGINES } from './engines.js';
import type { EngineMaker } from './nav.js';

/** JPS+ under any rule. */
export const moveEngine: EngineMaker = {
  needs: [JPS_INFO],
  rules: MOVE_RULES,
  make: ([blob], grid, wasm) =>
    grid.moveRule === 'no-corners'
      ? ENGINES.jps.make([blob], grid, wasm)
      : // Without a blob of a map that has changed, which nobody has baked.
        moveSearch(grid, blob ? loadMoveJumps(blob, grid) : buildMoveJumps(grid)),
};

/** The same with goal bounds. */
export const boundedMoveEngine: EngineMaker = {
  needs: [JPS_INFO, BOUNDS_INFO],
  rules: MOVE_RULES,
  make([jps, bounds], grid, wasm) {
    if (grid.moveRule === 'no-corners') return ENGINES['jps+bounds'].make([jps, bounds], grid, wasm);
    const jumps = loadMoveJumps(jps, grid);
    return moveSearch(grid, jumps, loadMoveBounds(bounds, grid, jumps));
  },
};

/** Contraction hierarchies under any rule. */
export const hierarchyMoveEngine: EngineMaker = {
  needs: [CH_INFO],
  rules: MOVE_RULES,
  make([blob], grid, wasm, keep = own) {
    if (blob.priced) return ENGINES.ch.make([blob], grid, wasm, keep);
    const rule = subgoalRule(grid.moveRule);
    const { map, hierarchy } = keep('hierarchy', () => loadHierarchy(blob, grid, rule));
    return hierarchySearch(grid, map, hierarchy, rule);
  },
};

/** Every engine, under every rule that it knows; the best first. */
export const MOVE_ENGINES: Record<string, EngineMaker> = {
  ...ENGINES,
  'jps+bounds': boundedMoveEngine,
  ch: hierarchyMoveEngine,
  jps: moveEngine,
};
