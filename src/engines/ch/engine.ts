/** Contraction hierarchies as engines of the runtime. */
import { type Keep, local } from '../../core/blob/keep.js';
import * as KIND from '../../core/blob/kinds.js';
import { MOVE_RULES } from '../../core/blob/layout.js';
import type { Blob } from '../../core/blob/read.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Engine } from '../../core/search/engine.js';
import { entering } from '../../core/search/entering.js';
import { type EngineMaker, type HexOptions, loadKeptCosts, overHexes } from '../engine.js';
import { type LabelQuery, labelQuery } from './labels.js';
import type { ProveEdge } from './proof.js';
import { hierarchySearch } from './query.js';
import type { Hierarchy } from './replay.js';
import { type HierarchyArrays, hierarchyArrays, loadHierarchy } from './section.js';
import { OCTILE, type QueryRule, type SubgoalRule } from './subgoals.js';
import { weightedRule } from './weighted.js';

/** Reads a hierarchy that a blob has. */
export interface MappedHierarchy {
  /** @returns retention that has the arrays of a contraction hierarchy */
  ch(views: Blob, grid: Grid, keep: Keep, rule: SubgoalRule): Keep;
  proven(
    grid: Grid,
    hierarchy: Hierarchy,
    ...search: [QueryRule, (rule: QueryRule, prove: ProveEdge) => Engine]
  ): Engine;
}

/** Parts of a loader that hierarchies use. */
interface HierarchyOptions extends HexOptions {
  moves?: (NonNullable<HexOptions['moves']> & { subgoals(grid: Grid): SubgoalRule }) | undefined;
  mapped?: MappedHierarchy | undefined;
}

/** A contraction hierarchy, of a map whose cells all cost 1. */
export const hierarchies: EngineMaker<Engine, HierarchyOptions> = {
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
      const arrays = kept('hierarchy', () => loadHierarchy(blob, grid, rule));
      return overHierarchy(grid, arrays, rule, views && mapped);
    });
  },
};

/** @param mapped if the hierarchy is that of a blob */
function overHierarchy(
  grid: Grid,
  { map, hierarchy }: HierarchyArrays['hierarchy'],
  rule: SubgoalRule,
  mapped?: MappedHierarchy,
  labels?: LabelQuery,
): Engine {
  if (!mapped) return hierarchySearch(grid, map, hierarchy, rule, labels);
  return mapped.proven(grid, hierarchy, rule, (proving, prove) =>
    hierarchySearch(grid, map, hierarchy, proving, labels, prove),
  );
}

/** The same of a map whose cells have costs. */
export const weightedHierarchies: EngineMaker<Engine, HierarchyOptions> = {
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
      const { hierarchy: arrays, labels } = hierarchyArrays(blob, grid, rule, kept);
      return overHierarchy(grid, arrays, rule, views && mapped, labels && labelQuery(labels, arrays.hierarchy));
    });
    return entering(map, search);
  },
};
