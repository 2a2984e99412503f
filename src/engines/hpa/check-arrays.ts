/**
 * Checks of an abstraction's arrays in a mapped blob. Searches end and stay inside their arrays
 * whatever these hold, if it passes here; paths are checked elsewhere: each is walked on the grid.
 */
import { checkViews, isView } from '../../core/blob/views.js';
import type { Grid } from '../../core/grid/grid.js';
import { DIAGONAL } from '../../core/grid/step-costs.js';
import type { HpaBuildOptions } from './abstraction.js';
import type { HpaGraph } from './graph.js';
import type { Hops } from './hops.js';
import { LANDMARKS } from './landmarks.js';
import type { Edges, Level } from './levels.js';
import { mostNodesOf } from './section.js';

const NAME = 'HPA*';
/** No path without a cell twice costs more, on the doubled scale. */
function maxPathCost({ open, costs }: Grid): number {
  let most = 1;
  for (let c = 0; costs && c < costs.length; c++) if (costs[c] > most) most = costs[c];
  return 2 * most * DIAGONAL * open.length;
}

/**
 * Whether lists of edges lie inside their arrays, lead to nodes, and cost something. Flat loops, whose numbers are
 * negative where something is wrong: a load runs them before anything is compiled.
 * @param rows of the lists: that of node n on level l is l * nodes + n
 */
function areEdges({ first, end, to, cost }: Edges, rows: number, count: number, most: number): boolean {
  const { length } = to;
  if (!(isView(to, Int32Array, length) && isView(cost, Float64Array, length))) return false;
  if (!(first instanceof Int32Array && end instanceof Int32Array && first.length >= rows && end.length >= rows))
    return false;
  let wrong = 0;
  // No edge is in two lists.
  let left = length;
  for (let row = 0; row < rows; row++) {
    const from = first[row];
    const last = end[row];
    left -= Math.max(0, last - from);
    wrong |= from | (length - last) | left;
  }
  for (let e = 0; e < length; e++) {
    wrong |= to[e] | (count - 1 - to[e]);
    const price = cost[e];
    if (!(price > 0 && price <= most && Math.floor(price) === price)) return false;
  }
  return wrong >= 0;
}

function havePaths({ to, pair, pathFirst, pathEnd, paths }: Level): boolean {
  const pairs = pathEnd?.length;
  if (!(isView(pair, Int32Array, to.length) && isView(pathEnd, Int32Array, pairs))) return false;
  if (!(pathFirst instanceof Int32Array && pathFirst.length >= pairs)) return false;
  if (paths !== undefined && !(paths instanceof Uint8Array || paths instanceof Uint16Array)) return false;
  let wrong = 0;
  for (let e = 0; e < pair.length; e++) wrong |= pair[e] | (2 * pairs - 1 - pair[e]);
  const most = paths?.length ?? 0;
  for (let p = 0; p < pairs; p++) wrong |= pathFirst[p] | (pathEnd[p] - pathFirst[p]) | (most - pathEnd[p]);
  return wrong >= 0;
}

/** Whether the graph agrees with itself, and lies on the map. */
function isGraph(graph: HpaGraph, { cluster, levels, paths }: HpaBuildOptions, grid: Grid): boolean {
  const { width, height } = grid;
  const columns = Math.ceil(width / cluster);
  const clusters = columns * Math.ceil(height / cluster);
  const { count, points, clusterFirst, clusterEnd, inter, nodeLevels } = graph;
  const fits =
    Number.isInteger(count) &&
    count <= mostNodesOf(grid) &&
    isView(points, Uint16Array, 2 * count) &&
    isView(clusterFirst, Int32Array, clusters + 1) &&
    isView(clusterEnd, Int32Array, clusters) &&
    isView(nodeLevels, Uint8Array, count) &&
    graph.levels.length === levels &&
    clusterFirst[0] === 0 &&
    clusterFirst[clusters] === count;
  if (!fits) return false;
  for (let c = 0; c < clusters; c++) {
    const first = clusterFirst[c];
    const end = clusterEnd[c];
    if (end !== clusterFirst[c + 1] || end < first || end > count || end - first > 4 * cluster) return false;
    const left = (c % columns) * cluster;
    const top = ((c / columns) | 0) * cluster;
    for (let n = first; n < end; n++) {
      const x = points[2 * n];
      const y = points[2 * n + 1];
      if (!(x >= left && x < width && x < left + cluster && y >= top && y < height && y < top + cluster)) return false;
    }
  }
  const most = maxPathCost(grid);
  if (!(areEdges(inter, count, count, most) && isView(inter.level, Uint8Array, inter.to.length))) return false;
  for (let l = 0; l < levels; l++) {
    const level = graph.levels[l];
    const sound = areEdges(level, count, count, most) && havePaths(level);
    if (!sound || (level.paths !== undefined) !== (paths || l > 0)) return false;
  }
  for (let n = 0; n < count; n++) if (nodeLevels[n] > levels) return false;
  return true;
}

/** Whether hops and landmarks agree with the graph, which is sound. */
function areHops(hops: Hops, marks: Float64Array, graph: HpaGraph, grid: Grid): boolean {
  const rows = graph.levels.length * graph.count;
  const most = maxPathCost(grid);
  const fits =
    Number.isInteger(hops.longest) &&
    hops.longest >= 0 &&
    hops.longest <= most &&
    areEdges(hops, rows, graph.count, hops.longest) &&
    isView(marks, Float64Array, LANDMARKS * graph.count);
  // A search passes by every bucket up to its goal.
  if (!fits) return false;
  for (let i = 0; i < marks.length; i++)
    if (!(marks[i] >= 0 && (marks[i] <= most || marks[i] === Infinity))) return false;
  return true;
}

/** @returns the graph @throws {BlobError} if it contradicts itself or leaves the map */
export function checkGraph(graph: unknown, options: HpaBuildOptions, grid: Grid): HpaGraph {
  checkViews(NAME, () => isGraph(graph as HpaGraph, options, grid));
  return graph as HpaGraph;
}

/** @throws {BlobError} if hops or landmarks contradict the graph, which is sound */
export const checkHops = (hops: unknown, marks: unknown, graph: HpaGraph, grid: Grid): void =>
  checkViews(NAME, () => areHops(hops as Hops, marks as Float64Array, graph, grid));
