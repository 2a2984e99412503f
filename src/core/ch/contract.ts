/**
 * The order in which subgoals are contracted, and the shortcuts that this needs (Geisberger, Sanders, Schultes &
 * Delling 2008).
 *
 * The cheapest node goes next. What it costs is a mixture: its level (one more than that of any neighbor contracted
 * before it, so that contraction spreads evenly), the shortcuts that it would add by the edges that it would remove,
 * and the same in direct edges. A neighbor's contraction makes a node's cost stale; it is found again when the node
 * comes to the front of the queue.
 */
import { grown } from '../grid/grid.js';
import { octile } from '../grid/step-costs.js';
import { type Edges, RemainingGraph } from './remaining.js';
import { WitnessSearch } from './witness.js';

/**
 * Most nodes of a witness search, without and with costs (docs/decisions/contraction-hierarchies.md).
 */
export const WITNESS_LIMIT = 60;
export const PRICED_WITNESS_LIMIT = 200;

/** Result of a contraction, by node. */
export interface Contraction {
  levels: Int32Array;
  /** Neighbors left when a node was contracted: from `first` on, `degree` of them. */
  first: Int32Array;
  degree: Int32Array;
  neighbors: Int32Array;
  /** Pairs of them that got a shortcut, as places in the list: from 2 * `pairFirst` on, `pairCount` of them. */
  pairFirst: Int32Array;
  pairCount: Int32Array;
  pairs: Int32Array;
  /** Edges that were added. */
  shortcuts: number;
}

/**
 * Contracts every node of an undirected graph. The same graph gives the same contraction.
 * @param points x | y << 16 of each node; no edge costs less than the distance
 * @param distance on an empty grid
 * @returns in pieces: yields the number of nodes that are left after each
 */
export function* contract(
  points: Int32Array,
  edges: Edges,
  limit = WITNESS_LIMIT,
  distance = octile,
): Generator<number, Contraction, void> {
  const n = points.length;
  const graph = new RemainingGraph(edges);
  const witnesses = new WitnessSearch(graph, points, distance);
  const levels = new Int32Array(n);
  const first = new Int32Array(n);
  const degree = new Int32Array(n);
  const pairFirst = new Int32Array(n);
  const pairCount = new Int32Array(n);
  let neighbors = new Int32Array(2 * n + 256);
  let pairs = new Int32Array(2 * n + 256);
  let used = 0;
  let pairsUsed = 0;
  let shortcuts = 0;

  const cost = (v: number): number => {
    witnesses.find(v, limit);
    let removed = 0;
    for (let e = graph.start[v], end = e + graph.degree[v]; e < end; e++) removed += graph.hops[e];
    // A node without neighbors has nothing to add: any divisor will do.
    return (
      1000 * levels[v] + (2000 * witnesses.count) / (graph.degree[v] || 1) + (1000 * witnesses.hops) / (removed || 1)
    );
  };
  const queue = new NodeQueue(n, cost);
  for (let left = n - 1; left >= 0; left--) {
    const v = queue.takeFirst();
    // The cost is mostly up to date.
    if (witnesses.node !== v) witnesses.find(v, limit);
    witnesses.node = -1;
    const { count } = witnesses;
    const added = witnesses.pairs.subarray(0, 2 * count);
    const start = graph.start[v];
    first[v] = used;
    degree[v] = graph.degree[v];
    pairFirst[v] = pairsUsed;
    pairCount[v] = count;
    if (used + degree[v] > neighbors.length) neighbors = grown(neighbors, degree[v]);
    if (2 * (pairsUsed + count) > pairs.length) pairs = grown(pairs, 2 * count);
    pairs.set(added, 2 * pairsUsed);
    pairsUsed += count;
    // The pool may move while edges are added: the costs are read before.
    const prices = graph.costs.slice(start, start + degree[v]);
    const hops = graph.hops.slice(start, start + degree[v]);
    for (let i = 0; i < degree[v]; i++) {
      const u = graph.targets[start + i];
      neighbors[used + i] = u;
      graph.remove(u, v);
      levels[u] = Math.max(levels[u], levels[v] + 1);
      queue.makeStale(u);
    }
    for (let k = 0; k < 2 * count; k += 2) {
      const i = added[k];
      const j = added[k + 1];
      shortcuts += Number(
        graph.connect(neighbors[used + i], neighbors[used + j], prices[i] + prices[j], hops[i] + hops[j]),
      );
    }
    used += degree[v];
    yield left;
  }
  return { levels, first, degree, neighbors, pairFirst, pairCount, pairs, shortcuts };
}

/** Binary heap of nodes by cost, then number; stale costs are recomputed at the front. */
class NodeQueue {
  private readonly heap: Int32Array;
  private readonly costs: Float64Array;
  private readonly stale: Uint8Array;

  /** @param size number of nodes, all of which are in the queue at first */
  constructor(
    private size: number,
    private readonly cost: (node: number) => number,
  ) {
    this.heap = Int32Array.from({ length: size }, (_, v) => v);
    this.costs = Float64Array.from(this.heap, (v) => cost(v));
    this.stale = new Uint8Array(size);
    for (let i = (this.size >> 1) - 1; i >= 0; i--) this.sink(i);
  }

  makeStale(node: number): void {
    this.stale[node] = 1;
  }

  takeFirst(): number {
    while (this.stale[this.heap[0]]) {
      const node = this.heap[0];
      this.stale[node] = 0;
      this.costs[node] = this.cost(node);
      this.sink(0);
    }
    const node = this.heap[0];
    this.heap[0] = this.heap[--this.size];
    if (this.size > 0) this.sink(0);
    return node;
  }

  private before(a: number, b: number): boolean {
    return this.costs[a] < this.costs[b] || (this.costs[a] === this.costs[b] && a < b);
  }

  private sink(at: number): void {
    const { heap, size } = this;
    const node = heap[at];
    let i = at;
    for (let child = 2 * i + 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && this.before(heap[child + 1], heap[child])) child++;
      if (!this.before(heap[child], node)) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = node;
  }
}
