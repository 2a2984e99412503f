/** HPA* from a blob. */
import { loadCosts } from '../blob/costs.js';
import { HPA_INFO } from '../blob/layout.js';
import type { EngineMaker } from '../engine.js';
import { hpaGraph } from './levels.js';
import { hpaSearch } from './query.js';
import { loadAbstraction } from './section.js';

export const hpaEngine: EngineMaker = (find, grid) => {
  const blob = find(HPA_INFO);
  if (!blob) return;
  loadCosts(blob, grid);
  const abstraction = loadAbstraction(blob);
  return hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
};
