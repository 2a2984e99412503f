/**
 * Table query: nodes around the start x nodes around the goal, one lookup and two additions each. Costs
 * equal the costs of HPA*, to the bit.
 */
import { local } from '../../core/blob/keep.js';
import { assertPath } from '../../core/errors.js';
import { moreAlong } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { octile, STEP, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Engine, Reachable, Trace, Walk } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { lineChecker } from '../hpa/clear-runs.js';
import { clusterFlood, type Flood } from '../hpa/flood.js';
import type { HpaGraph } from '../hpa/graph.js';
import { refiner } from '../hpa/refine.js';
import type { Points } from '../hpa/smooth.js';
import type { Traced } from '../hpa/trace.js';
import { pairsOf } from './pairs.js';
import { type Plan, pathsOf } from './paths.js';
import { nodeFloods, reach } from './reach.js';
import type { Table } from './section.js';

/** Queries over an all-pairs table: paths, walks, distances, the nearest of many goals. */
export interface TableSearch extends Engine {
  /** The abstraction of its HPA* bake. */
  readonly abstraction: Abstraction;
  /** Cost in steps of the last path before smoothing; Infinity if there was none. */
  abstractCost: number;
  /** As in `HpaSearch`. */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer, smoothing?: boolean): boolean;
  walk(x0: number, y0: number, goalX: number, goalY: number): Walk | null;
  /** Cost of the path before smoothing, in steps, as `abstractCost`; nothing is refined. Infinity if there is none. */
  distance(x0: number, y0: number, goalX: number, goalY: number): number;
  /**
   * Number of the goal with the smallest distance, ties to the first; -1 when none can be reached.
   * @param goals x, y pairs
   * @param isReachable throws if a cell is not on the map
   * @throws {RangeError} if the goals are not pairs
   */
  nearest(x0: number, y0: number, goals: ArrayLike<number>, isReachable: Reachable): number;
}

/**
 * The engine of an all-pairs table, as `load` makes it from blobs:
 *
 *     const abstraction = buildHpa(grid);
 *     const graph = hpaGraph(grid, abstraction);
 *     const search = tableSearch(grid, abstraction, graph, await buildTable(grid, abstraction, graph));
 *
 * @throws {BlobError} if the runs of the table do not fit its rows; next hops are checked where they are followed
 */
