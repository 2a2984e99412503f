/** Best-first search over numbered nodes, with reused arrays: of the top level, a few tiles, or one tile. */
import { Heap } from '../core/search/heap.js';

/** Offers a way to a node, at a cost; it comes from the node that is being expanded. */
export type Reach = (node: number, cost: number) => void;

export interface Problem {
  count: number;
  seed(reach: Reach): void;
  /** Offers the neighbors of a node, whose cost is final. */
  expand(node: number, cost: number, reach: Reach): void;
  /** Lower bound of the cost from a node to the goal, consistent; nothing without it. */
  estimate?(node: number): number;
  /** Cost from a node straight to the goal, Infinity if it is not next to it. */
  finish?(node: number): number;
  /** Cost of a known way. */
  best?: number;
}

export function bestFirst() {
  const heap = new Heap();
  let current = -1;
  let done = new Uint8Array(0);
  let estimate: Problem['estimate'];
  const reach: Reach = (node, cost) => {
    if (cost >= self.costs[node]) return;
    const key = cost + (estimate?.(node) ?? 0);
    if (key >= self.best) return;
    self.costs[node] = cost;
    self.parents[node] = current;
    heap.push(key, node);
  };
  const self = {
    costs: new Float64Array(0),
    parents: new Int32Array(0),
    best: Infinity,
    expanded: 0,
    /** @returns the last node of the cheapest way, -1 if there is none, or none cheaper than `best` */
    run({ count, seed, expand, finish, best = Infinity, estimate: least }: Problem): number {
      estimate = least;
      if (count > done.length) {
        self.costs = new Float64Array(count);
        self.parents = new Int32Array(count);
        done = new Uint8Array(count);
      }
      self.costs.fill(Infinity, 0, count);
      done.fill(0, 0, count);
      self.best = best;
      self.expanded = heap.size = 0;
      current = -1;
      let last = -1;
      seed(reach);
      while (heap.size > 0 && heap.keys[0] < self.best) {
        const node = heap.pop();
        // Reached cheaper since, and done then.
        if (done[node] > 0) continue;
        done[node] = 1;
        self.expanded++;
        const cost = self.costs[node];
        const whole = cost + (finish?.(node) ?? Infinity);
        if (whole < self.best) {
          self.best = whole;
          last = node;
        }
        current = node;
        expand(node, cost, reach);
      }
      return last;
    },
  };
  return self;
}

export function wayTo({ parents }: { parents: Int32Array }, last: number): number[] {
  const nodes: number[] = [];
  for (let n = last; n >= 0; n = parents[n]) nodes.push(n);
  return nodes.reverse();
}
