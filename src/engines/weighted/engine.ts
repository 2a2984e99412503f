/** Jump points on weighted terrain as an engine of the runtime. */
import { loadCosts } from '../../core/blob/grid.js';
import * as KIND from '../../core/blob/kinds.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import type { Engine } from '../../core/search/engine.js';
import { entering } from '../../core/search/entering.js';
import { type EngineMaker, type HexOptions, overHexes } from '../engine.js';
import { weightedSearch } from './query.js';
import { loadWeighted } from './section.js';

/** Jump points on weighted terrain. */
export const weighted: EngineMaker<Engine, HexOptions> = {
  name: 'weighted',
  rank: 4,
  needs: [KIND.weightedInfo],
  rules: MOVE_RULES,
  moves: 2,
  make([blob], map, { moves }) {
    loadCosts(blob, map);
    const search = overHexes(map, moves, (grid) => {
      const { jumps, landmarks } = loadWeighted(blob, grid);
      return weightedSearch(grid, jumps, landmarks);
    });
    return entering(map, search);
  },
};
