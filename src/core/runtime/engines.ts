/**
 * The engines of the runtime, each made from blobs. One export each, so that a game ships those alone which it imports.
 *
 * Measured and decided: docs/decisions/runtime-size.md; docs/decisions/package.md.
 */
import { loadCosts } from '../blob/grid.js';
import { BOUNDS_INFO, CH_INFO, HPA_INFO, JPS_INFO, MOVE_RULES, PRICED_INFO, TABLE_INFO } from '../blob/layout.js';
import type { Blob } from '../blob/read.js';
import { edgeBounds } from '../bounds/query.js';
import { loadBoxes, loadMasks } from '../bounds/section.js';
import { hubLabels, labelQuery } from '../ch/labels.js';
import { pricedRule } from '../ch/priced.js';
import { hierarchySearch } from '../ch/query.js';
import { loadHierarchy } from '../ch/section.js';
import { assertPath } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { lineChecker } from '../hpa/clear-runs.js';
import { type HpaGraph, hpaGraph } from '../hpa/graph.js';
import { hopsOf } from '../hpa/hops.js';
import { landmarkCosts } from '../hpa/landmarks.js';
import { type HpaSearch, hpaSearch } from '../hpa/query.js';
import { loadAbstraction } from '../hpa/section.js';
import { type Arena, newArena } from '../jps/query/arena.js';
import { layOutLines } from '../jps/query/lines.js';
import { jumpSearch } from '../jps/query/search.js';
import { loadLines } from '../jps/section.js';
import type { Native } from '../jps/wasm/native.js';
import { pricedSearch } from '../priced/query.js';
import { loadPriced } from '../priced/section.js';
import { local, type Retention } from '../search/keep.js';
import { type TableSearch, tableSearch } from '../table/query.js';
import { loadTable } from '../table/section.js';
import type { EngineMaker, Extendable, LoadPart, Moves, Part } from './nav.js';

/** JPS+. */
export const jumps: EngineMaker = {
  name: 'jps',
  rank: 2,
  needs: [JPS_INFO],
  moves: 2,
  costs: false,
  make([blob], grid, { native, moves, keep = local }) {
    if (grid.moveRule !== 'no-corners') return (moves as Moves).jumps(grid, blob);
    const make = (arena?: Arena, by?: Native) => {
      const lines = layOutLines(grid, arena);
      loadLines(blob, grid, lines, by);
      return { lines, arena: lines.arena };
    };
    const { lines, arena } = native?.make('lines', keep, make) || make();
    return jumpSearch(grid, { ...lines, arena }, undefined, arena.memory && native);
  },
};

/** JPS+ with goal bounds. */
export const boundedJumps: EngineMaker = {
  name: 'jps+bounds',
  rank: 0,
  needs: [JPS_INFO, BOUNDS_INFO],
  moves: 2,
  costs: false,
  make([jps, bounds], grid, { native, moves, keep = local }) {
    if (grid.moveRule !== 'no-corners') return (moves as Moves).jumps(grid, jps, bounds);
    const make = (arena = newArena(), by?: Native) => {
      const lines = layOutLines(grid, arena);
      const masks = loadMasks(bounds, grid, arena);
      loadLines(jps, grid, lines, by, masks);
      return { lines, boxes: loadBoxes(bounds, grid, arena, masks, by), arena };
    };
    const { lines, boxes, arena } = native?.make('lines and boxes', keep, make) || make();
    return jumpSearch(grid, { ...lines, arena }, edgeBounds(grid, lines, { ...boxes, arena }), arena.memory && native);
  },
};

/** Jump points on weighted terrain. */
export const priced: EngineMaker = {
  name: 'priced',
  rank: 4,
  needs: [PRICED_INFO],
  rules: MOVE_RULES,
  make([blob], grid) {
    const { jumps, landmarks } = loadPriced(blob, grid);
    return pricedSearch(grid, jumps, landmarks);
  },
};

/** A contraction hierarchy, of a map whose cells all cost 1. */
export const hierarchies: EngineMaker = {
  name: 'ch',
  rank: 1,
  needs: [CH_INFO],
  moves: 1,
  costs: false,
  make([blob], grid, { moves, keep = local }) {
    const rule = moves?.subgoals(grid.moveRule);
    const { map, hierarchy } = keep('hierarchy', () => loadHierarchy(blob, grid, rule));
    return hierarchySearch(grid, map, hierarchy, rule);
  },
};

