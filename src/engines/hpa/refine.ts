/** Refinement: the points of an abstract path, edge by edge, copied from the stored paths level by level. */
import { assertOpen, assertPath, ensure } from '../../core/errors.js';
import { DX, DY } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { octile } from '../../core/grid/step-costs.js';
import { lineChecker } from './clear-runs.js';
import type { Flood } from './flood.js';
import type { HpaGraph } from './graph.js';
import { addLine, addPoint, type Points } from './smooth.js';
import { type Traced, trace } from './trace.js';

/** @param localFlood a flood of the abstraction's clusters, free to use @param lineCost of the grid */
export function refiner(grid: Grid, graph: HpaGraph, localFlood: Flood, lineCost = lineChecker(grid)) {
  const { points, levels, inter } = graph;
  const weights = grid.costs ?? grid.open;

  /** Whether the line between two cells is legal and costs the minimum. @param diagonalFirst diagonal steps first */
  const line = (x: number, y: number, toX: number, toY: number, diagonalFirst = true) =>
    lineCost(weights, grid.stride, grid.cell(x, y), toX - x, toY - y, diagonalFirst) === 2 * octile(toX - x, toY - y);

  /** Adds the cheapest path inside a cluster. @returns its cost @throws {BlobError} if there is none */
  const addLocal = (
    out: Points,
    x: number,
    y: number,
    toX: number,
    toY: number,
    flood: Traced & Pick<Flood, 'run'> = localFlood,
  ): number => {
    const diagonalFirst = line(x, y, toX, toY);
    if (diagonalFirst || line(x, y, toX, toY, false)) {
      addLine(out, x, y, toX, toY, diagonalFirst);
      return 2 * octile(toX - x, toY - y);
    }
    let last = -1;
    flood.run(toX, toY);
    const cost = flood.costs[flood.at(x, y)];
    assertOpen(cost > 0 && cost < Infinity);
    trace(flood, x, y, (d) => {
      if (d !== last) addPoint(out, x, y);
      last = d;
      x += DX[d];
      y += DY[d];
    });
    addPoint(out, toX, toY);
    return cost;
  };

  const addInter = (out: Points, from: number, to: number) =>
    addLine(out, points[2 * from], points[2 * from + 1], points[2 * to], points[2 * to + 1], true);

  /** Runs and steps, or hops to look at, that are left: forged ones could lead anywhere, over and over. */
  let left = 0;

  const addSteps = (out: Points, level: number, from: number, e: number) => {
    const { to, cost, pair, pathFirst, pathEnd, paths } = levels[level];
    const back = pair[e] & 1;
    const [start, goal] = back ? [to[e], from] : [from, to[e]];
    const [toX, toY] = [points[2 * goal], points[2 * goal + 1]];
    let [x, y] = [points[2 * start], points[2 * start + 1]];
    // A path is stored one way; the other is reversed.
    const tail = out.length - 1;
    out[tail] = x | (y << 16);
    // No subarray: making one takes as long as adding a path.
    const path = pathFirst[pair[e] >> 1];
    const end = pathEnd[pair[e] >> 1];
    left -= Math.max(0, end - path);
    assertPath(left >= 0);
    if (!paths) ensure(addLocal(out, x, y, toX, toY) === cost[e], 'edge', cost[e], 'the cost of its path');
    else if (level > 0) {
      const below = levels[level - 1];
      let n = start;
      for (let i = path; i < end; i++) {
        const edge = below.first[n] + paths[i];
        if (edge < below.end[n]) {
          addSteps(out, level - 1, n, edge);
          n = below.to[edge];
        } else {
          const t = inter.to[edge - below.end[n] + inter.first[n]];
          addInter(out, n, t);
          n = t;
        }
      }
    } else if (path === end) addLine(out, x, y, toX, toY, true);
    else {
      for (let i = path; i < end; i++) {
        const run = paths[i];
        x += DX[run & 7] * ((run >> 3) + 1);
        y += DY[run & 7] * ((run >> 3) + 1);
        addPoint(out, x, y);
      }
    }
    for (let i = tail, j = out.length - 1; back && i < j; i++, j--) {
      const point = out[i];
      out[i] = out[j];
      out[j] = point;
    }
  };

  /** Adds the path of edge e of a level from the node `from`, at the end of `out`; descends to runs. */
  const addPath = (out: Points, level: number, from: number, e: number) => {
    left = 4 * weights.length;
    addSteps(out, level, from, e);
  };

  /** Adds the path of a hop between two nodes: the cheapest intra-edge, or none, and an inter-edge. */
  const addHop = (out: Points, level: number, from: number, n: number) => {
    const { first, end, to, cost } = levels[level];
    let best = Infinity;
    let edge = -1;
    let border = from;
    // As `eachHop`, without a call for each hop; edges are listed from both of their ends.
    left = inter.to.length + to.length;
    for (let e = first[from] - 1; e < end[from]; e++) {
      const stay = e < first[from];
      const via = stay ? from : to[e];
      for (let k = inter.first[via]; assertPath(left--) && k < inter.end[via]; k++) {
        if (inter.to[k] !== n || inter.level[k] <= level) continue;
        const price = inter.cost[k] + (stay ? 0 : cost[e]);
        if (price >= best) continue;
        best = price;
        edge = stay ? -1 : e;
        border = via;
      }
    }
    if (edge >= 0) addPath(out, level, from, edge);
    addInter(out, border, n);
  };

  return { line, addLocal, addInter, addPath, addHop };
}