export function tableSearch(
  grid: Grid,
  abstraction: Abstraction,
  hpaGraph: HpaGraph,
  table: Table,
  keep = local,
): TableSearch {
  const { distances, edge, follow } = pairsOf(table, keep);
  const { cluster: size, merge } = abstraction.options;
  const { levels, points } = hpaGraph;
  const { level, nodes, places, to } = table.graph;
  const span = size * merge ** (level - 1);
  const flood = clusterFlood(grid, size);
  const floods = nodeFloods(grid, hpaGraph, size, flood);
  const lineCost = lineChecker(grid, keep);
  const starts = reach(grid, hpaGraph, size, span, floods);
  const goals = reach(grid, hpaGraph, size, span, floods);
  const { line, addLocal, addInter, addPath } = refiner(grid, hpaGraph, flood, lineCost);
  // Places where the best way enters and leaves the table. A way that does not use the table has -1 for
  // `enter`; `leave` is then the node where the ways around start and goal meet, or -1 if the way is a plain line or
  // lies inside one cluster.
  let enter = -1;
  let leave = -1;

  /** Costs of a query whose start is in `starts`, on the doubled scale. */
  const best = (x0: number, y0: number, goalX: number, goalY: number): number => {
    const least = 2 * octile(goalX - x0, goalY - y0);
    enter = leave = -1;
    if (line(x0, y0, goalX, goalY)) return least;
    let sum = Infinity;
    if (Math.floor(x0 / size) === Math.floor(goalX / size) && Math.floor(y0 / size) === Math.floor(goalY / size)) {
      // From the goal: refining needs the same flood.
      flood.run(goalX, goalY);
      sum = flood.costs[flood.at(x0, y0)];
    }
    const far = goals.from(goalX, goalY);
    for (const n of far.nodes) {
      const meeting = starts.costs[n] + far.costs[n];
      if (meeting >= sum) continue;
      sum = meeting;
      leave = n;
    }
    for (const s of starts.nodes) {
      const a = places[s];
      const cost = starts.costs[s];
      if (a < 0 || cost >= sum) continue;
      const row = (a * (a - 1)) / 2;
      for (const t of far.nodes) {
        const b = places[t];
        if (b < 0 || a === b) continue;
        const ends = cost + far.costs[t];
        const distance = distances[a > b ? row + b : (b * (b - 1)) / 2 + a] || follow(a, b);
        // No way, if the table has no distance: the abstraction is in pieces where the grid is not.
        if (distance === 0 || ends + distance >= sum) continue;
        sum = ends + distance;
        enter = a;
        leave = b;
      }
    }
    return sum;
  };

  /** Traces the nodes of a way: costs are from the start before `before`, from the goal after `after`. */
  const report = (trace: Trace, way: number[], before: number, after: number, start: number) => {
    trace(start, -1, 0);
    let parent = start;
    way.forEach((n, i) => {
      const b = places[n];
      let cost = starts.costs[n];
      if (i >= after) cost = self.abstractCost * STEP - goals.costs[n];
      else if (i >= before) cost = starts.costs[nodes[enter]] + follow(enter, b);
      const point = points[2 * n] | (points[2 * n + 1] << 16);
      trace(point, parent, cost / STEP);
      parent = point;
    });
  };

  const plan = (x0: number, y0: number, goalX: number, goalY: number): Plan | null => {
    const cost = self.distance(x0, y0, goalX, goalY);
    self.abstractCost = cost;
    if (cost === Infinity) return null;
    if (leave < 0) return { cost, nodes: [] };
    const way: number[] = [];
    // The second half, from its end.
    const tail: number[] = [];
    for (let n = enter < 0 ? leave : nodes[enter]; n >= 0; n = starts.parents[n])
      assertPath(way.push(n) <= places.length);
    way.reverse();
    const before = way.length;
    for (let [a, b, hops] = [enter, leave, 0]; enter >= 0 && a !== b; hops++) {
      const next = to[edge(a, b, hops)];
      if (a > b) {
        a = next;
        way.push(nodes[a]);
      } else {
        tail.push(nodes[b]);
        b = next;
      }
    }
    while (tail.length > 0) way.push(tail.pop() as number);
    const after = way.length;
    for (let n = goals.parents[way[way.length - 1]]; n >= 0; n = goals.parents[n])
      assertPath(way.push(n) <= 2 * places.length);
    if (self.trace) report(self.trace, way, before, after, x0 | (y0 << 16));
    return { cost, nodes: way };
  };

  /** Adds the way inside the cluster from a cell to its node `n`. */
  const addOwn = (out: Points, x: number, y: number, n: number) => {
    const own: Traced & Pick<Flood, 'run'> = { ...flood, run: () => void Object.assign(own, floods.from(n, x, y)) };
    addLocal(out, x, y, points[2 * n], points[2 * n + 1], own);
  };

  const addPiece = (out: Points, way: number[], i: number, x0: number, y0: number, goalX: number, goalY: number) => {
    const n = way[i - 1];
    const next = way[i];
    if (way.length === 0) addLocal(out, x0, y0, goalX, goalY);
    else if (i === 0) addOwn(out, x0, y0, next);
    else if (i < way.length) addEdge(out, n, next);
    else {
      const back: Points = [goalX | (goalY << 16)];
      addOwn(back, goalX, goalY, n);
      // Its last is where `out` ends.
      for (let k = back.length - 2; k >= 0; k--) out.push(back[k]);
    }
  };

  /** Adds an edge's path. An edge of several levels costs the same on each. */
  const addEdge = (out: Points, n: number, next: number) => {
    for (const l of level > 1 ? [level - 1, 0] : [0]) {
      const { first, end, to } = levels[l];
      for (let e = Math.max(0, first[n]), last = Math.min(end[n], to.length); e < last; e++)
        if (to[e] === next) return addPath(out, l, n, e);
    }
    addInter(out, n, next);
  };

  const self: TableSearch = {
    ...pathsOf(grid, lineCost, plan, addPiece, () => self.refine === true, { points, size }),
    refine: true,
    abstraction,
    expanded: 0,
    generated: 0,
    abstractCost: 0,
    distance(x0, y0, goalX, goalY) {
      if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return Infinity;
      starts.from(x0, y0);
      return best(x0, y0, goalX, goalY) / STEP;
    },
    nearest(x0, y0, goals, isReachable) {
      let least = Infinity;
      let index = -1;
      if (isReachable(x0, y0, x0, y0)) starts.from(x0, y0);
      for (let i = 0; 2 * i < goals.length; i++) {
        const [x, y] = [goals[2 * i], goals[2 * i + 1]];
        if (!isReachable(x0, y0, x, y) || 2 * octile(x - x0, y - y0) >= least) continue;
        const cost = best(x0, y0, x, y) + moreAlong(grid, grid.cell(x0, y0), grid.cell(x, y)) * STRAIGHT;
        assertPath(cost < Infinity);
        if (cost >= least) continue;
        least = cost;
        index = i;
      }
      return index;
    },
  };
  return self;
}
