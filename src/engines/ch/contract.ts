/**
 * The order in which subgoals are contracted, and the shortcuts that this needs (Geisberger, Sanders, Schultes &
 * Delling 2008).
 *
 * The cheapest node is contracted next. Its cost is the sum of its level (one more than the highest level of a neighbor
 * contracted before, so that contraction spreads evenly), the ratio of added shortcuts to removed edges, and the same
 * ratio counted in direct edges. A neighbor's contraction makes a node's cost stale. It is computed again when the node
 * reaches the front of the queue.
 */
import { grown } from '../../core/arrays.js';
import type { octile } from '../../core/grid/step-costs.js';
import type { RemainingGraph } from './remaining.js';
import { WitnessSearch } from './witness.js';

/** Most nodes of a witness search, without and with costs (docs/decisions/contraction-hierarchies.md). */
export const WITNESS_LIMIT = 60;
export const WEIGHTED_WITNESS_LIMIT = 200;

export interface Step {
  level: number;
  degree: number;
  shortcuts: number;
  left: number;
}

export interface Contraction {
  levels: Int32Array;
  /** Neighbors of a node when it was contracted: `degree` of them from `first`. */
  first: Int32Array;
  degree: Int32Array;
  neighbors: Int32Array;
  /** Pairs of neighbors with a shortcut, as places in the list: `pairCount` of them from 2 * `pairFirst`. */
  pairFirst: Int32Array;
  pairCount: Int32Array;
  pairs: Int32Array;
}

/** Nodes of one block of the contraction's order. */
const BLOCK = 4096;
/** Cost of a level. Nodes whose costs differ by less are contracted block by block. */
const STEP = 1000;
/** The cost of a node of at least twice as many edges is estimated from a share of them. */
const SAMPLE = 12;

/**
 * Contracts every node of an undirected graph. The same graph gives the same contraction.
 * @param points x | y << 16 of each node; no edge costs less than the distance; neighbors have near numbers
 * @param graph made by the caller, so that its source edges can be freed
 * @param limit most nodes of a witness search
 * @param distance on an empty grid
 * @param order of nodes that cost the same
 * @returns in pieces: yields after each node
 */
export function* contract(
  points: Int32Array,
  graph: RemainingGraph,
  limit: number,
  distance: typeof octile,
  order: Int32Array,
): Generator<Step, Contraction, void> {
  const n = points.length;
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

  const cost = (v: number): number => {
    const share = Math.max(1, Math.floor(graph.degree[v] / SAMPLE));
    witnesses.find(v, limit, share);
    let removed = 0;
    for (let e = graph.start[v], end = e + graph.degree[v]; e < end; e++) removed += graph.hops[e];
    // A node without neighbors adds nothing, so any divisor works.
    const added = (2 * witnesses.count) / (graph.degree[v] || 1) + witnesses.hops / (removed || 1);
    return STEP * (levels[v] + share * added);
  };
  const queue = new NodeQueue(order, cost);
  for (let left = n - 1; left >= 0; left--) {
    const v = queue.takeFirst();
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
    for (let i = 0; i < degree[v]; i++) {
      const u = graph.targets[start + i];
      neighbors[used + i] = u;
      graph.remove(u, v);
      levels[u] = Math.max(levels[u], levels[v] + 1);
      queue.makeStale(u);
    }
    let shortcuts = 0;
    for (let k = 0; k < 2 * count; k += 2) {
      const i = added[k];
      const j = added[k + 1];
      // The pool may grow while edges are added.
      const { costs, hops } = graph;
      const [price, length] = [costs[start + i] + costs[start + j], hops[start + i] + hops[start + j]];
      shortcuts += Number(graph.connect(neighbors[used + i], neighbors[used + j], price, length));
    }
    graph.drop(v);
    used += degree[v];
    yield { level: levels[v], degree: degree[v], shortcuts, left };
  }
  return { levels, first, degree, neighbors, pairFirst, pairCount, pairs };
}

/**
 * Binary heap of nodes by cost in steps, then block, then cost, then order. Nodes contracted one after another are near
 * in memory. Stale costs are recomputed at the front.
 */
class NodeQueue {
  private readonly heap: Int32Array;
  private readonly keys: Float64Array;
  private readonly stale: Uint8Array;
  private readonly blocks: number;
  private size: number;

  /** @param order of nodes of one key; all are in the queue at first */
  constructor(
    private readonly order: Int32Array,
    private readonly cost: (node: number) => number,
  ) {
    const size = order.length;
    this.size = size;
    this.blocks = Math.ceil(size / BLOCK);
    this.heap = order.map((_, v) => v);
    this.keys = Float64Array.from(this.heap, (v) => this.key(v));
    this.stale = new Uint8Array(size);
    for (let i = (size >> 1) - 1; i >= 0; i--) this.sink(i);
  }

  makeStale(node: number): void {
    this.stale[node] = 1;
  }

  takeFirst(): number {
    while (this.stale[this.heap[0]]) {
      const node = this.heap[0];
      this.stale[node] = 0;
      this.keys[node] = this.key(node);
      this.sink(0);
    }
    const node = this.heap[0];
    this.heap[0] = this.heap[--this.size];
    if (this.size > 0) this.sink(0);
    return node;
  }

  /** The node's cost, with its block between the whole steps and the rest. */
  private key(node: number): number {
    const cost = this.cost(node);
    const steps = Math.floor(cost / STEP);
    return (steps * this.blocks + Math.floor(node / BLOCK) - steps) * STEP + cost;
  }

  private before(a: number, b: number): boolean {
    return this.keys[a] < this.keys[b] || (this.keys[a] === this.keys[b] && this.order[a] < this.order[b]);
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
