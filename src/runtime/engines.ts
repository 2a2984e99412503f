/**
 * The engines of the runtime, each made from blobs. One export each, so that a bundle has only the imported ones.
 *
 * Measured and decided: docs/decisions/package.md.
 */
import { loadCosts, openCellsOf } from '../core/blob/grid.js';
import { local, type Retention } from '../core/blob/keep.js';
import * as KIND from '../core/blob/kinds.js';
import { MOVE_RULES } from '../core/blob/layout.js';
import type { Blob } from '../core/blob/read.js';
import { assertPath } from '../core/errors.js';
import { labelRuns } from '../core/grid/components.js';
import { moreAlong } from '../core/grid/entered.js';
import type { Grid } from '../core/grid/grid.js';
import type { Engine } from '../core/search/engine.js';
import { entering } from '../core/search/entering.js';
import { fillMasks } from '../engines/bounds/masks.js';
import { edgeBounds } from '../engines/bounds/query.js';
import { loadBoxes, loadMasks } from '../engines/bounds/section.js';
import { type LabelQuery, labelQuery } from '../engines/ch/labels.js';
import { hierarchySearch } from '../engines/ch/query.js';
import { type HierarchyArrays, hierarchyArrays, loadHierarchy } from '../engines/ch/section.js';
import { OCTILE, type SubgoalRule } from '../engines/ch/subgoals.js';
import { weightedRule } from '../engines/ch/weighted.js';
import { graphArrays, hpaArrays } from '../engines/hpa/arrays.js';
import { lineChecker } from '../engines/hpa/clear-runs.js';
import { type HpaSearch, hpaSearch } from '../engines/hpa/query.js';
import { loadOptions } from '../engines/hpa/section.js';
import { newArena } from '../engines/jps/query/arena.js';
import type { EdgeBounds } from '../engines/jps/query/graph.js';
import { type JumpLines, layOutLines } from '../engines/jps/query/lines.js';
import { jumpSearch } from '../engines/jps/query/search.js';
import { loadLines } from '../engines/jps/section.js';
import type { Native } from '../engines/jps/wasm/native.js';
import { type TableSearch, tableSearch } from '../engines/table/query.js';
import { loadTable, tableInfo } from '../engines/table/section.js';
import { weightedSearch } from '../engines/weighted/query.js';
import { loadWeighted } from '../engines/weighted/section.js';
import type { EngineMaker, Extendable, Kit, LoadPart, Mapped, MappedJumps, Moves, Part } from './nav.js';

/** JPS+. */
export const jumps: EngineMaker = {
  name: 'jps',
  rank: 2,
  needs: [KIND.jpsInfo],
  views: [KIND.jpsViews],
  moves: 2,
  costs: false,
  make([blob, views], grid, { native, moves, keep = local, mapped }) {
    if (grid.moveRule !== 'no-corners') return (moves as Moves).jumps(grid, blob);
    const stored = views && mapped?.jumps(grid, native);
    const make = (arena = newArena(), by?: Native) => {
      if (stored) return { lines: stored.lines(views, arena), arena };
      const lines = layOutLines(grid, arena);
      loadLines(blob, grid, lines, by);
      return { lines, arena };
    };
    const { lines, arena } = native?.make('lines', keep, make) || make();
    return jumpsOver(grid, { ...lines, arena }, undefined, native, stored);
  },
};

/** JPS+ with goal bounds. */
export const boundedJumps: EngineMaker = {
  name: 'jps+bounds',
  rank: 0,
  needs: [KIND.jpsInfo, KIND.boundsInfo],
  views: [KIND.jpsViews, KIND.boundsViews],
  moves: 2,
  costs: false,
  make([jps, bounds, lineViews, maskViews], grid, { native, moves, keep = local, mapped }) {
    if (grid.moveRule !== 'no-corners') return (moves as Moves).jumps(grid, jps, bounds);
    const stored = lineViews && mapped?.jumps(grid, native);
    const make = (arena = newArena(), by?: Native) => {
      const lines = stored ? stored.lines(lineViews, arena) : layOutLines(grid, arena);
      const masks = stored ? stored.masks(maskViews, bounds, arena) : loadMasks(bounds, grid, arena);
      if (!stored) loadLines(jps, grid, lines, by, masks, (rows) => fillMasks(masks, arena, rows));
      return { lines, boxes: loadBoxes(bounds, grid, arena, masks, by), arena };
    };
    const { lines, boxes, arena } = native?.make('lines and boxes', keep, make) || make();
    return jumpsOver(grid, { ...lines, arena }, edgeBounds(grid, lines, { ...boxes, arena }), native, stored);
  },
};

/** @param stored where the lines were read from a blob */
function jumpsOver(grid: Grid, lines: JumpLines, bounds?: EdgeBounds, native?: Native, stored?: MappedJumps): Engine {
  const by = lines.arena.memory && native;
  if (!stored) return jumpSearch(grid, lines, bounds, by);
  return stored.prove(jumpSearch(grid, { ...lines, proof: stored.proof }, bounds, by), lines);
}

/** An engine of the grid, or of the axial grid of a map of hexagons, which needs {@link Moves}. */
const overHexes = (map: Grid, moves: Moves | undefined, make: (grid: Grid) => Engine): Engine =>
  moves ? moves.onAxial(map, make) : make(map);

