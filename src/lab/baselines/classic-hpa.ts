/** HPA* as in the documents (Botea, Mueller & Schaeffer 2004), without smoothing and stored paths. */
import { withMoves } from '../../core/grid/clearance.js';
import { type Grid, gridFrom } from '../../core/grid/grid.js';
import { packPoint } from '../../core/grid/rectangle.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Abstraction } from '../../core/hpa/abstraction.js';
import { clusterFlood } from '../../core/hpa/flood.js';
import { hpaGraph } from '../../core/hpa/graph.js';
import { PathBuffer } from '../../core/search/path.js';
import { aStar } from './astar.js';
import { type Baseline, newStatistics, type Weighted } from './baseline.js';
import { jumpPointSearch } from './jump-point-search.js';
import { walkingJumper } from './jumpers.js';
import { type AbstractGraph, abstractAStar, abstractFringe } from './node-search.js';

/** `h` and `w` apply inside clusters, as in document A; the abstract search has the octile distance. */
export interface ClassicHpaOptions extends Weighted {
  /** Over the abstract graph, and inside a cluster. */
  search: 'astar' | 'fringe';
  refine: 'astar' | 'jps';
}
type Cell = [x: number, y: number];
const COUNTERS = ['expanded', 'generated', 'lookedAt', 'heapOperations'] as const;

/** Near-optimal, on grids without cell costs. @param abstraction its first level is used */
export function classicHpa(grid: Grid, abstraction: Abstraction, options: Partial<ClassicHpaOptions> = {}): Baseline {
  const { search = 'astar', refine = 'astar', h = 'octile', w = 1 } = options;
  const { points, count, clusterFirst, levels, inter } = hpaGraph(grid, abstraction);
  const size = abstraction.options.cluster;
  const columns = Math.ceil(grid.width / size);
  const clusterOf = ([x, y]: Cell) => Math.floor(y / size) * columns + Math.floor(x / size);
  const statistics = newStatistics();
  const flood = clusterFlood(grid, size);
  const run = (search === 'astar' ? abstractAStar : abstractFringe)(count + 2, statistics);
  /** Start and goal, which are nodes `count` and `count + 1`. */
  let ends: Cell[] = [];

  const placeOf = (n: number): Cell => (n < count ? [points[2 * n], points[2 * n + 1]] : ends[n - count]);
  /** Costs between an end and the nodes of its cluster, doubled as all costs of the graph. */
  const join = (end: Cell) => {
    flood.run(...end);
    const costs = new Map<number, number>();
    for (let n = clusterFirst[clusterOf(end)]; n < clusterFirst[clusterOf(end) + 1]; n++)
      costs.set(n, flood.costs[flood.at(...placeOf(n))]);
    return costs;
  };

  const graphOf = (start: Cell, goal: Cell): AbstractGraph => {
    const fromStart = join(start);
    if (clusterOf(start) === clusterOf(goal)) fromStart.set(count + 1, flood.costs[flood.at(...goal)]);
    const toGoal = join(goal);
    return {
      estimate(n) {
        const [x, y] = placeOf(n);
        return 2 * octile(goal[0] - x, goal[1] - y);
      },
      each(n, visit) {
        if (n === count) {
          for (const [to, cost] of fromStart) if (cost < Infinity) visit(to, cost);
          return;
        }
        for (const { first, end, to, cost } of [levels[0], inter])
          for (let e = first[n]; e < end[n]; e++) visit(to[e], cost[e]);
        const last = toGoal.get(n) ?? Infinity;
        if (last < Infinity) visit(count + 1, last);
      },
    };
  };

  /** Searches of clusters, made when they are first used; each knows only its cluster. */
  const local: Baseline[] = [];
  const inside = (left: number, top: number): Baseline => {
    const [width, height] = [Math.min(size, grid.width - left), Math.min(size, grid.height - top)];
    const part = withMoves(
      gridFrom(width, height, (x, y) => grid.isOpen(left + x, top + y)),
      grid.moveRule,
    );
    return refine === 'jps' ? jumpPointSearch(part, walkingJumper(part), { h, w }) : aStar(part, { h, w });
  };
  const piece = new PathBuffer();

  /** Writes the cells of an abstract path. */
  const write = (nodes: number[], path: PathBuffer): void => {
    let from = placeOf(nodes[0]);
    const cells: number[] = [packPoint(...from)];
    let cost = 0;
    for (const to of nodes.slice(1).map(placeOf)) {
      const cluster = clusterOf(from);
      if (cluster !== clusterOf(to)) {
        cells.push(packPoint(...to));
        cost += octile(from[0] - to[0], from[1] - to[1]);
      } else {
        const [left, top] = [(cluster % columns) * size, Math.floor(cluster / columns) * size];
        local[cluster] ??= inside(left, top);
        local[cluster].search(from[0] - left, from[1] - top, to[0] - left, to[1] - top, piece);
        for (const name of COUNTERS) statistics[name] += local[cluster][name];
        cost += Math.round(piece.cost * STRAIGHT);
        for (let c = 2; c < 2 * piece.cellCount; c += 2)
          cells.push(packPoint(left + piece.cells[c], top + piece.cells[c + 1]));
      }
      from = to;
    }
    path.write(cells.reverse(), cells.length, cost / STRAIGHT);
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
