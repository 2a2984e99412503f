/** HPA* from a blob. */
import { loadCosts } from '../blob/costs.js';
import { HPA_INFO } from '../blob/layout.js';
import type { EngineMaker } from '../runtime/engine.js';
import { hpaGraph } from './levels.js';
import { type HpaSearch, hpaSearch } from './query.js';
import { loadAbstraction } from './section.js';
import { addWalk } from './walk.js';

export const hpaEngine: EngineMaker<HpaSearch> = {
  needs: [HPA_INFO],
  make([blob], grid) {
    loadCosts(blob, grid);
    const abstraction = loadAbstraction(blob);
    return hpaSearch(grid, abstraction, hpaGraph(grid, abstraction));
  },
  extend: addWalk,
};
