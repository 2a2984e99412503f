/** HPA* with an all-pairs table from blobs. */
import { loadCosts } from '../blob/costs.js';
import { HPA_INFO, TABLE_INFO } from '../blob/layout.js';
import type { EngineMaker } from '../engine.js';
import { hpaGraph } from '../hpa/levels.js';
import { loadAbstraction } from '../hpa/section.js';
import { tableSearch } from './query.js';
import { loadTable } from './section.js';

export const tableEngine: EngineMaker = (find, grid) => {
  const hpa = find(HPA_INFO);
  const table = find(TABLE_INFO);
  if (!hpa || !table) return;
  loadCosts(hpa, grid);
  const abstraction = loadAbstraction(hpa);
  const graph = hpaGraph(grid, abstraction);
  return tableSearch(grid, abstraction, graph, loadTable(table, hpa, graph));
};
