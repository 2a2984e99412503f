/** JPS+ from a blob. */
import { JPS_INFO } from '../blob/layout.js';
import type { EngineMaker } from '../engine.js';
import { jumpSearch } from './query.js';
import { loadJumpDistances } from './section.js';

export const jumpEngine: EngineMaker = (find, grid) => {
  const blob = find(JPS_INFO);
  return blob && jumpSearch(grid, loadJumpDistances(blob, grid));
};
