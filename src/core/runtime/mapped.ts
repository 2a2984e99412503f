/**
 * Engines over arrays that a blob has (layout `mapped`): nothing is made again. A loader with these alone has no code
 * that builds; beside the others they are taken where the blobs have the arrays.
 *
 * Measured and decided: docs/decisions/loads.md.
 */

import { local, type Retention } from '../blob/keep.js';
import {
  BOUNDS_INFO,
  BOUNDS_VIEWS,
  CH_INFO,
  CH_VIEWS,
  HPA_INFO,
  HPA_VIEWS,
  JPS_INFO,
  JPS_VIEWS,
  MOVE_RULES,
  TABLE_INFO,
  TABLE_VIEWS,
} from '../blob/layout.js';
import { readMap } from '../blob/map-views.js';
import type { Blob } from '../blob/read.js';
import { readViews } from '../blob/views.js';
import { readMasks, type StoredMasks } from '../bounds/mapped.js';
import { edgeBounds } from '../bounds/query.js';
import { loadBoxes } from '../bounds/section.js';
import { checkHierarchy } from '../ch/check-arrays.js';
import { labelQuery } from '../ch/labels.js';
import { pricedLines } from '../ch/priced.js';
import { provenSearch } from '../ch/proof.js';
import { hierarchySearch } from '../ch/query.js';
import type { HierarchyArrays } from '../ch/section.js';
import { OCTILE_LINES, type QueryRule } from '../ch/subgoals.js';
import { ensure } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import type { GraphArrays } from '../hpa/arrays.js';
import { checkGraph, checkHops } from '../hpa/check-arrays.js';
import { lineChecker } from '../hpa/clear-runs.js';
import type { Hops } from '../hpa/hops.js';
import { clearLineCost, lineCostOf } from '../hpa/line.js';
import { type HpaSearch, searchOver } from '../hpa/query.js';
import { newArena } from '../jps/query/arena.js';
import { proofOf, provePaths, readLines, type StoredLines } from '../jps/query/mapped.js';
import { jumpSearch } from '../jps/query/search.js';
import type { Native } from '../jps/wasm/native.js';
import type { Engine } from '../search/engine.js';
import { checkTable, type TableArrays } from '../table/check-arrays.js';
import { type TableSearch, tableSearch } from '../table/query.js';
import { type Table, tableInfo } from '../table/section.js';
import { addDistances, addWalk } from './engines.js';
import type { EngineMaker, LoadPart, MakeOptions, Moves, Part } from './nav.js';

/** Arrays by name: those that the blob has, which threads may share, and others that are made. */
const over =
  (views: Record<string, unknown>, keep: Retention): Retention =>
  <T>(name: string, make: () => T) =>
    keep(name, () => (name in views ? (views[name] as T) : make()));

/** In place of what makes an array that the blob has to have. */
const none = (): never => ensure(false, 'arrays', 'missing', 'those that were baked') as never;

/** JPS+. @param bounds blob of boxes @param placed what has their masks */
function jumpsOver(
  stored: Blob,
  grid: Grid,
  { native, keep = local }: MakeOptions,
  bounds?: Blob,
  placed?: Blob,
): Engine {
  const { lines: words = none() } = readViews(stored, JPS_VIEWS) as { lines: StoredLines };
  const proof = proofOf(grid);
  const make = (arena = newArena(), by?: Native) => {
    const lines = readLines(words, grid, arena);
    if (!bounds || !placed) return { lines, boxes: undefined, arena };
    const { masks = none() } = readViews(placed, BOUNDS_VIEWS) as { masks: StoredMasks };
    return { lines, boxes: loadBoxes(bounds, grid, arena, readMasks(masks, bounds, grid, arena), by), arena };
  };
  const { lines, boxes, arena } = native?.make(bounds ? 'lines and boxes' : 'lines', keep, make) || make();
  const edges = boxes && edgeBounds(grid, lines, { ...boxes, arena });
  const search = jumpSearch(grid, { ...lines, arena, proof }, edges, arena.memory && native);
  return provePaths(search, { ...lines, arena }, grid, proof);
}

/** JPS+. */
export const mappedJumps: EngineMaker = {
  name: 'jps',
  rank: 1.5,
  needs: [JPS_INFO, JPS_VIEWS],
  costs: false,
  mapped: true,
  make: ([, views], grid, options) => jumpsOver(views, grid, options),
};

/** JPS+ with goal bounds. */
export const mappedBoundedJumps: EngineMaker = {
  name: 'jps+bounds',
  rank: -0.5,
  needs: [JPS_INFO, BOUNDS_INFO, JPS_VIEWS, BOUNDS_VIEWS],
  costs: false,
  mapped: true,
  make: ([, bounds, views, masks], grid, options) => jumpsOver(views, grid, options, bounds, masks),
};

