/**
 * Arrays that a blob has (layout `mapped`): read in place and checked, so that engines make none of them.
 *
 * Measured and decided: docs/decisions/loads.md.
 */

import type { Retention } from '../blob/keep.js';
import * as KIND from '../blob/kinds.js';
import { readMap } from '../blob/map-views.js';
import { readViews } from '../blob/views.js';
import { readMasks, type StoredMasks } from '../bounds/mapped.js';
import { checkHierarchy } from '../ch/check-arrays.js';
import { hexLineCost, provenSearch } from '../ch/proof.js';
import type { HierarchyArrays } from '../ch/section.js';
import { isHex } from '../grid/rules.js';
import { checkGraph, checkHops } from '../hpa/check-arrays.js';
import { clearLineCost, lineCostOf } from '../hpa/line.js';
import { LINES_FROM, proofOf, provePaths, readLines, type StoredLines } from '../jps/query/mapped.js';
import { checkTable, type TableArrays } from '../table/check-arrays.js';
import type { LoadPart, Mapped, Part } from './nav.js';

/** Gives arrays of a blob in place of those that would be made. @param names of the arrays that were checked */
const over =
  (views: Record<string, unknown>, keep: Retention, names: string[]): Retention =>
  <T>(name: string, make: () => T) =>
    keep(name, () => (names.includes(name) ? (views[name] as T) : make()));

const mapped: Mapped = {
  linesFrom: LINES_FROM,
  map: readMap,
  jumps(grid, native) {
    if (grid.open.length < this.linesFrom && native?.arena()) return undefined;
    const proof = proofOf(grid);
    return {
      proof,
      lines: (blob, arena) => readLines(readViews(blob, KIND.jpsViews).lines as StoredLines, grid, arena),
      masks: (blob, bounds, arena) =>
        readMasks(readViews(blob, KIND.boundsViews).masks as StoredMasks, bounds, grid, arena),
      prove: (search, lines) => provePaths(search, lines, grid, proof),
    };
  },
  hpa(blob, grid, keep, options) {
    const views = readViews(blob, KIND.hpaViews);
    const graph = checkGraph(views.graph, options, grid);
    checkHops(views.hops, views.landmarks, graph, grid);
    return over(views, keep, ['graph', 'hops', 'landmarks']);
  },
  table(hpa, blob, grid, keep, options, info, maxNodes) {
    const views = { ...readViews(hpa, KIND.hpaViews), ...readViews(blob, KIND.tableViews) };
    const graph = checkGraph(views.graph, options, grid);
    checkTable(views as unknown as TableArrays, graph, info, maxNodes);
    return over(views, keep, ['graph', 'table', 'runs']);
  },
  ch(blob, grid, keep, rule) {
    const views = readViews(blob, KIND.chViews);
    checkHierarchy(views as unknown as HierarchyArrays, grid, rule);
    return over(views, keep, ['hierarchy', 'labels']);
  },
  proven(grid, hierarchy, rule, make) {
    const isPlain = !grid.costs && grid.moveRule === 'no-corners';
    const lineOf = isHex(grid) ? hexLineCost(grid) : isPlain ? clearLineCost : lineCostOf(grid, true);
    return provenSearch(grid, hierarchy, rule, lineOf, make);
  },
};

/** Part of {@link loader}: reads the arrays of blobs of the layout `mapped`, which all engines make without it. */
export const mappedPart: LoadPart = { mapped } as Part;
