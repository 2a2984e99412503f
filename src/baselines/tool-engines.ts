/** The engines of the runtime, and those that are there to compare with. */
import { loadCosts } from '../blob/grid.js';
import { KIND, MOVE_RULES } from '../blob/layout.js';
import { loadCellBoxes } from '../bounds/boxes.js';
import { MOVE_ENGINES } from '../runtime/move-engines.js';
import type { EngineMaker } from '../runtime/nav.js';
import { aStar } from './astar.js';

/** The engines of the runtime by name, and A* to compare with. */
export const TOOL_ENGINES = {
  ...MOVE_ENGINES,
  'astar+bounds': {
    needs: [KIND.boundsInfo],
    make: ([blob], grid) => aStar(grid, { bounds: loadCellBoxes(blob, grid) }),
  },
  astar: {
    rules: MOVE_RULES,
    needs: [KIND.grid],
    make([blob], grid) {
      loadCosts(blob, grid);
      return aStar(grid);
    },
  },
} satisfies Record<string, EngineMaker>;