/** @throws {BlobError} if the arrays contradict each other or the map */
function graphViews(blob: Blob, grid: Grid, keep: Retention): GraphArrays & { kept: Retention } {
  const views = readViews(blob, HPA_VIEWS);
  const kept = over(views, keep);
  const arrays = kept<GraphArrays>('graph', none);
  checkGraph(arrays, grid);
  return { ...arrays, kept };
}

/** HPA*. */
const mappedAbstractions: EngineMaker<HpaSearch> = {
  name: 'hpa',
  rank: 5.5,
  needs: [HPA_INFO, HPA_VIEWS],
  rules: MOVE_RULES,
  mapped: true,
  make([, blob], grid, { keep = local }) {
    const { abstraction, graph, kept } = graphViews(blob, grid, keep);
    const hops = kept<Hops>('hops', none);
    const marks = kept<Float64Array>('landmarks', none);
    checkHops(hops, marks, graph, grid);
    return searchOver(grid, abstraction, graph, { hops, marks, lines: lineChecker(grid, keep) });
  },
  extend: addWalk,
};

/** Tables over HPA*. */
const mappedTables: EngineMaker<TableSearch> = {
  name: 'table',
  rank: 4.5,
  needs: [HPA_INFO, TABLE_INFO, HPA_VIEWS, TABLE_VIEWS],
  rules: MOVE_RULES,
  mapped: true,
  make([hpa, info, graphs, tables], grid, { keep = local, maxNodes }) {
    const { abstraction, graph, kept } = graphViews(graphs, grid, keep);
    const stored = readViews(tables, TABLE_VIEWS) as unknown as TableArrays & Record<string, unknown>;
    checkTable(stored, graph, tableInfo(info, hpa), maxNodes);
    const keptTable = over(stored, kept);
    const lines = lineChecker(grid, keep);
    return tableSearch(grid, abstraction, graph, keptTable<Table>('table', none), keptTable, lines);
  },
  extend: addDistances,
};

/** @param costs whether it is of maps with costs @param read labels, where there are any */
const mappedHierarchy = (
  costs: boolean,
  ruleOf: (grid: Grid, moves?: Moves) => QueryRule,
  read?: typeof labelQuery,
): EngineMaker => ({
  name: 'ch',
  rank: 0.5,
  needs: [CH_INFO, CH_VIEWS],
  ...(costs ? { rules: MOVE_RULES } : { moves: 1 }),
  costs,
  mapped: true,
  make([, blob], grid, { moves, keep = local }) {
    const rule = ruleOf(grid, moves);
    const views = readViews(blob, CH_VIEWS) as unknown as HierarchyArrays & Record<string, unknown>;
    checkHierarchy(views, grid, rule);
    const kept = over(views, keep);
    const { map, hierarchy } = kept<HierarchyArrays['hierarchy']>('hierarchy', none);
    const labels = views.labels && read?.(kept('labels', none), hierarchy);
    const lineOf = !costs && grid.moveRule === 'no-corners' ? clearLineCost : lineCostOf(grid, true);
    return provenSearch(grid, hierarchy, rule, lineOf, (proving, prove) =>
      hierarchySearch(grid, map, hierarchy, proving, labels, prove),
    );
  },
});

const part = (...engines: EngineMaker[]): Part => ({ engines, mappedMap: readMap });

/** Part of {@link loader}: JPS+ of blobs of the layout `mapped`, with goal bounds or without. */
export const mappedBoundsEngine: LoadPart = /* @__PURE__ */ part(mappedBoundedJumps, mappedJumps);
/** Part of {@link loader}: HPA* of blobs of the layout `mapped`. */
export const mappedHpaEngine: LoadPart = /* @__PURE__ */ part(mappedAbstractions);
/** Part of {@link loader}: all-pairs tables of blobs of the layout `mapped`. */
export const mappedTableEngine: LoadPart = /* @__PURE__ */ part(mappedTables);
/** Part of {@link loader}: contraction hierarchies of blobs of the layout `mapped`, on maps without costs. */
export const mappedChEngine: LoadPart = /* @__PURE__ */ part(
  /* @__PURE__ */ mappedHierarchy(false, (grid, moves) => moves?.subgoals(grid.moveRule) ?? OCTILE_LINES),
);
/** Part of {@link loader}: the same on maps whose cells have costs. */
export const mappedPricedChEngine: LoadPart = /* @__PURE__ */ part(
  /* @__PURE__ */ mappedHierarchy(true, pricedLines, labelQuery),
);

/** All of them, for tools. */
export const MAPPED: readonly LoadPart[] = [
  mappedBoundsEngine,
  mappedChEngine,
  mappedPricedChEngine,
  mappedTableEngine,
  mappedHpaEngine,
];
