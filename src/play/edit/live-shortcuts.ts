/** Shortcuts of HPA* on a map that changes. */
import type { Grid } from '../../core/grid/grid.js';
import type { Clusters } from '../../core/hpa/clusters.js';
import type { End, HpaGraph } from '../../core/hpa/graph.js';
import type { Edges } from '../../core/hpa/levels.js';
import { lineBetween, waysAcross } from '../../core/hpa/shortcuts.js';

/**
 * @param graph of a map whose paths inside clusters are up to date
 * @returns tells the shortcuts of a cluster's nodes: of each the other end and the cost, in the order of a bake.
 * It takes the first node and the moves from all of them
 */
export function liveShortcuts(
  grid: Grid,
  { size, columns }: Clusters,
  { count, points, levels: [intra] }: HpaGraph,
): (from: number, moves: Edges) => End[][] {
  const ways = waysAcross(count, intra);
  const line = lineBetween(grid);
  const homeOf = (n: number): number =>
    Math.floor(points[2 * n + 1] / size) * columns + Math.floor(points[2 * n] / size);
  return (from, { first, end, to, cost }) =>
    Array.from(end, (_, i) => {
      const n = from + i;
      const list: End[] = [];
      const reached = ways.from(n, (via, visit) => {
        for (let e = first[via - from]; e < end[via - from]; e++) visit(to[e], cost[e]);
      });
      // Numbers are in the order of a bake inside a cluster alone.
      for (const t of reached.sort((a, b) => homeOf(a) - homeOf(b) || a - b)) {
        const price = homeOf(n) < homeOf(t) ? line(points, n, t) : line(points, t, n);
        if (price < ways.costs[t]) list.push([t, price]);
      }
      return list;
    });
}
