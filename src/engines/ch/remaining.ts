/** The remaining graph during contraction: undirected, each node's edges in one block of a pool, cheapest first. */
import { grown } from '../../core/arrays.js';

/** Edges of the subgoal graph, both ways, by node. */
export interface Edges {
  /** Int32Array(nodes + 1): where each node's edges begin. */
  first: Int32Array;
  targets: Int32Array;
  costs: Float64Array;
}

/** The room of a block is a multiple of this. */
const ROOM = 4;

export class RemainingGraph {
  /** Where each node's edges begin in the pool, and their number. */
  readonly start: Int32Array;
  readonly degree: Int32Array;
  /** Pool: target, cost, and number of direct edges that an edge stands for. */
  targets: Int32Array;
  costs: Float64Array;
  hops: Int32Array;
  private readonly room: Int32Array;
  private used = 0;
  /** By room / {@link ROOM}: free blocks. */
  private readonly free: number[][] = [];

  constructor({ first, targets, costs }: Edges) {
    const n = first.length - 1;
    this.start = new Int32Array(n);
    this.degree = new Int32Array(n);
    this.room = new Int32Array(n);
    for (let v = 0; v < n; v++) {
      this.start[v] = this.used;
      this.room[v] = ROOM * Math.ceil((first[v + 1] - first[v] + 2) / ROOM);
      this.used += this.room[v];
    }
    this.targets = new Int32Array(this.used + ROOM * n);
    this.costs = new Float64Array(this.targets.length);
    this.hops = new Int32Array(this.targets.length);
    for (let v = 0; v < n; v++) for (let e = first[v]; e < first[v + 1]; e++) this.insert(v, targets[e], costs[e], 1);
  }

  /** Frees the block of a node that is contracted or moved. */
  drop(v: number): void {
    const blocks = this.free[this.room[v] / ROOM];
    if (blocks) blocks.push(this.start[v]);
    else this.free[this.room[v] / ROOM] = [this.start[v]];
  }

  /** Adds an edge between two nodes, or replaces a costlier one. @returns false if there was one */
  connect(u: number, w: number, cost: number, hops: number): boolean {
    const had = this.remove(u, w);
    if (had) this.remove(w, u);
    this.insert(u, w, cost, hops);
    this.insert(w, u, cost, hops);
    return !had;
  }

  /** Removes a node's edge to another, one way. @returns whether there was one */
  remove(u: number, w: number): boolean {
    const { targets, costs, hops } = this;
    let i = this.start[u];
    const last = i + this.degree[u] - 1;
    while (i <= last && targets[i] !== w) i++;
    if (i > last) return false;
    for (; i < last; i++) {
      targets[i] = targets[i + 1];
      costs[i] = costs[i + 1];
      hops[i] = hops[i + 1];
    }
    this.degree[u]--;
    return true;
  }

  private insert(u: number, w: number, cost: number, hops: number): void {
    if (this.degree[u] === this.room[u]) this.move(u);
    const { targets, costs } = this;
    let i = this.start[u] + this.degree[u]++;
    for (; i > this.start[u] && costs[i - 1] > cost; i--) {
      targets[i] = targets[i - 1];
      costs[i] = costs[i - 1];
      this.hops[i] = this.hops[i - 1];
    }
    targets[i] = w;
    costs[i] = cost;
    this.hops[i] = hops;
  }

  /** Moves a full block to one with twice the room: a free one, so that the pool stays small, or at the end. */
  private move(u: number): void {
    const from = this.start[u];
    const room = 2 * this.room[u];
    let to = this.free[room / ROOM]?.pop();
    if (to === undefined) {
      to = this.used;
      this.used += room;
      if (this.used > this.targets.length) {
        this.targets = grown(this.targets, room);
        this.hops = grown(this.hops, room);
        this.costs = grown(this.costs, room);
      }
    }
    for (const pool of [this.targets, this.costs, this.hops]) pool.copyWithin(to, from, from + this.degree[u]);
    this.drop(u);
    this.start[u] = to;
    this.room[u] = room;
  }
}
