/** The shortcuts of HPA* on a map that changes: those between two clusters are looked for again where one of the clusters that they may lead through has changed. */
import type { Grid } from '../../core/grid/grid.js';
import type { Clusters } from '../../core/hpa/clusters.js';
import type { Edges } from '../../core/hpa/levels.js';
import { lineBetween, waysAcross } from '../../core/hpa/shortcuts.js';
import type { RoomyNodes } from './roomy-nodes.js';

/** Moves across borders from each node of a cluster: targets and costs. */
export type Moves = readonly { to: number; cost: number }[][];

export interface RoomyShortcuts {
  /**
   * Has to be asked before the edges of the cluster are replaced.
   * @param dirty clusters in or beside which a cell has changed; their nodes, and paths inside them, are as they will be
   * @param moves of the nodes of cluster c, as they will be
   * @returns for each node of c the other ends of its shortcuts and what they cost, in the order of a new bake
   */
  of(c: number, dirty: ReadonlySet<number>, moves: Moves): Moves;
}

/**
 * @param intra edges inside clusters
 * @param inter edges across borders, shortcuts among them
 */
export function roomyShortcuts(
  grid: Grid,
  { size, columns, rows }: Clusters,
  { count, points, clusterFirst }: RoomyNodes,
  intra: Edges,
  inter: Edges,
): RoomyShortcuts {
  const ways = waysAcross(count, intra);
  const line = lineBetween(grid);
  const homeOf = (n: number): number =>
    Math.floor(points[2 * n + 1] / size) * columns + Math.floor(points[2 * n] / size);
  /** Is t farther from n than one move? No line of one move is a shortcut. */
  const isFar = (n: number, t: number): boolean =>
    Math.abs(points[2 * n] - points[2 * t]) > 1 || Math.abs(points[2 * n + 1] - points[2 * t + 1]) > 1;

  /** Clusters round c: to those that are true shortcuts may have changed, for a line leads through clusters of the rectangle round both alone. */
  const around = (c: number, dirty: ReadonlySet<number>): Map<number, boolean> => {
    const [cx, cy] = [c % columns, Math.floor(c / columns)];
    const stale = new Map<number, boolean>();
    for (let y = Math.max(0, cy - 1); y <= Math.min(rows - 1, cy + 1); y++) {
      for (let x = Math.max(0, cx - 1); x <= Math.min(columns - 1, cx + 1); x++) {
        const corners = [c, cy * columns + x, y * columns + cx, y * columns + x];
        stale.set(
          y * columns + x,
          corners.some((one) => dirty.has(one)),
        );
      }
    }
    return stale;
  };

  return {
    of(c, dirty, moves) {
      const stale = around(c, dirty);
      const first = clusterFirst[c];
      return moves.map((_, i) => {
        const n = first + i;
        const edges: { to: number; cost: number; home: number }[] = [];
        // The nodes of a dirty cluster had others before.
        for (let e = inter.first[n]; !dirty.has(c) && e < inter.first[n + 1]; e++) {
          const t = inter.to[e];
          const home = homeOf(t);
          if (stale.get(home) === false && isFar(n, t)) edges.push({ to: t, cost: inter.cost[e], home });
        }
        const reached = ways.from(n, (via, visit) => {
          for (const { to, cost } of moves[via - first]) if (stale.get(homeOf(to))) visit(to, cost);
        });
        for (const t of reached) {
          const home = homeOf(t);
          const cost = c < home ? line(points, n, t) : line(points, t, n);
          if (cost < ways.costs[t]) edges.push({ to: t, cost, home });
        }
        // Numbers are in the order of a bake inside a cluster alone.
        return edges.sort((a, b) => a.home - b.home || a.to - b.to);
      });
    },
  };
}
