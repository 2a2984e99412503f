/** From a cell to the nodes around it: costs and ways inside its cluster of the table's level. */
import type { Grid } from '../grid/grid.js';
import type { Flood } from '../hpa/flood.js';
import type { HpaGraph } from '../hpa/graph.js';

/** What one cell reaches; overwritten when asked again. */
export interface Reach {
  /** Nodes with a way from the cell inside its cluster, those below the table's level included. */
  nodes: number[];
  /** By node, Infinity for all others: cost on the doubled scale. */
  costs: Float64Array;
  /** By node: the one before it on the way, -1 for those of the cell's own level-1 cluster that are reached without another. */
  parents: Int32Array;
  /** @returns itself */
  from(x: number, y: number): Reach;
}

/** Costs to each node from the cells of its level-1 cluster. */
export type NodeFloods = (n: number) => Flood;

/**
 * Floods of single clusters, made when a node is first asked for and kept: 10 bytes per cell and node of the clusters that
 * were queried. A flood at each query takes most of its time.
 */
export function nodeFloods({ points }: HpaGraph, size: number, flood: Flood): NodeFloods {
  const kept: Flood[] = [];
  return (n) => {
    if (!kept[n]) {
      const [x, y] = [points[2 * n], points[2 * n + 1]];
      const [left, top] = [x - (x % size), y - (y % size)];
      flood.run(left, top, x, y);
      kept[n] = {
        ...flood,
        costs: flood.costs.slice(),
        weights: flood.weights.slice(),
        at: (toX, toY) => (toY - top + 1) * flood.stride + toX - left + 1,
      };
    }
    return kept[n];
  };
}

/** @param span side of a cluster of the table's level, in cells */
export function reach(
  grid: Grid,
  { points, clusterFirst, levels, inter, count }: HpaGraph,
  size: number,
  span: number,
  floods: NodeFloods,
): Reach {
  const [intra] = levels;
  const columns = Math.ceil(grid.width / size);
  const across = Math.ceil(grid.width / span);
  const home = (n: number) => Math.floor(points[2 * n + 1] / span) * across + Math.floor(points[2 * n] / span);
  const waiting = new Uint8Array(count);
  const queue: number[] = [];
  const relax = (n: number, parent: number, cost: number) => {
    if (cost >= self.costs[n]) return;
    if (self.costs[n] === Infinity) self.nodes.push(n);
    self.costs[n] = cost;
    self.parents[n] = parent;
    if (span > size && waiting[n] === 0) queue.push(n);
    waiting[n] = 1;
  };
  const self: Reach = {
    nodes: [],
    costs: new Float64Array(count).fill(Infinity),
    parents: new Int32Array(count),
    from(x, y) {
      for (const n of self.nodes) self.costs[n] = Infinity;
      self.nodes.length = queue.length = 0;
      const c = Math.floor(y / size) * columns + Math.floor(x / size);
      for (let n = clusterFirst[c]; n < clusterFirst[c + 1]; n++) {
        const flood = floods(n);
        relax(n, -1, flood.costs[flood.at(x, y)]);
      }
      // First in, first out: a queue of some tens of nodes. Costs are final when it is empty.
      for (const n of queue) {
        waiting[n] = 0;
        for (let e = intra.first[n]; e < intra.first[n + 1]; e++) relax(intra.to[e], n, self.costs[n] + intra.cost[e]);
        for (let e = inter.first[n]; e < inter.first[n + 1]; e++) {
          if (home(inter.to[e]) === home(n)) relax(inter.to[e], n, self.costs[n] + inter.cost[e]);
        }
      }
      return self;
    },
  };
  return self;
}
