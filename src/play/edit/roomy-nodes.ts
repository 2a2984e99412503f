/** The nodes of HPA* on a map that changes: those of a cluster follow each other, with free numbers behind them. */
import type { Clusters } from '../../core/hpa/clusters.js';
import type { HpaGraph } from '../../core/hpa/graph.js';
import { LANDMARKS } from '../../core/hpa/landmarks.js';
import type { Edges } from '../../core/hpa/levels.js';
import { Rooms } from './rooms.js';
import { Draft } from './roomy-edges.js';

export class RoomyNodes {
  /** Numbers that nodes have or may get. */
  readonly count: number;
  readonly clusterFirst: Int32Array;
  readonly clusterEnd: Int32Array;
  /** As in `HpaGraph`. */
  readonly points: Uint16Array;
  readonly nodeLevels: Uint8Array;
  /** As `landmarkCosts` gives them; Infinity at a node that was not there before. */
  readonly marks: Float64Array;
  private readonly rooms: Rooms;
  /** By number in the graph that was baked the one here. */
  private readonly moved: Int32Array;

  /** @param marks of the graph that was baked */
  constructor(
    private readonly clusters: Clusters,
    private readonly baked: HpaGraph,
    marks: Float64Array,
  ) {
    const { clusterFirst, points, nodeLevels } = baked;
    // One number more than there are nodes: see `RoomyEdges`.
    this.rooms = new Rooms(
      Int32Array.from({ length: clusterFirst.length - 1 }, (_, c) => clusterFirst[c + 1] - clusterFirst[c] + 1),
    );
    this.count = this.rooms.length;
    this.clusterFirst = this.rooms.start;
    this.clusterEnd = this.clusterFirst.map((first, c) => first + clusterFirst[c + 1] - clusterFirst[c]);
    this.points = new Uint16Array(2 * this.count);
    this.nodeLevels = new Uint8Array(this.count);
    this.marks = new Float64Array(LANDMARKS * this.count);
    this.moved = new Int32Array(baked.count);
    for (let c = 0; c + 1 < clusterFirst.length; c++) {
      const [from, end, at] = [clusterFirst[c], clusterFirst[c + 1], this.clusterFirst[c]];
      for (let n = from; n < end; n++) this.moved[n] = at + n - from;
      this.points.set(points.subarray(2 * from, 2 * end), 2 * at);
      this.nodeLevels.set(nodeLevels.subarray(from, end), at);
      this.marks.set(marks.subarray(LANDMARKS * from, LANDMARKS * end), LANDMARKS * at);
    }
  }

  /**
   * Calls back with the edges of each cluster's nodes as they were baked, ends by their numbers here.
   * @param first of each node of the graph that was baked
   * @param more what else is told of edge e of a node of cluster c
   */
  moveIn(
    first: Int32Array,
    { to, cost }: Omit<Edges, 'first'>,
    more: (e: number, c: number) => number,
    put: (c: number, draft: Draft) => void,
  ): void {
    const draft = new Draft();
    const { clusterFirst } = this.baked;
    for (let c = 0; c + 1 < clusterFirst.length; c++) {
      draft.clear();
      for (let n = clusterFirst[c]; n < clusterFirst[c + 1]; n++) {
        for (let e = first[n]; e < first[n + 1]; e++) draft.push(this.moved[to[e]], cost[e], more(e, c));
        draft.endNode();
      }
      put(c, draft);
    }
  }

  /**
   * Gives a cluster nodes; one where there was one before keeps its landmarks' costs.
   * @param places of its nodes inside the cluster
   * @returns whether one is new, gone or has another number
   * @throws NO_ROOM
   */
  place(c: number, places: readonly number[]): boolean {
    const { clusterFirst, clusterEnd, points, marks } = this;
    const { size, columns } = this.clusters;
    const [left, top] = [(c % columns) * size, Math.floor(c / columns) * size];
    const from = clusterFirst[c];
    const before = points.slice(2 * from, 2 * clusterEnd[c]);
    const same =
      before.length === 2 * places.length &&
      places.every(
        (place, i) => before[2 * i] === left + (place % size) && before[2 * i + 1] === top + Math.floor(place / size),
      );
    if (same) return false;
    const costs = marks.slice(LANDMARKS * from, LANDMARKS * clusterEnd[c]);
    const first = this.rooms.take(c, places.length + 1);
    clusterEnd[c] = first + places.length;
    marks.fill(Infinity, LANDMARKS * first, LANDMARKS * clusterEnd[c]);
    places.forEach((place, i) => {
      const [x, y] = [left + (place % size), top + Math.floor(place / size)];
      points[2 * (first + i)] = x;
      points[2 * (first + i) + 1] = y;
      for (let n = 0; 2 * n < before.length; n++) {
        if (before[2 * n] === x && before[2 * n + 1] === y)
          marks.set(costs.subarray(LANDMARKS * n, LANDMARKS * (n + 1)), LANDMARKS * (first + i));
      }
    });
    return true;
  }

  /** Node in a cell, -1 where there is none; on the map. */
  at(x: number, y: number): number {
    const { size, columns } = this.clusters;
    const c = Math.floor(y / size) * columns + Math.floor(x / size);
    for (let n = this.clusterFirst[c]; n < this.clusterEnd[c]; n++)
      if (this.points[2 * n] === x && this.points[2 * n + 1] === y) return n;
    return -1;
  }
}
