/**
 * HPA* as in the documents (Botea, Mueller & Schaeffer 2004), without smoothing and stored paths; searches can be
 * exchanged.
 */
import { type Grid, gridFrom } from '../grid/grid.js';
import { packPoint } from '../grid/rectangle.js';
import { STRAIGHT } from '../grid/step-costs.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { clusterFlood } from '../hpa/flood.js';
import { hpaGraph } from '../hpa/graph.js';
import { PathBuffer } from '../search/path.js';
import { aStar } from './astar.js';
import { type Baseline, newStatistics } from './baseline.js';
import { HEURISTICS, type HeuristicName } from './heuristics.js';
import { jumpPointSearch } from './jump-point-search.js';
import { walkingJumper } from './jumpers.js';
import { type AbstractGraph, abstractAStar, abstractFringe } from './node-search.js';

export interface ClassicHpaOptions {
  search: 'astar' | 'fringe';
  refine: 'astar' | 'jps';
  heuristic: HeuristicName;
  weight: number;
}
/** As document A has it. */
export const CLASSIC_HPA_DEFAULTS: ClassicHpaOptions = {
  search: 'astar',
  refine: 'astar',
  heuristic: 'octile',
  weight: 1,
};

function clusterGrid(grid: Grid, size: number, cluster: number): Grid {
  const columns = Math.ceil(grid.width / size);
  const [left, top] = [(cluster % columns) * size, Math.floor(cluster / columns) * size];
  return gridFrom(Math.min(size, grid.width - left), Math.min(size, grid.height - top), (x, y) =>
    grid.isOpen(left + x, top + y),
  );
}

/** Near-optimal, on grids without cell costs. @param abstraction its first level is used */
export function classicHpa(grid: Grid, abstraction: Abstraction, options: Partial<ClassicHpaOptions> = {}): Baseline {
  const { search, refine, heuristic, weight } = { ...CLASSIC_HPA_DEFAULTS, ...options };
  const { points, count, clusterFirst, levels, inter } = hpaGraph(grid, abstraction);
  const [intra] = levels;
  const size = abstraction.options.cluster;
  const columns = Math.ceil(grid.width / size);
  const clusterOf = (x: number, y: number) => Math.floor(y / size) * columns + Math.floor(x / size);
  const estimate = HEURISTICS[heuristic];
  const statistics = newStatistics();
  const [near, far] = [clusterFlood(grid, size), clusterFlood(grid, size)];
  const run = (search === 'astar' ? abstractAStar : abstractFringe)(count + 2, statistics);
  const [start, goal] = [count, count + 1];
  let ends: [x: number, y: number][] = [];

  const placeOf = (n: number): [number, number] => (n < count ? [points[2 * n], points[2 * n + 1]] : ends[n - count]);
  /** Costs between an end and the nodes of its cluster, doubled as all costs of the graph. */
  const join = (flood: typeof near, x: number, y: number) => {
    const costs = new Map<number, number>();
    const cluster = clusterOf(x, y);
    flood.run(x, y);
    for (let n = clusterFirst[cluster]; n < clusterFirst[cluster + 1]; n++) {
      const cost = flood.costs[flood.at(points[2 * n], points[2 * n + 1])];
      if (cost < Infinity) costs.set(n, cost);
    }
    return costs;
  };

  const graphOf = (fromStart: Map<number, number>, toGoal: Map<number, number>): AbstractGraph => ({
    estimate(n) {
      const [x, y] = placeOf(n);
      return 2 * weight * estimate(ends[1][0] - x, ends[1][1] - y);
    },
    each(n, visit) {
      if (n === start) {
        for (const [t, cost] of fromStart) visit(t, cost);
        if (clusterOf(...ends[0]) !== clusterOf(...ends[1])) return;
        const direct = near.costs[near.at(...ends[1])];
        if (direct < Infinity) visit(goal, direct);
        return;
      }
      for (const { first, to, cost } of [intra, inter]) {
        for (let e = first[n]; e < first[n + 1]; e++) visit(to[e], cost[e]);
      }
      const last = toGoal.get(n);
      if (last !== undefined) visit(goal, last);
    },
  });

  /** Searches of clusters, made when they are first used; their map is the cluster alone. */
  const local = new Map<number, Baseline>();
  const inside = (cluster: number): Baseline => {
    const known = local.get(cluster);
    if (known) return known;
    const part = clusterGrid(grid, size, cluster);
    const made = refine === 'jps' ? jumpPointSearch(part, walkingJumper(part)) : aStar(part);
    local.set(cluster, made);
    return made;
  };
  const piece = new PathBuffer();

  /** Writes the cells of an abstract path, goal first. @returns its cost on the scale of the grid */
  const write = (nodes: number[], path: PathBuffer): number => {
    const cells: number[] = [packPoint(...placeOf(nodes[0]))];
    let cost = 0;
    for (let i = 1; i < nodes.length; i++) {
      const [from, to] = [placeOf(nodes[i - 1]), placeOf(nodes[i])];
      const cluster = clusterOf(...from);
      if (cluster !== clusterOf(...to)) {
        cells.push(packPoint(...to));
        cost += from[0] !== to[0] && from[1] !== to[1] ? HEURISTICS.octile(1, 1) : STRAIGHT;
        continue;
      }
      if (from[0] === to[0] && from[1] === to[1]) continue;
      const [left, top] = [(cluster % columns) * size, Math.floor(cluster / columns) * size];
      const search = inside(cluster);
      search.search(from[0] - left, from[1] - top, to[0] - left, to[1] - top, piece);
      for (const name of ['expanded', 'generated', 'lookedAt', 'heapOperations'] as const)
        statistics[name] += search[name];
      cost += Math.round(piece.cost * STRAIGHT);
      for (let c = 1; c < piece.cellCount; c++)
        cells.push(packPoint(left + piece.cells[2 * c], top + piece.cells[2 * c + 1]));
    }
    path.write(Int32Array.from(cells.reverse()), cells.length, cost / STRAIGHT);
    return cost;
  };

  return Object.assign(statistics, {
    search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean {
      Object.assign(statistics, newStatistics());
      if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
      ends = [
        [x0, y0],
        [goalX, goalY],
      ];
      const nodes = run(graphOf(join(near, x0, y0), join(far, goalX, goalY)), start, goal);
      if (nodes) write(nodes, path);
      return nodes !== null;
    },
  });
}
