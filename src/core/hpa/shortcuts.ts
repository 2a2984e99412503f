/**
 * Shortcuts, the bake: lines between nodes of neighboring clusters that are cheaper than every way over the border
 * between them.
 *
 *     a . . | . .      a and b see each other; the way over the border passes one of its transitions, here s and t
 *     . . . | . b
 *     . . s | t .
 *
 * Measured and decided: docs/decisions/hpa.md.
 */
import type { Grid } from '../grid/grid.js';
import type { Shortcuts } from './abstraction.js';
import type { HpaGraph } from './graph.js';
import type { Edges } from './levels.js';
import { lineCostOf } from './line.js';

/** The cheapest ways from a node over one border. */
export interface WaysAcross {
  /** By node what the way to it costs; of those that `from` has named last. */
  costs: Float64Array;
  /** @param across calls back with the moves from a node to other clusters @returns the nodes reached, unordered */
  from(n: number, across: (via: number, visit: (to: number, cost: number) => void) => void): number[];
}

/** @param intra edges inside clusters of the lowest level */
export function waysAcross(count: number, intra: Edges): WaysAcross {
  const costs = new Float64Array(count).fill(Infinity);
  let reached: number[] = [];
  const reach = (t: number, cost: number) => {
    if (costs[t] === Infinity) reached.push(t);
    if (cost < costs[t]) costs[t] = cost;
  };
  return {
    costs,
    from(n, across) {
      for (const t of reached) costs[t] = Infinity;
      reached = [];
      let base = 0;
      const visit = (t: number, price: number) => {
        reach(t, base + price);
        for (let e = intra.first[t]; e < intra.end[t]; e++) reach(intra.to[e], base + price + intra.cost[e]);
      };
      across(n, visit);
      for (let e = intra.first[n]; e < intra.end[n]; e++) {
        base = intra.cost[e];
        across(intra.to[e], visit);
      }
      return reached;
    },
  };
}

/** Cost of the line from a node to another, diagonal first; a shortcut is drawn from its end in the earlier cluster. */
export function lineBetween(grid: Grid): (points: Uint16Array, n: number, t: number) => number {
  const lineOf = lineCostOf(grid);
  return (points, n, t) => {
    const [x, y] = [points[2 * n], points[2 * n + 1]];
    return lineOf(
      grid.costs ?? grid.open,
      grid.stride,
      grid.cell(x, y),
      points[2 * t] - x,
      points[2 * t + 1] - y,
      true,
    );
  };
}

/** @param graph of level 1, without shortcuts */
export function buildShortcuts(grid: Grid, graph: HpaGraph): Shortcuts {
  const { count, points, levels, inter } = graph;
  const ways = waysAcross(count, levels[0]);
  const line = lineBetween(grid);
  const counts = new Uint16Array(count);
  const steps: number[] = [];
  for (let n = 0; n < count; n++) {
    const reached = ways.from(n, (via, visit) => {
      for (let k = inter.first[via]; k < inter.end[via]; k++) visit(inter.to[k], inter.cost[k]);
    });
    for (const t of reached.sort((a, b) => a - b)) {
      if (t < n || line(points, n, t) >= ways.costs[t]) continue;
      counts[n]++;
      steps.push(points[2 * t] - points[2 * n], points[2 * t + 1] - points[2 * n + 1]);
    }
  }
  return { counts, steps: Int8Array.from(steps) };
}
