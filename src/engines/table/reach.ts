/**
 * From a cell to the nodes around it: costs and ways inside its cluster of the table's level
 * (docs/decisions/tables.md).
 */
import { assertPath } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Flood } from '../hpa/flood.js';
import type { HpaGraph } from '../hpa/graph.js';

/** Reach of one cell; overwritten by the next call. */
export interface Reach {
  /** Nodes with a way from the cell inside its cluster, those below the table's level included. */
  nodes: number[];
  /** By node, Infinity for all others: cost on the doubled scale. */
  costs: Float64Array;
  /** By node: its predecessor; -1 if it is in the cell's level-1 cluster and reached directly. */
  parents: Int32Array;
  /** @returns itself */
  from(x: number, y: number): Reach;
}

/** Cells of a padded cluster: cost to a node of it, 0 at the node or if unreachable. */
type CostsTo = Uint32Array | Float64Array;

/** Floods of clusters from their nodes, made when they are needed and kept: 4 bytes per node and cell, 8 with costs. */
export interface NodeFloods {
  /** Visits the nodes of a cell's cluster that it reaches inside. */
  each(x: number, y: number, visit: (n: number, cost: number) => void): void;
  /** The flood from a node, of a cell's cluster, that was asked for before. */
  from(n: number, x: number, y: number): { weights: Uint8Array; costs: CostsTo };
}

export function nodeFloods(grid: Grid, { points, clusterFirst }: HpaGraph, size: number, flood: Flood): NodeFloods {
  const columns = Math.ceil(grid.width / size);
  const Costs = grid.costs ? Float64Array : Uint32Array;
  const kept: CostsTo[] = [];
  /** Weight per cell of each cluster, computed at its first query. */
  const weights: Uint8Array[] = [];
  const clusterOf = (x: number, y: number) => Math.floor(y / size) * columns + Math.floor(x / size);
  const costsTo = (n: number, x: number, y: number): CostsTo => {
    if (kept[n]) return kept[n];
    flood.run(x, y);
    kept[n] = new Costs(flood.costs.map((cost) => (cost < Infinity ? cost : 0)));
    return kept[n];
  };
  return {
    each(x, y, visit) {
      const c = clusterOf(x, y);
      // At first one flood from the cell, which tells the same of all nodes.
      const known = weights[c];
      if (!known) {
        flood.run(x, y);
        weights[c] = flood.weights.slice();
      }
      const { at, costs } = flood;
      // Read once: memory of a blob may change.
      const [first, end] = [clusterFirst[c], clusterFirst[c + 1]];
      assertPath(end - first <= 4 * size);
      for (let n = first; n < end; n++) {
        const nodeX = points[2 * n];
        const nodeY = points[2 * n + 1];
        const cost = known ? costsTo(n, nodeX, nodeY)[at(x, y)] : costs[at(nodeX, nodeY)];
        if ((cost > 0 && cost < Infinity) || (nodeX === x && nodeY === y)) visit(n, cost);
      }
    },
    from: (n, x, y) => ({ weights: weights[clusterOf(x, y)], costs: costsTo(n, points[2 * n], points[2 * n + 1]) }),
  };
}

/** @param size side of a level-1 cluster, in cells @param span side of a cluster of the table's level */
export function reach(
  grid: Grid,
  { points, levels, inter, count }: HpaGraph,
  size: number,
  span: number,
  floods: NodeFloods,
): Reach {
  const [intra] = levels;
  const across = Math.ceil(grid.width / span);
  const home = (n: number) => Math.floor(points[2 * n + 1] / span) * across + Math.floor(points[2 * n] / span);
  const waiting = new Uint8Array(count);
  // Edges that a reach looks at: of forged ones without end.
  const mostLooks = 64 * (intra.to.length + inter.to.length + count);
  const queue: number[] = [];
  const relax = (n: number, parent: number, cost: number) => {
    if (!(cost < self.costs[n])) return;
    if (self.costs[n] === Infinity) self.nodes.push(n);
    self.costs[n] = cost;
    self.parents[n] = parent;
    if (span > size && waiting[n] === 0) queue.push(n);
    waiting[n] = 1;
  };
  const relaxFirst = (n: number, cost: number) => relax(n, -1, cost);
  const self: Reach = {
    nodes: [],
    costs: new Float64Array(count).fill(Infinity),
    parents: new Int32Array(count),
    from(x, y) {
      for (const n of self.nodes) self.costs[n] = Infinity;
      self.nodes.length = queue.length = 0;
      floods.each(x, y, relaxFirst);
      // First in, first out. Terminates: edges cost something, and what is queued has become cheaper.
      let left = mostLooks;
      for (const n of queue) {
        waiting[n] = 0;
        for (const { first, end, to, cost } of [intra, inter]) {
          for (let e = first[n]; e < end[n]; e++) {
            assertPath(left--);
            if (to !== inter.to || home(to[e]) === home(n)) relax(to[e], n, self.costs[n] + cost[e]);
          }
        }
      }
      return self;
    },
  };
  return self;
}
