/** JPS+ with goal bounds from blobs. */
import { BOUNDS_INFO, JPS_INFO } from '../blob/layout.js';
import { jumpSearch } from '../jps/query.js';
import { loadJumpDistances } from '../jps/section.js';
import type { EngineMaker } from '../runtime/engine.js';
import { edgeBounds } from './query.js';
import { loadBounds } from './section.js';

export const boundedJumpEngine: EngineMaker = {
  needs: [JPS_INFO, BOUNDS_INFO],
  make([jps, bounds], grid) {
    const jumps = loadJumpDistances(jps, grid);
    return jumpSearch(grid, jumps, edgeBounds(grid, jumps, loadBounds(bounds, grid, jumps.arrivals)));
  },
};
