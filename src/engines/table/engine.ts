/** All-pairs tables as an engine of the runtime. */
import { type Keep, local } from '../../core/blob/keep.js';
import * as KIND from '../../core/blob/kinds.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import type { Blob } from '../../core/blob/read.js';
import { assertPath } from '../../core/errors.js';
import { moreAlong } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { entering } from '../../core/search/entering.js';
import { addWalk, type EngineMaker, type EngineOptions, type Extendable, loadKeptCosts } from '../engine.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { graphArrays } from '../hpa/arrays.js';
import { loadOptions } from '../hpa/section.js';
import { type TableSearch, tableSearch } from './query.js';
import { loadTable, tableInfo } from './section.js';

/** Reads a table that a blob has. */
export interface MappedTable {
  /** @returns retention that has the arrays of a table. @param info numbers of the table */
  table(
    hpa: Blob,
    views: Blob,
    grid: Grid,
    keep: Keep,
    options: HpaBuildOptions,
    info: Uint32Array,
    maxNodes?: number,
  ): Keep;
}

/** Parts of a loader that tables use. */
interface MappedOptions extends EngineOptions {
  mapped?: MappedTable | undefined;
}

/** HPA* with an all-pairs table in place of its search. */
export const tables: EngineMaker<TableSearch, MappedOptions> = {
  name: 'table',
  rank: 5,
  needs: [KIND.hpaInfo, KIND.tableInfo],
  views: [KIND.hpaViews, KIND.tableViews],
  rules: MOVE_RULES,
  make([hpa, table, graphs, views], grid, { keep = local, maxNodes, mapped }) {
    loadKeptCosts(hpa, grid, keep);
    const kept =
      views && mapped
        ? mapped.table(graphs, views, grid, keep, loadOptions(hpa), tableInfo(table, hpa), maxNodes)
        : keep;
    const { abstraction, graph } = graphArrays(hpa, grid, kept);
    const pairs = kept('table', () => loadTable(table, hpa, graph, maxNodes));
    return entering(grid, tableSearch(grid, abstraction, graph, pairs, kept));
  },
  extend: addDistances,
};

/** Gives the map distances and nearest goals out of a table, and walks, if it has none. */
export function addDistances(nav: Extendable, use: () => TableSearch): void {
  addWalk(nav, use);
  nav.distance ??= (x0, y0, x1, y1) => {
    if (!nav.isReachable(x0, y0, x1, y1)) return Infinity;
    const cost = use().distance(x0, y0, x1, y1);
    assertPath(cost < Infinity);
    return cost + moreAlong(nav.grid, nav.grid.cell(x0, y0), nav.grid.cell(x1, y1)) / 2;
  };
  nav.nearest ??= (x0, y0, goals) => use().nearest(x0, y0, goals, nav.isReachable);
}
