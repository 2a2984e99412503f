/** Edges of a graph that changes: in CSR form, the nodes of a cluster beside each other, and each cluster's edges in a piece of their own. */
import { grown } from '../../core/grid/grid.js';
import type { Edges } from '../../core/hpa/levels.js';
import { Rooms } from './rooms.js';

/** The edges of some nodes that follow each other, while they are made. */
export class Draft {
  /** Nodes that are done, and edges. */
  nodes = 0;
  count = 0;
  /** Where each node's edges end. */
  ends = new Int32Array(64);
  to = new Int32Array(256);
  cost = new Float64Array(256);
  /** Further values of each. */
  more = new Int32Array(256);

  clear(): void {
    this.nodes = this.count = 0;
  }

  push(to: number, cost: number, more = 0): void {
    if (this.count === this.to.length) {
      const costs = new Float64Array(2 * this.count);
      costs.set(this.cost);
      this.cost = costs;
      this.to = grown(this.to);
      this.more = grown(this.more);
    }
    this.to[this.count] = to;
    this.cost[this.count] = cost;
    this.more[this.count++] = more;
  }

  endNode(): void {
    if (this.nodes === this.ends.length) this.ends = grown(this.ends);
    this.ends[this.nodes++] = this.count;
  }
}

/** The last node of a cluster is followed by a number that no node has: it tells where the edges of the last one end. */
export class RoomyEdges<More extends Int32Array | Uint8Array = Uint8Array> implements Edges {
  readonly to: Int32Array;
  readonly cost: Float64Array;
  readonly more: More;
  private readonly rooms: Rooms;

  /**
   * @param first of each node
   * @param lengths number of edges of each owner at first
   * @param more makes what else is told of each
   */
  constructor(
    readonly first: Int32Array,
    lengths: ArrayLike<number>,
    more: (length: number) => More,
  ) {
    this.rooms = new Rooms(lengths);
    this.to = new Int32Array(this.rooms.length);
    this.cost = new Float64Array(this.rooms.length);
    this.more = more(this.rooms.length);
  }

  /**
   * Puts edges in place of those that an owner has.
   * @param at place in `first` of its first node
   * @returns whether any is new
   * @throws NO_ROOM
   */
  put(owner: number, at: number, { nodes, count, ends, to, cost, more }: Draft): boolean {
    const { first, rooms } = this;
    const begin = rooms.take(owner, count);
    let isNew = first[at] !== begin;
    first[at] = begin;
    for (let i = 0; i < nodes; i++) {
      isNew ||= first[at + i + 1] !== begin + ends[i];
      first[at + i + 1] = begin + ends[i];
    }
    for (let i = 0, e = begin; i < count; i++, e++) {
      if (this.to[e] === to[i] && this.cost[e] === cost[i] && (this.more.length === 0 || this.more[e] === more[i]))
        continue;
      isNew = true;
      this.to[e] = to[i];
      this.cost[e] = cost[i];
      if (this.more.length > 0) this.more[e] = more[i];
    }
    return isNew;
  }
}
