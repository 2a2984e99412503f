/**
 * Levels 2 and up, the bake: cheapest ways inside merged clusters, over the level below
 * (docs/decisions/hpa.md).
 */
import type { Grid } from '../../core/grid/grid.js';
import type { Upper } from './abstraction.js';
import { type HpaGraph, membersOf } from './graph.js';
import type { Edges } from './levels.js';
import { Writer } from './writer.js';

/** @param graph with all levels below @param span side of the level's clusters, in cells */
export function buildUpper(grid: Grid, graph: HpaGraph, span: number): Upper {
  const [members, first] = membersOf(grid, graph, graph.levels.length + 1, span);
  const counts = new Uint16Array(first.length - 1);
  const pairs = new Writer(new Uint16Array(1024));
  const steps = new Writer(new Uint16Array(1024));
  const flood = nodeFlood(grid, graph, graph.levels[graph.levels.length - 1], span);
  for (let c = 0; c < counts.length; c++) {
    counts[c] = first[c + 1] - first[c];
    for (let a = first[c]; a + 1 < first[c + 1]; a++) {
      flood.run(members[a]);
      for (let b = a + 1; b < first[c + 1]; b++) {
        const path = flood.stepsTo(members[b]);
        pairs.push(path ? 1 + path.length : 0);
        for (const s of path ?? []) steps.push(s);
      }
    }
  }
  return { counts, pairs: pairs.done() as Uint16Array, steps: steps.done() as Uint16Array };
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
  for (let n = 0; n < count; n++)
    home[n] = Math.floor(points[2 * n + 1] / span) * columns + Math.floor(points[2 * n] / span);
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
    stepsTo(target: number): number[] | undefined {
      if (costs[target] === Infinity) return undefined;
      const path: number[] = [];
      for (let n = target; parents[n] >= 0; n = parents[n]) path.push(arrivals[n]);
      return path.reverse();
    },
  };
}
