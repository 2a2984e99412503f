/**
 * Checks the arrays of a hierarchy in a mapped blob: searches must stay inside them and end, and so must the unpacking
 * of an edge. Ranks rise along edges, and a shortcut leads over a lower rank than its ends. Costs and legality of paths
 * are checked later: each edge is walked on the grid when a path uses it for the first time.
 */
import { checkViews, isView } from '../../core/blob/views.js';
import type { Grid } from '../../core/grid/grid.js';
import type { HubLabels } from './labels.js';
import type { Hierarchy } from './replay.js';
import type { HierarchyArrays } from './section.js';
import type { QueryRule, SubgoalMap } from './subgoals.js';

/** @param rule of the grid @throws {BlobError} */
export const checkHierarchy = (arrays: HierarchyArrays, grid: Grid, rule: QueryRule): void =>
  checkViews('hierarchy', () => {
    const { map, hierarchy } = arrays.hierarchy;
    const { labels } = arrays;
    return (
      isMap(map, grid) &&
      isHierarchy(hierarchy, map, grid, rule) &&
      (!grid.costs || areLabels(labels as HubLabels, map.cells.length))
    );
  });

/** Whether scans stay on the map. Other values need no check, because paths are walked on the grid. */
function isMap({ stride, cells, marks, clearances, numbers }: SubgoalMap, { open, stride: expected }: Grid): boolean {
  const { length } = open;
  const fits =
    stride === expected &&
    cells instanceof Int32Array &&
    isView(marks, Uint8Array, length) &&
    isView(clearances, Int16Array, 4 * length) &&
    isView(numbers, Int32Array, length);
  if (!fits) return false;
  let border = 0;
  const look = (c: number) => {
    border |= marks[c];
    for (let i = 4 * c; i < 4 * c + 4; i++) border |= clearances[i];
  };
  for (let x = 0; x < stride; x++) {
    look(x);
    look(length - 1 - x);
  }
  for (let c = stride; c < length; c += stride) {
    look(c);
    look(c - 1);
  }
  return border === 0;
}

function isHierarchy(hierarchy: Hierarchy, { cells }: SubgoalMap, { open }: Grid, rule: QueryRule): boolean {
  const { ranks, points, first, targets, costs, via } = hierarchy;
  const count = cells.length;
  const edges = targets?.length;
  const most = rule.maxStep * open.length;
  const fits =
    isView(ranks, Int32Array, count) &&
    isView(points, Int32Array, count) &&
    areLists(first, count, edges) &&
    isView(targets, Int32Array, edges) &&
    isView(costs, Float64Array, edges) &&
    isView(via, Int32Array, edges);
  if (!fits) return false;
  let wrong = 0;
  for (let v = 0; v < count; v++) wrong |= ranks[v] | (count - 1 - ranks[v]);
  for (let r = 0, e = 0; r < count; r++) {
    for (const end = first[r + 1]; e < end; e++) {
      wrong |= (targets[e] - r - 1) | (count - 1 - targets[e]);
      const cost = costs[e];
      if (!(cost >= rule.unit && cost <= most && Math.floor(cost) === cost && via[e] < r)) return false;
    }
  }
  return wrong >= 0;
}

function areLabels({ first, hubs, costs, edges }: HubLabels, count: number): boolean {
  const { length } = hubs;
  if (!(areLists(first, count, length) && isView(hubs, Int32Array, length))) return false;
  if (!(isView(costs, Float64Array, length) && isView(edges, Int32Array, length))) return false;
  let wrong = 0;
  for (let i = 0; i < length; i++) wrong |= hubs[i] | (count - 1 - hubs[i]);
  for (let i = 0; i < length; i++) if (!(costs[i] >= 0)) return false;
  return wrong >= 0;
}

/** Whether the lists of `count` nodes follow each other and fill an array of `length` values. */
function areLists(first: Int32Array, count: number, length: number): boolean {
  if (!(isView(first, Int32Array, count + 1) && first[0] === 0 && first[count] === length)) return false;
  let wrong = 0;
  for (let r = 0; r < count; r++) wrong |= first[r + 1] - first[r];
  return wrong >= 0;
}
