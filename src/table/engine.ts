/** HPA* with an all-pairs table from blobs. */
import { loadCosts } from '../blob/costs.js';
import { HPA_INFO, TABLE_INFO } from '../blob/layout.js';
import { found } from '../errors.js';
import { hpaGraph } from '../hpa/levels.js';
import { loadAbstraction } from '../hpa/section.js';
import { addWalk } from '../hpa/walk.js';
import type { EngineMaker } from '../runtime/engine.js';
import { type TableSearch, tableSearch } from './query.js';
import { loadTable } from './section.js';

export const tableEngine: EngineMaker<TableSearch> = {
  needs: [HPA_INFO, TABLE_INFO],
  make([hpa, table], grid) {
    loadCosts(hpa, grid);
    const abstraction = loadAbstraction(hpa);
    const graph = hpaGraph(grid, abstraction);
    return tableSearch(grid, abstraction, graph, loadTable(table, hpa, graph));
  },
  extend(nav, use) {
    addWalk(nav, use);
    nav.distance ??= (...query) => {
      if (!nav.isReachable(...query)) return Infinity;
      const cost = use().distance(...query);
      found(cost < Infinity);
      return cost;
    };
    nav.nearest ??= (x0, y0, goals) => use().nearest(x0, y0, goals, nav.isReachable);
  },
};
