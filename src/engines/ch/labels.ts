/**
 * Hub labels of a hierarchy (Abraham, Delling, Goldberg & Werneck 2011). A label lists the costs from a node to its
 * hubs: the nodes above it that are the highest on some cheapest path from it. The cheapest path between two nodes
 * leads over the best hub that both have, so a query reads two short lists instead of searching.
 *
 * Measured and decided: docs/decisions/weighted-terrain.md.
 */
import { grown } from '../../core/arrays.js';
import { assertPath } from '../../core/errors.js';
import type { Hierarchy } from './replay.js';

export interface HubLabels {
  /** Int32Array(nodes + 1): where the label of each rank begins. */
  first: Int32Array;
  /** Rank of each hub, ascending within a label. */
  hubs: Int32Array;
  costs: Float64Array;
  /** First edge on the way up to the hub, -1 of a node to itself. */
  edges: Int32Array;
}

/** Most nodes, and most hubs per node. Larger labels cost memory and are as slow as a search. */
const MOST_NODES = 10_000;
const MOST_HUBS = 160;

/** @returns undefined if the hierarchy is too large */
export function hubLabels({ first: up, targets, costs: prices, points }: Hierarchy): HubLabels | undefined {
  const n = points.length;
  if (n > MOST_NODES) return undefined;
  // From the highest rank down, because a label is made from labels above it. They stay in this order until the end.
  const from = new Int32Array(n);
  const until = new Int32Array(n);
  let hubs = new Int32Array(32 * n + n);
  let edges = new Int32Array(hubs.length);
  let costs = new Float64Array(hubs.length);
  // For the current node, by hub: cost and first edge.
  const cheapest = new Float64Array(n).fill(Infinity);
  const edge = new Int32Array(n);
  const listed = new Int32Array(n);
  let used = 0;
  for (let r = n - 1; r >= 0; r--) {
    let count = 0;
    listed[count++] = r;
    cheapest[r] = 0;
    edge[r] = -1;
    for (let e = up[r]; e < up[r + 1]; e++) {
      for (let i = from[targets[e]]; i < until[targets[e]]; i++) {
        const cost = prices[e] + costs[i];
        const h = hubs[i];
        if (cheapest[h] <= cost) continue;
        if (cheapest[h] === Infinity) listed[count++] = h;
        cheapest[h] = cost;
        edge[h] = e;
      }
    }
    if (used + count > MOST_HUBS * n + n) return undefined;
    if (used + count > hubs.length) {
      hubs = grown(hubs, count);
      edges = grown(edges, count);
      costs = grown(costs, count);
    }
    from[r] = used;
    const sorted = listed.subarray(0, count).sort();
    for (let k = 0; k < count; k++) {
      const h = sorted[k];
      // A hub that is reached for less over a higher one is pruned. The label of r is still empty: until[r] is 0.
      let i = from[h];
      while (i < until[h] && cheapest[hubs[i]] + costs[i] >= cheapest[h]) i++;
      if (i < until[h]) continue;
      hubs[used] = h;
      costs[used] = cheapest[h];
      edges[used++] = edge[h];
    }
    until[r] = used;
    for (let k = 0; k < count; k++) cheapest[sorted[k]] = Infinity;
  }
  const labels = {
    first: new Int32Array(n + 1),
    hubs: new Int32Array(used),
    costs: new Float64Array(used),
    edges: new Int32Array(used),
  };
  for (let r = 0, at = 0; r < n; r++) {
    labels.hubs.set(hubs.subarray(from[r], until[r]), at);
    labels.costs.set(costs.subarray(from[r], until[r]), at);
    labels.edges.set(edges.subarray(from[r], until[r]), at);
    at += until[r] - from[r];
    labels.first[r + 1] = at;
  }
  return labels;
}

/** Queries over labels: first `reach` each node that the start reaches directly, then `meet` each one near the goal. */
export interface LabelQuery {
  /** Hubs reached since the last reset. */
  reached: number;
  /** Least cost over a hub so far, and that hub or -1. */
  least: number;
  hub: number;
  reset(bound: number): void;
  /** Adds a node that the start reaches at a cost. */
  reach(rank: number, cost: number): void;
  /** Adds a node that the goal reaches at a cost. */
  meet(rank: number, cost: number): void;
  /** Writes the climbs to the best hub as `query.ts` keeps them: by 2 * rank + side, parent node and edge. */
  trace(parents: Int32Array): void;
}

export function labelQuery(labels: HubLabels, { first: up, targets, points }: Hierarchy): LabelQuery {
  const { first, hubs, costs, edges } = labels;
  // By hub: cost from the start, and the node near the start whose label has the hub.
  const from = new Float64Array(points.length).fill(Infinity);
  const over = new Int32Array(points.length);
  const touched = new Int32Array(points.length);
  let met = -1;
  const climb = (parents: Int32Array, rank: number, hub: number, side: number) => {
    let r = rank;
    parents[4 * r + 2 * side] = -1;
    while (r !== hub) {
      let i = first[r];
      for (let end = first[r + 1]; end - i > 1; ) {
        const middle = (i + end) >> 1;
        if (hubs[middle] > hub) end = middle;
        else i = middle;
      }
      const e = edges[i];
      const to = targets[e];
      // Labels of a mapped blob may lead anywhere.
      assertPath(to > r && e >= up[r] && e < up[r + 1]);
      parents[4 * to + 2 * side] = r;
      parents[4 * to + 2 * side + 1] = e;
      r = to;
    }
  };
  const self: LabelQuery = {
    reached: 0,
    least: Infinity,
    hub: -1,
    reset(bound) {
      for (let i = 0; i < self.reached; i++) from[touched[i]] = Infinity;
      self.reached = 0;
      self.least = bound;
      self.hub = -1;
    },
    reach(rank, cost) {
      // Reached before for no more, over another node near the start.
      if (from[rank] <= cost) return;
      let used = self.reached;
      for (let i = first[rank], end = first[rank + 1]; i < end; i++) {
        const h = hubs[i];
        const sum = cost + costs[i];
        const old = from[h];
        if (sum >= old) continue;
        if (old === Infinity) touched[used++] = h;
        from[h] = sum;
        over[h] = rank;
      }
      self.reached = used;
    },
    meet(rank, cost) {
      let { least } = self;
      for (let i = first[rank], end = first[rank + 1]; i < end; i++) {
        const sum = cost + costs[i] + from[hubs[i]];
        if (sum >= least) continue;
        least = sum;
        self.hub = hubs[i];
        met = rank;
      }
      self.least = least;
    },
    trace(parents) {
      climb(parents, over[self.hub], self.hub, 0);
      climb(parents, met, self.hub, 1);
    },
  };
  return self;
}
