/** Landmarks (ALT; Goldberg & Harrelson 2005): a cost is at least the difference of costs from a landmark. */
import { grown } from '../../core/arrays.js';
import { STEP } from '../../core/grid/step-costs.js';
import type { HpaGraph } from './graph.js';
import type { Hops } from './hops.js';

export const LANDMARKS = 8;

/** @returns Float64Array(LANDMARKS * nodes), node by node: costs on the doubled scale, Infinity if unreachable */
export function landmarkCosts(graph: HpaGraph, { longest }: Pick<Hops, 'longest'>): Float64Array {
  const { count } = graph;
  const marks = new Float64Array(LANDMARKS * count);
  const nearest = new Float64Array(count).fill(Infinity);
  const costs = new Float64Array(count);
  const flood = nodeFlood(graph, longest, costs);
  // Most maps are one large component and some specks: somewhere in the large one.
  let source = 0;
  for (let i = 0, reached = 0; i < 8 && reached < count / 2; i++) {
    source = Math.floor((i * count) / 8);
    reached = flood(source);
  }
  // The first landmark is the node farthest from there, each next one that farthest from all before.
  for (let l = -1; l < LANDMARKS; l++) {
    let most = 0;
    if (l >= 0) flood(source);
    for (let n = 0; n < count; n++) {
      let cost = costs[n];
      if (l >= 0) {
        marks[LANDMARKS * n + l] = cost;
        if (cost < nearest[n]) nearest[n] = cost;
        else cost = nearest[n];
      }
      if (cost > most && cost < Infinity) {
        most = cost;
        source = n;
      }
    }
  }
  return marks;
}

/**
 * Dijkstra (1959) in buckets a step wide over the edges of level 1, of which there are fewer than hops. All in one
 * function and without calls: a load runs it before anything is compiled. Edges inside clusters are as short as can be,
 * so that a node which was reached by one of them leads to no other node of its cluster for less.
 * @param longest cost of an edge at most @param costs of nodes from the last source
 * @returns floods from a source, and gives the number of nodes that it took
 */
function nodeFlood({ levels, inter }: HpaGraph, longest: number, costs: Float64Array): (source: number) => number {
  const [intra] = levels;
  const heads = new Int32Array(2 ** Math.ceil(Math.log2(longest / STEP + 2))).fill(-1);
  const mask = heads.length - 1;
  /** Whether a node was reached over a border. */
  const crossed = new Uint8Array(costs.length);
  // Node and next item of its bucket, in turn.
  let items = new Int32Array(1 << 13);
  return (source) => {
    let taken = 0;
    let used = 2;
    let free = -1;
    let waiting = 1;
    costs.fill(Infinity);
    costs[source] = 0;
    crossed[source] = 1;
    items[0] = source;
    items[1] = -1;
    heads[0] = 0;
    for (let bucket = 0; waiting > 0; bucket++) {
      const slot = bucket & mask;
      for (let item = heads[slot]; item >= 0; item = heads[slot]) {
        heads[slot] = items[item + 1];
        // Taken items are used again: the list stays as long as the rim of the flood.
        items[item + 1] = free;
        free = item;
        waiting--;
        const n = items[item];
        const base = costs[n];
        // Stale items are done.
        if (base < bucket * STEP) continue;
        taken++;
        for (let part = 1 - crossed[n]; part < 2; part++) {
          const edges = part > 0 ? inter : intra;
          const { to, cost } = edges;
          const end = edges.end[n];
          for (let e = edges.first[n]; e < end; e++) {
            const t = to[e];
            const price = base + cost[e];
            if (price >= costs[t]) continue;
            costs[t] = price;
            crossed[t] = part;
            const at = (price / STEP) & mask;
            let next = free;
            if (next >= 0) free = items[next + 1];
            else {
              next = used;
              used += 2;
              if (next === items.length) items = grown(items);
            }
            items[next] = t;
            items[next + 1] = heads[at];
            heads[at] = next;
            waiting++;
          }
        }
      }
    }
    return taken;
  };
}

export interface Span {
  first: number;
  end: number;
}

/** Cost between a landmark and a cell of a cluster, by its costs to the nodes there. */
export function markOf(marks: Float64Array, l: number, { first, end }: Span, costs: Float64Array): number {
  let least = Infinity;
  for (let n = first, i = 0; n < end; n++, i++) least = Math.min(least, marks[LANDMARKS * n + l] + costs[i]);
  return least;
}

/** Where the largest number of a list is, which is left out from then on. */
export function takeMost(numbers: Float64Array): number {
  let most = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] > numbers[most]) most = i;
  numbers[most] = -1;
  return most;
}
