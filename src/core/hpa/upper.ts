/**
 * Levels 2 and up, the bake: cheapest ways inside merged clusters, over the level below
 * (docs/decisions/hpa.md).
 */
import type { Grid } from '../grid/grid.js';
import type { Upper } from './abstraction.js';
import type { Clusters } from './clusters.js';
import { type HpaGraph, membersOf } from './graph.js';
import type { Edges } from './levels.js';
import { Writer } from './writer.js';

/** An earlier bake, and which level-1 clusters are not as they were then. */
export interface Earlier {
  dirty: Uint8Array;
  upper: Upper;
}

/** @param graph with all levels below @param span side of the level's clusters, in cells */
export function buildUpper(grid: Grid, graph: HpaGraph, span: number, clusters: Clusters, old?: Earlier): Upper {
  const [members, first] = membersOf(grid, graph, graph.levels.length + 1, span);
  const counts = new Uint16Array(first.length - 1);
  const pairs = new Writer(new Uint16Array(1024));
  const steps = new Writer(new Uint16Array(1024));
  const changed = old && changedClusters(grid, span, clusters, old.dirty);
  const flood = nodeFlood(grid, graph, graph.levels[graph.levels.length - 1], span);
  let pair = 0;
  let step = 0;
  for (let c = 0; c < counts.length; c++) {
    counts[c] = first[c + 1] - first[c];
    if (old) {
      const from = [pair, step];
      pair += (old.upper.counts[c] * (old.upper.counts[c] - 1)) >> 1;
      for (let p = from[0]; p < pair; p++) step += Math.max(0, old.upper.pairs[p] - 1);
      if (!changed?.[c]) {
        pairs.append(old.upper.pairs.subarray(from[0], pair));
        steps.append(old.upper.steps.subarray(from[1], step));
        continue;
      }
    }
    bakeMerged(flood, members.subarray(first[c], first[c + 1]), pairs, steps);
  }
  return { counts, pairs: pairs.done() as Uint16Array, steps: steps.done() as Uint16Array };
}

/** Adds the pairs of a merged cluster, steps of their paths, and costs. @param members its nodes, ascending */
export function bakeMerged(
  flood: ReturnType<typeof nodeFlood>,
  members: ArrayLike<number>,
  pairs: Writer,
  steps: Writer,
  costs: number[] = [],
): void {
  for (let a = 0; a + 1 < members.length; a++) {
    flood.run(members[a]);
    for (let b = a + 1; b < members.length; b++) {
      const path = flood.stepsTo(members[b]);
      costs.push(flood.costTo(members[b]));
      pairs.push(path ? 1 + path.length : 0);
      for (const s of path ?? []) steps.push(s);
    }
  }
}

/** Clusters with changes in or next to them: nodes of the next one may be new neighbors, which renumbers edges. */
function changedClusters(
  { width, height }: Grid,
  span: number,
  { size, columns, rows }: Clusters,
  dirty: Uint8Array,
): Uint8Array {
  const across = Math.ceil(width / span);
  const changed = new Uint8Array(across * Math.ceil(height / span));
  for (let c = 0; c < dirty.length; c++) {
    if (dirty[c] === 0) continue;
    const cx = c % columns;
    const cy = (c - cx) / columns;
    for (let y = Math.max(0, cy - 1); y <= Math.min(rows - 1, cy + 1); y++) {
      for (let x = Math.max(0, cx - 1); x <= Math.min(columns - 1, cx + 1); x++) {
        changed[Math.floor((y * size) / span) * across + Math.floor((x * size) / span)] = 1;
      }
    }
  }
  return changed;
}

/** Shortest paths from a node inside its cluster, FIFO, ties to the first. @param below level that paths are on */
export function nodeFlood(
  grid: Grid,
  { points, inter, count }: Pick<HpaGraph, 'points' | 'inter' | 'count'>,
  below: Edges,
  span: number,
) {
  const columns = Math.ceil(grid.width / span);
  const home = new Int32Array(count);
  const settle = (from: number, end: number) => {
    for (let n = from; n < end; n++)
      home[n] = Math.floor(points[2 * n + 1] / span) * columns + Math.floor(points[2 * n] / span);
  };
  settle(0, count);
  const costs = new Float64Array(count).fill(Infinity);
  const parents = new Int32Array(count);
  const arrivals = new Int32Array(count);
  const waiting = new Uint8Array(count);
  let reached: number[] = [];
  let queue: number[] = [];
  const relax = (n: number, t: number, cost: number, step: number) => {
    if (cost >= costs[t] || home[t] !== home[n]) return;
    if (costs[t] === Infinity) reached.push(t);
    costs[t] = cost;
    parents[t] = n;
    arrivals[t] = step;
    if (waiting[t] === 0) queue.push(t);
    waiting[t] = 1;
  };
  return {
    /** Looks again at where nodes lie, on a map that changes. */
    settle,
    run(source: number): void {
      for (const n of reached) costs[n] = Infinity;
      reached = [source];
      queue = [source];
      costs[source] = 0;
      parents[source] = -1;
      for (const n of queue) {
        waiting[n] = 0;
        const from = below.first[n];
        const intra = below.end[n] - from;
        for (let i = 0; i < intra; i++) relax(n, below.to[from + i], costs[n] + below.cost[from + i], i);
        for (let k = inter.first[n]; k < inter.end[n]; k++) {
          relax(n, inter.to[k], costs[n] + inter.cost[k], intra + k - inter.first[n]);
        }
      }
    },
    costTo: (target: number): number => costs[target],
    stepsTo(target: number): number[] | undefined {
      if (costs[target] === Infinity) return undefined;
      const path: number[] = [];
      for (let n = target; parents[n] >= 0; n = parents[n]) path.push(arrivals[n]);
      return path.reverse();
    },
  };
}
