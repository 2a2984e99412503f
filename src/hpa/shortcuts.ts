/**
 * Shortcuts, the bake: lines between nodes of neighbouring clusters that are cheaper than every way over the border between them.
 *
 *     a . . | . .      a and b see each other; the way over the border passes one of its transitions, here s and t
 *     . . . | . b
 *     . . s | t .
 *
 * Measured and decided: docs/decisions.md, "HPA*: no shortcuts unless asked for".
 */
import type { Grid } from '../grid/grid.js';
import type { Shortcuts } from './abstraction.js';
import type { HpaGraph } from './graph.js';
import { eachHop } from './hops.js';
import { lineCostOf } from './line.js';

/** @param graph of level 1, without shortcuts; those of a changed map are made anew as a whole */
export function buildShortcuts(grid: Grid, graph: HpaGraph): Shortcuts {
  const weights = grid.costs ?? grid.open;
  const lineOf = lineCostOf(grid);
  const { count, points, levels } = graph;
  const [intra] = levels;
  const counts = new Uint16Array(count);
  const steps: number[] = [];
  const ways = new Float64Array(count).fill(Infinity);
  let reached: number[] = [];
  const reach = (t: number, cost: number) => {
    if (ways[t] === Infinity) reached.push(t);
    if (cost < ways[t]) ways[t] = cost;
  };
  for (let n = 0; n < count; n++) {
    eachHop(graph, 0, n, (t, cost) => {
      reach(t, cost);
      for (let e = intra.first[t]; e < intra.first[t + 1]; e++) reach(intra.to[e], cost + intra.cost[e]);
    });
    for (const t of reached.sort((a, b) => a - b)) {
      const [dx, dy] = [points[2 * t] - points[2 * n], points[2 * t + 1] - points[2 * n + 1]];
      const line = lineOf(weights, grid.stride, grid.cell(points[2 * n], points[2 * n + 1]), dx, dy, true);
      if (t > n && line < ways[t]) {
        counts[n]++;
        steps.push(dx, dy);
      }
      ways[t] = Infinity;
    }
    reached = [];
  }
  return { counts, steps: Int8Array.from(steps) };
}
