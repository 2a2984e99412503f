/** A* and Fringe Search over an abstract graph. */
import type { Statistics } from './baseline.js';
import { binaryHeap, type OpenListMaker } from './open-lists.js';

/** A graph with costs, and lower bounds to the goal of the search. */
export interface AbstractGraph {
  each(node: number, visit: (to: number, cost: number) => void): void;
  estimate(node: number): number;
}

/** Finds a shortest path. @returns its nodes from start to goal, or null */
export type NodeSearch = (graph: AbstractGraph, start: number, goal: number) => number[] | null;

function nodesOf(parents: Int32Array, start: number, goal: number): number[] {
  const nodes = [goal];
  for (let n = goal; n !== start; n = parents[n]) nodes.push(parents[n]);
  return nodes.reverse();
}

export function abstractAStar(count: number, statistics: Statistics, openList: OpenListMaker = binaryHeap): NodeSearch {
  const open = openList(count);
  const g = new Float64Array(count);
  const parents = new Int32Array(count);
  const state = new Uint32Array(count);
  let stamp = 0;
  return ({ each, estimate }, start, goal) => {
    open.clear(estimate(start));
    stamp += 2;
    g[start] = 0;
    state[start] = stamp;
    open.push(start, estimate(start));
    while (open.size() > 0) {
      if (open.size() > statistics.largestOpen) statistics.largestOpen = open.size();
      const n = open.pop();
      statistics.heapOperations++;
      if (n === goal) return nodesOf(parents, start, goal);
      state[n] = stamp + 1;
      statistics.expanded++;
      each(n, (t, edge) => {
        const cost = g[n] + edge;
        statistics.lookedAt++;
        const reached = state[t] >= stamp;
        if (reached && g[t] <= cost) return;
        const isOpen = state[t] === stamp;
        if (!reached) statistics.generated++;
        g[t] = cost;
        parents[t] = n;
        state[t] = stamp;
        statistics.heapOperations++;
        if (isOpen) open.lower(t, cost + estimate(t));
        else open.push(t, cost + estimate(t));
      });
    }
    return null;
  };
}

/** Fringe Search: nodes that this threshold may still expand, and those that wait for the next one. */
export function abstractFringe(count: number, statistics: Statistics): NodeSearch {
  const g = new Float64Array(count);
  const parents = new Int32Array(count);
  const known = new Uint32Array(count);
  /** Whether a node waits for its expansion at its present cost. */
  const waiting = new Uint8Array(count);
  let stamp = 0;
  return ({ each, estimate }, start, goal) => {
    stamp++;
    let now: number[] = [];
    const reach = (n: number, from: number, cost: number) => {
      known[n] = stamp;
      g[n] = cost;
      parents[n] = from;
      waiting[n] = 1;
      now.push(n);
    };
    reach(start, start, 0);
    for (let threshold = estimate(start); now.length > 0; ) {
      let next = Infinity;
      const later: number[] = [];
      while (now.length > 0) {
        const n = now.pop() as number;
        statistics.lookedAt++;
        if (waiting[n] === 0) continue;
        const f = g[n] + estimate(n);
        if (f > threshold) {
          later.push(n);
          next = Math.min(next, f);
          continue;
        }
        if (n === goal) return nodesOf(parents, start, goal);
        waiting[n] = 0;
        statistics.expanded++;
        each(n, (t, edge) => {
          const cost = g[n] + edge;
          if (known[t] === stamp && g[t] <= cost) return;
          if (known[t] !== stamp) statistics.generated++;
          reach(t, n, cost);
          statistics.heapOperations++;
        });
        statistics.largestOpen = Math.max(statistics.largestOpen, now.length + later.length);
      }
      now = later.reverse();
      threshold = next;
    }
    return null;
  };
}
