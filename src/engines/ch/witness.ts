/**
 * Finds the shortcuts that the contraction of a node needs (Geisberger et al. 2008): between two of its neighbors,
 * unless another way, a *witness*, costs no more. A search that gives up early adds needless shortcuts, but the
 * hierarchy stays exact.
 */

import { grown } from '../../core/arrays.js';
import { X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import type { octile } from '../../core/grid/step-costs.js';
import type { RemainingGraph } from './remaining.js';

/** Numbers of a node: its cost from the source, the cost over the contracted node while it is open, x, y. */
const NODE = 4;

export class WitnessSearch {
  /** The node of the last result; -1 if the result is an estimate or out of date. */
  node = -1;
  /** Pairs of neighbors of the last node that need a shortcut, as places in its list of edges; `count` of them. */
  pairs = new Int32Array(256);
  count = 0;
  hops = 0;
  /** {@link NODE} numbers of each node: Infinity if not reached, -1 if not open. */
  private readonly nodes: Float64Array;
  /** Reached nodes in the order in which they are expanded, and their costs when they were reached. */
  private queue = new Int32Array(256);
  private keys = new Float64Array(256);
  /** Places of the open targets in `nodes`. */
  private open = new Int32Array(64);

  /** @param points x | y << 16 of each node @param distance on an empty grid */
  constructor(
    private readonly graph: RemainingGraph,
    points: Int32Array,
    private readonly distance: typeof octile,
  ) {
    this.nodes = new Float64Array(NODE * points.length);
    for (let v = 0; v < points.length; v++) {
      this.nodes[NODE * v] = Infinity;
      this.nodes[NODE * v + 1] = -1;
      this.nodes[NODE * v + 2] = points[v] & X_MASK;
      this.nodes[NODE * v + 3] = points[v] >> Y_SHIFT;
    }
  }

  /**
   * Writes the shortcuts of a node into {@link pairs}.
   * @param settle most nodes that a search expands
   * @param share for an estimate: searches from every `share`-th neighbor
   */
  find(node: number, settle: number, share = 1): void {
    const { start, degree, targets, hops } = this.graph;
    const from = start[node];
    this.node = share === 1 ? node : -1;
    this.count = 0;
    this.hops = 0;
    // From the far neighbors to the near ones, so that searches from near ones stay short.
    for (let i = from + degree[node] - 1; i > from; i -= share) {
      const openTargets = this.search(node, i, settle);
      if (openTargets === 0) continue;
      for (let j = from; j < i; j++) {
        const limit = NODE * targets[j] + 1;
        if (this.nodes[limit] < 0) continue;
        this.nodes[limit] = -1;
        if (2 * this.count === this.pairs.length) this.pairs = grown(this.pairs);
        this.pairs[2 * this.count] = j - from;
        this.pairs[2 * this.count++ + 1] = i - from;
        this.hops += hops[i] + hops[j];
      }
    }
  }

  /**
   * Searches for ways from one neighbor of a node to those before it in its list, past the node. Expands nodes in the
   * order in which they are reached: the ways are short, so a queue by cost would take more time than it saves.
   * @param edge the neighbor, by its place in the pool
   * @returns number of targets without a way; only these have a limit
   */
  private search(node: number, edge: number, settle: number): number {
    const { start, degree, targets, costs } = this.graph;
    const { nodes, distance } = this;
    const source = targets[edge];
    const base = costs[edge];
    const from = start[node];
    let { queue, keys, open } = this;
    if (degree[source] > queue.length) ({ queue, keys } = this.grow(degree[source]));
    if (edge - from > open.length) open = this.open = new Int32Array(2 * (edge - from));
    let used = 0;
    let most = base + costs[edge - 1];
    for (let e = start[source], end = e + degree[source]; e < end && costs[e] <= most; e++) {
      nodes[NODE * targets[e]] = costs[e];
      keys[used] = costs[e];
      queue[used++] = targets[e];
    }
    let left = 0;
    most = 0;
    for (let j = from; j < edge; j++) {
      const via = base + costs[j];
      const target = NODE * targets[j];
      if (nodes[target] <= via) continue;
      nodes[target + 1] = most = via;
      open[left++] = target;
    }
    // Ways lead neither back to the source nor over the node.
    nodes[NODE * source] = 0;
    nodes[NODE * node] = -1;
    for (let i = 0, settled = 0; i < used && left > 0 && settled < settle; i++) {
      const key = keys[i];
      const at = NODE * queue[i];
      if (key > nodes[at] || key >= most) continue;
      let k = 0;
      while (
        k < left &&
        key + distance(nodes[open[k] + 2] - nodes[at + 2], nodes[open[k] + 3] - nodes[at + 3]) > nodes[open[k] + 1]
      )
        k++;
      if (k === left) continue;
      settled++;
      const x = queue[i];
      if (used + degree[x] > queue.length) ({ queue, keys } = this.grow(degree[x]));
      for (let e = start[x], end = e + degree[x]; e < end; e++) {
        const cost = key + costs[e];
        if (cost > most) break;
        const to = NODE * targets[e];
        if (nodes[to] <= cost) continue;
        nodes[to] = cost;
        keys[used] = cost;
        queue[used++] = targets[e];
        if (cost > nodes[to + 1]) continue;
        nodes[to + 1] = -1;
        left--;
        most = 0;
        for (let k = 0; k < left; k++) {
          if (open[k] === to) open[k] = open[left];
          if (nodes[open[k] + 1] > most) most = nodes[open[k] + 1];
        }
      }
    }
    nodes[NODE * source] = nodes[NODE * node] = Infinity;
    for (let i = 0; i < used; i++) nodes[NODE * queue[i]] = Infinity;
    return left;
  }

  private grow(count: number): this {
    this.queue = grown(this.queue, count);
    this.keys = grown(this.keys, count);
    return this;
  }
}