/** Jump points on weighted terrain. */
export const weighted: EngineMaker = {
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

/** A contraction hierarchy, of a map whose cells all cost 1. */
export const hierarchies: EngineMaker = {
  name: 'ch',
  rank: 1,
  needs: [KIND.chInfo],
  views: [KIND.chViews],
  moves: 2,
  costs: false,
  make([blob, views], map, { moves, keep = local, mapped }) {
    return overHexes(map, moves, (grid) => {
      const rule = moves?.subgoals(grid) ?? OCTILE;
      const kept = views && mapped ? mapped.ch(views, grid, keep, rule) : keep;
      const of = kept('hierarchy', () => loadHierarchy(blob, grid, rule));
      return overHierarchy(grid, of, rule, views && mapped);
    });
  },
};

/** @param mapped if the hierarchy is that of a blob */
function overHierarchy(
  grid: Grid,
  { map, hierarchy }: HierarchyArrays['hierarchy'],
  rule: SubgoalRule,
  mapped?: Mapped,
  labels?: LabelQuery,
): Engine {
  if (!mapped) return hierarchySearch(grid, map, hierarchy, rule, labels);
  return mapped.proven(grid, hierarchy, rule, (proving, prove) =>
    hierarchySearch(grid, map, hierarchy, proving, labels, prove),
  );
}

/** The same of a map whose cells have costs. */
export const weightedHierarchies: EngineMaker = {
  name: 'ch',
  rank: 1,
  needs: [KIND.chInfo],
  views: [KIND.chViews],
  costs: true,
  rules: MOVE_RULES,
  moves: 2,
  make([blob, views], map, { moves, keep = local, mapped }) {
    loadKeptCosts(blob, map, keep);
    const search = overHexes(map, moves, (grid) => {
      const rule = weightedRule(grid);
      const kept = views && mapped ? mapped.ch(views, grid, keep, rule) : keep;
      const { hierarchy: of, labels } = hierarchyArrays(blob, grid, rule, kept);
      return overHierarchy(grid, of, rule, views && mapped, labels && labelQuery(labels, of.hierarchy));
    });
    return entering(map, search);
  },
};

/** Prices the grid. */
export function loadKeptCosts(blob: Blob, grid: Grid, keep: Retention): void {
  const costs = keep('costs', () => {
    loadCosts(blob, grid);
    return grid.costs;
  });
  grid.costs = costs;
  loadCosts(blob, grid);
}

/** HPA*. */
export const abstractions: EngineMaker<HpaSearch> = {
  name: 'hpa',
  rank: 6,
  needs: [KIND.hpaInfo],
  views: [KIND.hpaViews],
  rules: MOVE_RULES,
  make([blob, views], grid, { keep = local, mapped }) {
    loadKeptCosts(blob, grid, keep);
    const kept = views && mapped ? mapped.hpa(views, grid, keep, loadOptions(blob)) : keep;
    const { abstraction, graph, ...ready } = hpaArrays(blob, grid, kept);
    return entering(grid, hpaSearch(grid, abstraction, graph, { ...ready, lineCost: lineChecker(grid, keep) }));
  },
  extend: addWalk,
};

/** HPA* with an all-pairs table in place of its search. */
export const tables: EngineMaker<TableSearch> = {
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

/** Gives the map walks if it has none. @param use gives an engine that walks */
export function addWalk(nav: Extendable, use: () => Pick<HpaSearch, 'walk'>): void {
  nav.walk ??= (x0, y0, x1, y1) => (nav.isReachable(x0, y0, x1, y1) ? assertPath(use().walk(x0, y0, x1, y1)) : null);
}

/** Makes the grid and its components of the compact sections. */
export const compactMap: Required<Kit>['map'] = (blob, touches, grid = openCellsOf(blob)) => ({
  grid,
  components: labelRuns(grid, touches?.(grid)),
});

const part = (...engines: EngineMaker[]): Part => ({ engines, map: compactMap });

/** Part of {@link loader}: JPS+, optimal paths on maps whose cells all cost the same. */
export const jpsEngine: LoadPart = /* @__PURE__ */ part(jumps);
/** Part of {@link loader}: JPS+ with goal bounds, the fastest optimal paths; without bounds in the blobs it is plain JPS+. */
export const boundsEngine: LoadPart = /* @__PURE__ */ part(boundedJumps, jumps);
/** Part of {@link loader}: optimal paths on maps whose cells have costs. */
export const weightedEngine: LoadPart = /* @__PURE__ */ part(weighted);
/** Part of {@link loader}: contraction hierarchies on maps whose cells have costs. */
export const weightedChEngine: LoadPart = /* @__PURE__ */ part(weightedHierarchies);
/** Part of {@link loader}: contraction hierarchies, optimal paths out of the smallest blobs on maps without costs. */
export const chEngine: LoadPart = /* @__PURE__ */ part(hierarchies);
/** Part of {@link loader}: HPA*, near-optimal paths on large maps, also with costs; {@link findWalk} needs it. */
export const hpaEngine: LoadPart = /* @__PURE__ */ part(abstractions);
/** Part of {@link loader}: an all-pairs table over HPA*, near-optimal paths by look-up. */
export const tableEngine: LoadPart = /* @__PURE__ */ part(tables);
