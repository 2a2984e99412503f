/** JPS+ from a blob. */
import { JPS_INFO } from '../blob/layout.js';
import type { EngineMaker } from '../runtime/engine.js';
import { jumpSearch } from './query.js';
import { loadJumpDistances } from './section.js';

export const jumpEngine: EngineMaker = {
  needs: [JPS_INFO],
  make: ([blob], grid) => jumpSearch(grid, loadJumpDistances(blob, grid)),
};