/** The same of a map whose cells have costs. */
export const pricedHierarchies: EngineMaker = {
  name: 'ch',
  rank: 1,
  needs: [CH_INFO],
  costs: true,
  rules: MOVE_RULES,
  make([blob], grid, { keep = local }) {
    loadKeptCosts(blob, grid, keep);
    const rule = pricedRule(grid);
    const { map, hierarchy } = keep('hierarchy', () => loadHierarchy(blob, grid, rule));
    const labels = keep('labels', () => hubLabels(hierarchy));
    return hierarchySearch(grid, map, hierarchy, rule, labels && labelQuery(labels, hierarchy));
  },
};

/** Prices the grid. */
function loadKeptCosts(blob: Blob, grid: Grid, keep: Retention): void {
  const costs = keep('costs', () => {
    loadCosts(blob, grid);
    return grid.costs;
  });
  grid.costs = costs;
  loadCosts(blob, grid);
}

/** An abstraction and its arrays, made once for both engines that read them; prices the grid. */
function graphOf(blob: Blob, grid: Grid, keep: Retention): { abstraction: Abstraction; graph: HpaGraph } {
  loadKeptCosts(blob, grid, keep);
  return keep('graph', () => {
    const abstraction = loadAbstraction(blob, grid);
    return { abstraction, graph: hpaGraph(grid, abstraction) };
  });
}

/** HPA*. */
export const abstractions: EngineMaker<HpaSearch> = {
  name: 'hpa',
  rank: 6,
  needs: [HPA_INFO],
  rules: MOVE_RULES,
  make([blob], grid, { keep = local }) {
    const { abstraction, graph } = graphOf(blob, grid, keep);
    const hops = keep('hops', () => hopsOf(graph));
    const marks = keep('landmarks', () => landmarkCosts(graph, hops));
    return hpaSearch(grid, abstraction, graph, { hops, marks, lines: lineChecker(grid, keep) });
  },
  extend: addWalk,
};

/** HPA* with an all-pairs table in place of its search. */
export const tables: EngineMaker<TableSearch> = {
  name: 'table',
  rank: 5,
  needs: [HPA_INFO, TABLE_INFO],
  rules: MOVE_RULES,
  make([hpa, table], grid, { keep = local, maxNodes }) {
    const { abstraction, graph } = graphOf(hpa, grid, keep);
    return tableSearch(
      grid,
      abstraction,
      graph,
      keep('table', () => loadTable(table, hpa, graph, maxNodes)),
      keep,
    );
  },
  extend(nav, use) {
    addWalk(nav, use);
    nav.distance ??= (...query) => {
      if (!nav.isReachable(...query)) return Infinity;
      const cost = use().distance(...query);
      assertPath(cost < Infinity);
      return cost;
    };
    nav.nearest ??= (x0, y0, goals) => use().nearest(x0, y0, goals, nav.isReachable);
  },
};

/** Gives the map walks if it has none. @param use gives an engine that walks */
function addWalk(nav: Extendable, use: () => Pick<HpaSearch, 'walk'>): void {
  nav.walk ??= (...query) => (nav.isReachable(...query) ? assertPath(use().walk(...query)) : null);
}

const part = (name: string, ...engines: EngineMaker[]): Part => ({ name, engines });

/** Part of {@link loader}: JPS+, optimal paths on maps whose cells all cost the same. */
export const jpsEngine: LoadPart = /* @__PURE__ */ part('jpsEngine', jumps);
/** Part of {@link loader}: JPS+ with goal bounds, the fastest optimal paths; without bounds in the blobs it is plain JPS+. */
export const boundsEngine: LoadPart = /* @__PURE__ */ part('boundsEngine', boundedJumps, jumps);
/** Part of {@link loader}: optimal paths on maps whose cells have costs. */
export const pricedEngine: LoadPart = /* @__PURE__ */ part('pricedEngine', priced);
/** Part of {@link loader}: contraction hierarchies on maps whose cells have costs. */
export const pricedChEngine: LoadPart = /* @__PURE__ */ part('pricedChEngine', pricedHierarchies);
/** Part of {@link loader}: contraction hierarchies, optimal paths out of the smallest blobs on maps without costs. */
export const chEngine: LoadPart = /* @__PURE__ */ part('chEngine', hierarchies);
/** Part of {@link loader}: HPA*, near-optimal paths on large maps, with costs, too; {@link findWalk} needs it. */
export const hpaEngine: LoadPart = /* @__PURE__ */ part('hpaEngine', abstractions);
/** Part of {@link loader}: an all-pairs table over HPA*, near-optimal paths by look-up. */
export const tableEngine: LoadPart = /* @__PURE__ */ part('tableEngine', tables);
