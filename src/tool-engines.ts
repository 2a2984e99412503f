/** The engines of the runtime, and those that are there to compare with. */
import { loadCosts } from './blob/costs.js';
import { KIND } from './blob/layout.js';
import type { Blob } from './blob/read.js';
import { loadBounds } from './bounds/section.js';
import type { EngineMaker } from './engine.js';
import { ENGINES } from './engines.js';
import { buildJumpDistances } from './jps/build.js';
import { aStar } from './search/astar.js';

export const TOOL_ENGINES = {
  ...ENGINES,
  'astar+bounds': (find, grid) => {
    const blob = find(KIND.boundsInfo);
    return blob && aStar(grid, { bounds: loadBounds(blob, grid, buildJumpDistances(grid).arrivals) });
  },
  astar: (find, grid) => {
    loadCosts(find(KIND.grid) as Blob, grid);
    return aStar(grid);
  },
} satisfies Record<string, EngineMaker>;
