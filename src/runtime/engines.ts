/**
 * The engines of the runtime, each made from blobs. One export each, so that a game ships those alone which it imports.
 *
 * Measured and decided: docs/decisions/engines-are-imported-not-configured.md.
 */
import { loadCosts } from '../blob/grid.js';
import { BOUNDS_INFO, CH_INFO, HPA_INFO, JPS_INFO, MOVE_RULES, PRICED_INFO, TABLE_INFO } from '../blob/layout.js';
import type { Blob } from '../blob/read.js';
import { loadPricedBounds } from '../bounds/move-boxes.js';
import { edgeBounds } from '../bounds/query.js';
import { loadBoxes, loadMasks } from '../bounds/section.js';
import { pricedRule } from '../ch/priced.js';
import { hierarchySearch } from '../ch/query.js';
import { loadHierarchy } from '../ch/section.js';
import { found, must } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { lineChecker } from '../hpa/clear-runs.js';
import { type HpaGraph, hpaGraph } from '../hpa/graph.js';
import { hopsOf } from '../hpa/hops.js';
import { landmarkCosts } from '../hpa/landmarks.js';
import { type HpaSearch, hpaSearch } from '../hpa/query.js';
import { loadAbstraction } from '../hpa/section.js';
import { type Arena, newArena } from '../jps/arena.js';
import { layOutLines } from '../jps/lines.js';
import { jumpSearch } from '../jps/query.js';
import { loadLines } from '../jps/section.js';
import { type Native, native } from '../jps/wasm.js';
import { pricedSearch } from '../priced/query.js';
import { loadPriced } from '../priced/section.js';
import { type Keep, own } from '../search/keep.js';
import { type TableSearch, tableSearch } from '../table/query.js';
import { loadTable } from '../table/section.js';
import type { EngineMaker, Extendable } from './nav.js';

/** JPS+. @param native its search in WebAssembly, for bundles that have it */
export const jumpEngine = (native?: Native): EngineMaker => ({
  needs: [JPS_INFO],
  make([blob], grid, wasm, keep = own) {
    const make = (arena?: Arena, by?: Native) => {
      const lines = layOutLines(grid, arena);
      loadLines(blob, grid, lines, by);
      return { lines, arena: lines.arena };
    };
    const { lines, arena } = (wasm && native?.make('lines', keep, make)) || make();
    return jumpSearch(grid, { ...lines, arena }, undefined, arena.memory && native);
  },
});

/** JPS+ with goal bounds. @param native as for {@link jumpEngine} */
export const boundedJumpEngine = (native?: Native): EngineMaker => ({
  needs: [JPS_INFO, BOUNDS_INFO],
  make([jps, bounds], grid, wasm, keep = own) {
    const make = (arena = newArena(), by?: Native) => {
      const lines = layOutLines(grid, arena);
      const masks = loadMasks(bounds, grid, arena);
      loadLines(jps, grid, lines, by, masks);
      return { lines, boxes: loadBoxes(bounds, grid, arena, masks), arena };
    };
    const { lines, boxes, arena } = (wasm && native?.make('lines and boxes', keep, make)) || make();
    return jumpSearch(grid, { ...lines, arena }, edgeBounds(grid, lines, { ...boxes, arena }), arena.memory && native);
  },
});

/** Jump points on terrain that costs. */
export const pricedEngine: EngineMaker = {
  needs: [PRICED_INFO],
  make([blob], grid) {
    const { jumps, landmarks } = loadPriced(blob, grid);
    return pricedSearch(grid, jumps, landmarks);
  },
};

/** The same with goal bounds. */
export const boundedPricedEngine: EngineMaker = {
  needs: [PRICED_INFO, BOUNDS_INFO],
  make([blob, bounds], grid) {
    const { jumps, landmarks } = loadPriced(blob, grid);
    return pricedSearch(grid, jumps, landmarks, loadPricedBounds(bounds, grid, jumps));
  },
};

/** A contraction hierarchy, of a map whose cells all cost 1. */
export const hierarchyEngine: EngineMaker = {
  needs: [CH_INFO],
  make([blob], grid, _, keep = own) {
    must(!blob.priced, 'cost of cells', 'more than 1', '1', 'unsupported', 'import load from gridprep/runtime/priced');
    const { map, hierarchy } = keep('hierarchy', () => loadHierarchy(blob, grid));
    return hierarchySearch(grid, map, hierarchy);
  },
};

/** The same where cells may have costs. */
export const pricedHierarchyEngine: EngineMaker = {
  needs: [CH_INFO],
  make([blob], grid, wasm, keep = own) {
    if (!blob.priced) return hierarchyEngine.make([blob], grid, wasm, keep);
    loadKeptCosts(blob, grid, keep);
    const rule = pricedRule(grid);
    const { map, hierarchy } = keep('hierarchy', () => loadHierarchy(blob, grid, rule));
    return hierarchySearch(grid, map, hierarchy, rule);
  },
};

/** Prices the grid. */
function loadKeptCosts(blob: Blob, grid: Grid, keep: Keep): void {
  grid.costs = keep('costs', () => {
    loadCosts(blob, grid);
    return grid.costs;
  });
}

/** An abstraction and its arrays, made once for both engines that read them; prices the grid. */
function graphOf(blob: Blob, grid: Grid, keep: Keep): { abstraction: Abstraction; graph: HpaGraph } {
  loadKeptCosts(blob, grid, keep);
  return keep('graph', () => {
    const abstraction = loadAbstraction(blob, grid);
    return { abstraction, graph: hpaGraph(grid, abstraction) };
  });
}

/** HPA*. */
export const hpaEngine: EngineMaker<HpaSearch> = {
  needs: [HPA_INFO],
  rules: MOVE_RULES,
  make([blob], grid, _, keep = own) {
    const { abstraction, graph } = graphOf(blob, grid, keep);
    const hops = keep('hops', () => hopsOf(graph));
    const marks = keep('landmarks', () => landmarkCosts(graph, hops));
    return hpaSearch(grid, abstraction, graph, { hops, marks, lines: lineChecker(grid, keep) });
  },
  extend: addWalk,
};

/** HPA* with an all-pairs table in place of its search. */
export const tableEngine: EngineMaker<TableSearch> = {
  needs: [HPA_INFO, TABLE_INFO],
  rules: MOVE_RULES,
  make([hpa, table], grid, _, keep = own) {
    const { abstraction, graph } = graphOf(hpa, grid, keep);
    return tableSearch(
      grid,
      abstraction,
      graph,
      keep('table', () => loadTable(table, hpa, graph)),
      keep,
    );
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

/** Every engine, the best first. */
export const ENGINES: Record<string, EngineMaker> = {
  'jps+bounds': /* @__PURE__ */ boundedJumpEngine(native),
  ch: pricedHierarchyEngine,
  jps: /* @__PURE__ */ jumpEngine(native),
  'priced+bounds': boundedPricedEngine,
  priced: pricedEngine,
  table: tableEngine,
  hpa: hpaEngine,
};

/** Gives the map walks if it has none. @param use gives an engine that walks */
function addWalk(nav: Extendable, use: () => Pick<HpaSearch, 'walk'>): void {
  nav.walk ??= (...query) => (nav.isReachable(...query) ? found(use().walk(...query)) : null);
  nav.portals ??= (walk) => walk.portals?.() ?? [];
}
