/** Refinement: the points of an abstract path, edge by edge, copied from the stored paths level by level. */
import { must } from '../errors.js';
import { octile } from '../grid/costs.js';
import { DX, DY } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import type { Abstraction } from './abstraction.js';
import type { Flood } from './flood.js';
import type { HpaGraph } from './graph.js';
import { lineCost } from './line.js';
import { addLine, addPoint, type Points } from './smooth.js';
import { traceRuns } from './trace.js';

/** @param flood of the abstraction's clusters, free to use at every call */
export function refiner(grid: Grid, { options, pairs, runs }: Abstraction, { points, levels, inter }: HpaGraph, flood: Flood) {
  const size = options.cluster;
  const weights = grid.costs ?? grid.open;

  /** Is the plain line between two cells legal, and no dearer than on the best ground? */
  const line = (x: number, y: number, toX: number, toY: number) =>
    lineCost(weights, grid.stride, grid.cell(x, y), toX - x, toY - y, true) === 2 * octile(toX - x, toY - y);

  /** Adds the cheapest path inside a cluster. */
  const addLocal = (out: Points, x: number, y: number, toX: number, toY: number) => {
    if (line(x, y, toX, toY)) {
      addLine(out, x, y, toX, toY, true);
      return;
    }
    flood.run(x - (x % size), y - (y % size), toX, toY);
    must(flood.costs[flood.at(x, y)] < Infinity, 'edge', 'blocked', 'a path');
    addRuns(out, x, y, traceRuns(flood, x, y), 0);
  };

  const addRuns = (out: Points, x: number, y: number, list: ArrayLike<number>, back: number) => {
    for (let i = 0; i < list.length; i++) {
      const run = list[back ? list.length - 1 - i : i] ^ (4 * back);
      x += DX[run & 7] * ((run >> 3) + 1);
      y += DY[run & 7] * ((run >> 3) + 1);
      addPoint(out, x, y);
    }
  };

  /** Adds the path of a pair of a level's nodes, `back` 1 for the way from the second node to the first. */
  const addPath = (out: Points, level: number, from: number, target: number, p: number, back: number) => {
    const { pathFirst, paths } = levels[level];
    const [x, y, toX, toY] = [points[2 * from], points[2 * from + 1], points[2 * target], points[2 * target + 1]];
    const path = paths.subarray(pathFirst[p], pathFirst[p + 1]);
    if (level === 0) {
      if (!runs) addLocal(out, x, y, toX, toY);
      else if (pairs[p] === 1) addLine(out, x, y, toX, toY, !back);
      else addRuns(out, x, y, path, back);
      return;
    }
    const below = levels[level - 1];
    const edges: number[] = [];
    let n = back ? target : from;
    for (const step of path) {
      const e = below.first[n] + step;
      edges.push(n, e);
      n = e < below.first[n + 1] ? below.to[e] : inter.to[e - below.first[n + 1] + inter.first[n]];
    }
    edges.push(back ? from : target);
    for (let i = 0; i + 2 < edges.length; i += 2) {
      const at = back ? edges.length - 3 - i : i;
      const [a, e, b] = [edges[at], edges[at + 1], edges[at + 2]];
      const [start, end] = back ? [b, a] : [a, b];
      if (e < below.first[a + 1]) addPath(out, level - 1, start, end, below.pair[e] >> 1, (below.pair[e] & 1) ^ back);
      else addPoint(out, points[2 * end], points[2 * end + 1]);
    }
  };

  /** Adds the path of the hop between two nodes: the cheapest over an intra-edge of the level, or none, and an inter-edge. */
  const addHop = (out: Points, level: number, from: number, n: number) => {
    const intra = levels[level];
    let best = Infinity;
    let via = -1;
    for (let k = inter.first[n]; k < inter.first[n + 1]; k++) {
      if (inter.level[k] <= level) continue;
      for (let e = intra.first[from] - 1; e < intra.first[from + 1]; e++) {
        const stay = e < intra.first[from];
        const price = inter.cost[k] + (stay ? 0 : intra.cost[e]);
        if ((stay ? from : intra.to[e]) !== inter.to[k] || price >= best) continue;
        best = price;
        via = stay ? -1 : e;
      }
    }
    if (via >= 0) addPath(out, level, from, intra.to[via], intra.pair[via] >> 1, intra.pair[via] & 1);
    addPoint(out, points[2 * n], points[2 * n + 1]);
  };

  return { line, addLocal, addHop };
}
