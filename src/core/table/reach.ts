/**
 * From a cell to the nodes around it: costs and ways inside its cluster of the table's level
 * (docs/decisions/tables.md).
 */
import type { Grid } from '../grid/grid.js';
import type { Flood } from '../hpa/flood.js';
import type { HpaGraph } from '../hpa/graph.js';

/** Reach of one cell; overwritten by the next call. */
export interface Reach {
  /** Nodes with a way from the cell inside its cluster, those below the table's level included. */
  nodes: number[];
  /** By node, Infinity for all others: cost on the doubled scale. */
  costs: Float64Array;
  /** By node: its predecessor, -1 for those of the cell's level-1 cluster that are reached directly. */
  parents: Int32Array;
  /** @returns itself */
  from(x: number, y: number): Reach;
}

/** A level-1 cluster's floods from each of its nodes, `first` to before `end`. */
export interface NodeFloods {
  first: number;
  end: number;
  /** Node by node, the cells of the padded cluster: cost to the node, 0 at the node or if unreachable. */
  costs: Uint32Array | Float64Array;
  /** Weight per cell of the copy. */
  weights: Uint8Array;
}

/** Floods of clusters from each node, made lazily and kept: 4 bytes per node and cell, 8 with costs. */
export function nodeFloods(
  grid: Grid,
  { points, clusterFirst }: HpaGraph,
  size: number,
  flood: Flood,
): (x: number, y: number) => NodeFloods {
  const columns = Math.ceil(grid.width / size);
  const cells = flood.costs.length;
  const kept: NodeFloods[] = [];
  return (x, y) => {
    const c = Math.floor(y / size) * columns + Math.floor(x / size);
    if (!kept[c]) {
      const [first, end] = [clusterFirst[c], clusterFirst[c + 1]];
      const costs = new (grid.costs ? Float64Array : Uint32Array)((end - first) * cells);
      for (let n = first; n < end; n++) {
        flood.run(points[2 * n], points[2 * n + 1]);
        const costsToNode = flood.costs.map((cost) => (cost < Infinity ? cost : 0));
        costs.set(costsToNode, (n - first) * cells);
      }
      kept[c] = { first, end, costs, weights: flood.weights.slice() };
    }
    return kept[c];
  };
}

/** @param size side of a level-1 cluster, in cells @param span side of a cluster of the table's level */
export function reach(
  grid: Grid,
  { points, levels, inter, count }: HpaGraph,
  size: number,
  span: number,
  { stride, costs: { length: cells } }: Flood,
  floodsAt: ReturnType<typeof nodeFloods>,
): Reach {
  const [intra] = levels;
  const across = Math.ceil(grid.width / span);
  const home = (n: number) => Math.floor(points[2 * n + 1] / span) * across + Math.floor(points[2 * n] / span);
  const waiting = new Uint8Array(count);
  const queue: number[] = [];
  const relax = (n: number, parent: number, cost: number) => {
    if (!(cost < self.costs[n])) return;
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
      const { first, end, costs } = floodsAt(x, y);
      let at = ((y % size) + 1) * stride + (x % size) + 1;
      for (let n = first; n < end; n++, at += cells) {
        if (costs[at] > 0 || (points[2 * n] === x && points[2 * n + 1] === y)) relax(n, -1, costs[at]);
      }
      // First in, first out. Terminates: edges cost something, and what is queued has become cheaper.
      for (const n of queue) {
        waiting[n] = 0;
        for (let e = intra.first[n]; e < intra.end[n]; e++) relax(intra.to[e], n, self.costs[n] + intra.cost[e]);
        for (let e = inter.first[n]; e < inter.end[n]; e++) {
          if (home(inter.to[e]) === home(n)) relax(inter.to[e], n, self.costs[n] + inter.cost[e]);
        }
      }
      return self;
    },
  };
  return self;
}
