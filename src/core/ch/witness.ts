/**
 * Which shortcuts the contraction of a node needs (Geisberger et al. 2008): those between two of its neighbors for
 * which no other way, a *witness*, costs as little. A search that gives up early only adds shortcuts that were not
 * needed: the hierarchy stays exact.
 */

import { grown } from '../grid/grid.js';
import { X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import type { octile } from '../grid/step-costs.js';
import { siftDown, siftUp } from '../search/heap.js';
import type { RemainingGraph } from './remaining.js';

/** Numbers of an open target. */
const OPEN = 4;

export class WitnessSearch {
  /** The node that the rest is about; -1 when its graph has changed since. */
  node = -1;
  /** Pairs of neighbors of the last node that need a shortcut, as places in its list of edges; `count` of them. */
  pairs = new Int32Array(256);
  count = 0;
  /** Direct edges that these shortcuts stand for. */
  hops = 0;
  private readonly distances: Float64Array;
  /** Cost of the way over the node to each open target, -1 for other nodes. */
  private readonly limits: Float64Array;
  private touched = new Int32Array(256);
  /** Open targets: node, x, y and limit of each. */
  private open = new Float64Array(OPEN * 64);
  private keys = new Float64Array(256);
  private nodes = new Int32Array(256);
  private size = 0;

  /** @param points x | y << 16 of each node @param distance on an empty grid */
  constructor(
    private readonly graph: RemainingGraph,
    private readonly points: Int32Array,
    private readonly distance: typeof octile,
  ) {
    this.distances = new Float64Array(points.length).fill(Infinity);
    this.limits = new Float64Array(points.length).fill(-1);
  }

  /** Writes the shortcuts of a node into {@link pairs}. @param settle most nodes of a search */
  find(node: number, settle: number): void {
    const { start, degree, targets, hops } = this.graph;
    const from = start[node];
    this.node = node;
    this.count = 0;
    this.hops = 0;
    // From the far neighbors to the near ones, so that the nearest need not look far.
    for (let i = from + degree[node] - 1; i > from; i--) {
      const openTargets = this.search(node, i, settle);
      if (openTargets === 0) continue;
      for (let j = from; j < i; j++) {
        if (this.limits[targets[j]] < 0) continue;
        this.limits[targets[j]] = -1;
        if (2 * this.count === this.pairs.length) this.pairs = grown(this.pairs);
        this.pairs[2 * this.count] = j - from;
        this.pairs[2 * this.count++ + 1] = i - from;
        this.hops += hops[i] + hops[j];
      }
    }
  }

  /**
   * Looks for ways from one neighbor of a node to those before it in its list, past the node.
   * @param edge the neighbor, by its place in the pool
   * @returns how many targets have none; they alone have a limit
   */
  private search(node: number, edge: number, settle: number): number {
    const { start, degree, targets, costs } = this.graph;
    const { points, distances, limits } = this;
    const source = targets[edge];
    const base = costs[edge];
    const from = start[node];
    let most = base + costs[edge - 1];
    // Neighbors first: an edge is the commonest witness.
    let used = 0;
    let { touched, open } = this;
    const need = degree[source] + 2;
    if (need > touched.length) this.touched = touched = grown(touched, need);
    if (OPEN * (edge - from) > open.length) this.open = open = new Float64Array(2 * OPEN * (edge - from));
    for (let e = start[source], end = e + degree[source]; e < end && costs[e] <= most; e++) {
      distances[targets[e]] = costs[e];
      touched[used++] = targets[e];
    }
    const direct = used;
    let left = 0;
    most = 0;
    for (let j = from; j < edge; j++) {
      const via = base + costs[j];
      if (distances[targets[j]] <= via) continue;
      limits[targets[j]] = via;
      const at = OPEN * left++;
      open[at] = targets[j];
      open[at + 1] = points[targets[j]] & X_MASK;
      open[at + 2] = points[targets[j]] >> Y_SHIFT;
      open[at + 3] = via;
      most = via;
    }
    if (left > 0) {
      // Neither back to the source nor over the node.
      distances[source] = 0;
      distances[node] = -1;
      touched[used++] = source;
      touched[used++] = node;
      this.size = 0;
      for (let i = 0; i < direct; i++) {
        const x = touched[i];
        if (x !== node && distances[x] < most) this.push(distances[x], x);
      }
      for (let settled = 0; this.size > 0 && settled < settle; ) {
        const key = this.keys[0];
        if (key >= most) break;
        const x = this.pop();
        if (key > distances[x] || !this.helps(x, key, left)) continue;
        settled++;
        for (let e = start[x], end = e + degree[x]; e < end; e++) {
          const cost = key + costs[e];
          if (cost > most) break;
          const y = targets[e];
          const old = distances[y];
          if (old <= cost) continue;
          if (old === Infinity) {
            if (used === touched.length) this.touched = touched = grown(touched);
            touched[used++] = y;
          }
          distances[y] = cost;
          if (cost <= limits[y]) {
            limits[y] = -1;
            most = 0;
            left--;
            for (let k = 0, end = OPEN * left; k < end; k += OPEN) {
              if (open[k] === y) open.copyWithin(k, end, end + OPEN);
              if (open[k + 3] > most) most = open[k + 3];
            }
            if (left === 0) break;
          }
          this.push(cost, y);
        }
        if (left === 0) break;
      }
    }
    for (let i = 0; i < used; i++) distances[touched[i]] = Infinity;
    return left;
  }

  /** Can a way of some cost, so far, be a witness for one of the open targets? */
  private helps(node: number, cost: number, left: number): boolean {
    const { points, open, distance } = this;
    const x = points[node] & X_MASK;
    const y = points[node] >> Y_SHIFT;
    for (let k = 0, end = OPEN * left; k < end; k += OPEN) {
      if (cost + distance(open[k + 1] - x, open[k + 2] - y) <= open[k + 3]) return true;
    }
    return false;
  }

  private push(key: number, node: number): void {
    if (this.size === this.nodes.length) {
      this.nodes = grown(this.nodes);
      const keys = new Float64Array(this.nodes.length);
      keys.set(this.keys);
      this.keys = keys;
    }
    siftUp(this.keys, this.nodes, this.size++, key, node);
  }

  private pop(): number {
    const top = this.nodes[0];
    siftDown(this.keys, this.nodes, --this.size);
    return top;
  }
}
