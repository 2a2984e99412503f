/** HPA* as in the documents (Botea, Mueller & Schaeffer 2004), without smoothing and stored paths. */
import { type Grid, gridFrom } from '../grid/grid.js';
import { packPoint } from '../grid/rectangle.js';
import { octile, STRAIGHT } from '../grid/step-costs.js';
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

/** Document A has A* in both searches, without a weight. */
export interface ClassicHpaOptions {
  /** Over the abstract graph, and inside a cluster. */
  search: 'astar' | 'fringe';
  refine: 'astar' | 'jps';
  heuristic: HeuristicName;
  weight: number;
}
type Cell = [x: number, y: number];
const COUNTERS = ['expanded', 'generated', 'lookedAt', 'heapOperations'] as const;

const partOf = (grid: Grid, left: number, top: number, size: number) =>
  gridFrom(Math.min(size, grid.width - left), Math.min(size, grid.height - top), (x, y) =>
    grid.isOpen(left + x, top + y),
  );

/** Near-optimal, on grids without cell costs. @param abstraction its first level is used */
export function classicHpa(grid: Grid, abstraction: Abstraction, options: Partial<ClassicHpaOptions> = {}): Baseline {
  const { search = 'astar', refine = 'astar', heuristic = 'octile', weight = 1 } = options;
  const { points, count, clusterFirst, levels, inter } = hpaGraph(grid, abstraction);
  const [intra] = levels;
  const size = abstraction.options.cluster;
  const columns = Math.ceil(grid.width / size);
  const clusterOf = ([x, y]: Cell) => Math.floor(y / size) * columns + Math.floor(x / size);
  const estimate = HEURISTICS[heuristic];
  const statistics = newStatistics();
  const flood = clusterFlood(grid, size);
  const run = (search === 'astar' ? abstractAStar : abstractFringe)(count + 2, statistics);
  /** Start and goal, which are nodes `count` and `count + 1`. */
  let ends: Cell[] = [];

  const placeOf = (n: number): Cell => (n < count ? [points[2 * n], points[2 * n + 1]] : ends[n - count]);
  /** Costs between an end and the nodes of its cluster, doubled as all costs of the graph. */
  const join = (end: Cell) => {
    const costs = new Map<number, number>();
    const cluster = clusterOf(end);
    flood.run(...end);
    for (let n = clusterFirst[cluster]; n < clusterFirst[cluster + 1]; n++) {
      const cost = flood.costs[flood.at(...placeOf(n))];
      if (cost < Infinity) costs.set(n, cost);
    }
    return costs;
  };

  const graphOf = (start: Cell, goal: Cell): AbstractGraph => {
    const fromStart = join(start);
    const direct = clusterOf(start) === clusterOf(goal) ? flood.costs[flood.at(...goal)] : Infinity;
    if (direct < Infinity) fromStart.set(count + 1, direct);
    const toGoal = join(goal);
    return {
      estimate(n) {
        const [x, y] = placeOf(n);
        return 2 * weight * estimate(goal[0] - x, goal[1] - y);
      },
      each(n, visit) {
        if (n === count) {
          for (const [t, cost] of fromStart) visit(t, cost);
          return;
        }
        for (const { first, to, cost } of [intra, inter]) {
          for (let e = first[n]; e < first[n + 1]; e++) visit(to[e], cost[e]);
        }
        const last = toGoal.get(n);
        if (last !== undefined) visit(count + 1, last);
      },
    };
  };

  /** Searches of clusters, made when they are first used; their map is the cluster alone. */
  const local = new Map<number, Baseline>();
  const inside = (cluster: number, left: number, top: number): Baseline => {
    const known = local.get(cluster);
    if (known) return known;
    const part = partOf(grid, left, top, size);
    const made = refine === 'jps' ? jumpPointSearch(part, walkingJumper(part)) : aStar(part);
    local.set(cluster, made);
    return made;
  };
  const piece = new PathBuffer();

  /** Writes the cells of an abstract path. */
  const write = (nodes: number[], path: PathBuffer): void => {
    const cells: number[] = [packPoint(...placeOf(nodes[0]))];
    let cost = 0;
    for (let i = 1; i < nodes.length; i++) {
      const [from, to] = [placeOf(nodes[i - 1]), placeOf(nodes[i])];
      const cluster = clusterOf(from);
      if (cluster !== clusterOf(to)) {
        cells.push(packPoint(...to));
        cost += octile(from[0] - to[0], from[1] - to[1]);
        continue;
      }
      const [left, top] = [(cluster % columns) * size, Math.floor(cluster / columns) * size];
      const search = inside(cluster, left, top);
      search.search(from[0] - left, from[1] - top, to[0] - left, to[1] - top, piece);
      for (const name of COUNTERS) statistics[name] += search[name];
      cost += Math.round(piece.cost * STRAIGHT);
      for (let c = 1; c < piece.cellCount; c++)
        cells.push(packPoint(left + piece.cells[2 * c], top + piece.cells[2 * c + 1]));
    }
    path.write(Int32Array.from(cells.reverse()), cells.length, cost / STRAIGHT);
  };

  return Object.assign(statistics, {
    search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean {
      Object.assign(statistics, newStatistics());
      if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
      const start: Cell = [x0, y0];
      const goal: Cell = [goalX, goalY];
      ends = [start, goal];
      const nodes = run(graphOf(start, goal), count, count + 1);
      if (nodes) write(nodes, path);
      return nodes !== null;
    },
  });
}
