/**
 * Table query: nodes around the start x nodes around the goal, one lookup and two additions each; no search. The costs are those of
 * HPA*, to the bit: the way from a cell to another cluster leaves its own over a node of the table's level.
 */
import type { Engine, Walk } from '../engine.js';
import { octile } from '../grid/costs.js';
import { type Grid, grown } from '../grid/grid.js';
import type { Abstraction } from '../hpa/abstraction.js';
import { clusterFlood, STEP } from '../hpa/flood.js';
import type { HpaGraph } from '../hpa/graph.js';
import { refiner } from '../hpa/refine.js';
import { addPoint, type Points } from '../hpa/smooth.js';
import { traceRuns } from '../hpa/trace.js';
import type { PathBuffer } from '../search/path.js';
import { type Plan, pathsOf } from './paths.js';
import { nodeFloods, type Reach, reach } from './reach.js';
import type { PairTable } from './section.js';

export interface TableSearch extends Engine {
  /** What it was made from. */
  readonly abstraction: Abstraction;
  /** Cost in steps of the last path before smoothing. */
  abstractCost: number;
  /** As in `HpaSearch`. */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer, smoothing?: boolean): void;
  walk(x0: number, y0: number, goalX: number, goalY: number): Walk;
  /** Cost of the same path before smoothing, in steps, as `abstractCost` would be; nothing is refined. */
  distance(x0: number, y0: number, goalX: number, goalY: number): number;
}

export function tableSearch(grid: Grid, abstraction: Abstraction, hpaGraph: HpaGraph, { graph, distances, edge }: PairTable): TableSearch {
  const { cluster: size, merge } = abstraction.options;
  const { levels, points } = hpaGraph;
  const { level, nodes, places, to } = graph;
  const span = size * merge ** (level - 1);
  const flood = clusterFlood(grid, size);
  const floodsAt = nodeFloods(grid, hpaGraph, size, flood);
  const starts = reach(grid, hpaGraph, size, span, flood, floodsAt);
  const goals = reach(grid, hpaGraph, size, span, flood, floodsAt);
  const { line, addLocal, addRuns, addPath } = refiner(grid, abstraction, hpaGraph, flood);
  // The second half of a way, from its end.
  const tail: number[] = [];
  const found: Plan = { cost: 0, length: 0, nodes: new Int32Array(256) };
  // Where the best way enters the table and leaves it; -1, and the node where the two cells' ways meet, if it does not use it.
  let enter = 0;
  let leave = 0;

  /** Costs of a query whose start is in `starts`, on the doubled scale. */
  const best = (x0: number, y0: number, goalX: number, goalY: number): number => {
    const least = 2 * octile(goalX - x0, goalY - y0);
    found.length = -1;
    if (line(x0, y0, goalX, goalY)) return least;
    found.length = 0;
    let sum = Infinity;
    const [left, top] = [x0 - (x0 % size), y0 - (y0 % size)];
    if (left === goalX - (goalX % size) && top === goalY - (goalY % size)) {
      flood.run(left, top, x0, y0);
      sum = flood.costs[flood.at(goalX, goalY)];
    }
    const there = goals.from(goalX, goalY);
    for (const n of there.nodes) {
      const meeting = starts.costs[n] + there.costs[n];
      if (meeting >= sum) continue;
      sum = meeting;
      enter = -1;
      leave = n;
      found.length = 1;
    }
    for (const s of starts.nodes) {
      const a = places[s];
      const cost = starts.costs[s];
      if (a < 0 || cost >= sum) continue;
      const row = (a * (a - 1)) / 2;
      for (const t of there.nodes) {
        const b = places[t];
        if (b < 0 || a === b) continue;
        const price = cost + there.costs[t] + distances[a > b ? row + b : (b * (b - 1)) / 2 + a];
        if (price >= sum) continue;
        sum = price;
        enter = a;
        leave = b;
        found.length = 1;
      }
    }
    return sum;
  };

  const plan = (x0: number, y0: number, goalX: number, goalY: number): Plan => {
    starts.from(x0, y0);
    found.cost = self.abstractCost = best(x0, y0, goalX, goalY) / STEP;
    if (found.length <= 0) return found;
    let length = 0;
    const push = (n: number) => {
      if (length === found.nodes.length) found.nodes = grown(found.nodes);
      found.nodes[length++] = n;
    };
    /** A cell's own nodes up to `n`, those nearest to it first. */
    const own = ({ parents }: Reach, n: number, back: boolean) => {
      const from = length;
      for (let m = n; m >= 0; m = parents[m]) push(m);
      if (!back && length > from + 1) found.nodes.subarray(from, length).reverse();
    };
    if (enter < 0) {
      own(starts, leave, false);
    } else {
      own(starts, nodes[enter], false);
      for (let [a, b] = [enter, leave]; a !== b; ) {
        if (a > b) {
          a = to[edge(a, b)];
          push(nodes[a]);
        } else {
          tail.push(nodes[b]);
          b = to[edge(b, a)];
        }
      }
      while (tail.length > 0) push(tail.pop() as number);
    }
    own(goals, goals.parents[found.nodes[length - 1]], true);
    found.length = length;
    return found;
  };

  /** Runs of the way from a cell to a node of its cluster. */
  const runsTo = (n: number, x: number, y: number): number[] => {
    const { first, costs, weights } = floodsAt(x, y);
    const from = (n - first) * weights.length;
    const at = (x: number, y: number) => ((y % size) + 1) * flood.stride + (x % size) + 1;
    return traceRuns({ weights, costs: costs.subarray(from, from + weights.length), stride: flood.stride, at }, x, y);
  };

  /** Adds the way inside the cluster between a cell and its node `n`, `back` 1 from the node to the cell. */
  const addOwn = (out: Points, x: number, y: number, toX: number, toY: number, n?: number, back = 0) => {
    if (n === undefined || line(x, y, toX, toY)) addLocal(out, x, y, toX, toY);
    else addRuns(out, x, y, back ? runsTo(n, toX, toY) : runsTo(n, x, y), back);
  };

  /** Adds an edge's path. One that level 1 has too costs there as much. */
  const addEdge = (out: Points, n: number, next: number) => {
    for (let l = level - 1; l >= 0; l = l > 0 ? 0 : -1) {
      const { first, to, pair } = levels[l];
      for (let e = first[n]; e < first[n + 1]; e++) {
        if (to[e] !== next) continue;
        addPath(out, l, n, next, pair[e] >> 1, pair[e] & 1);
        return;
      }
    }
    addPoint(out, points[2 * next], points[2 * next + 1]);
  };

  const self: TableSearch = {
    ...pathsOf(grid, hpaGraph, addOwn, plan, addEdge),
    abstraction,
    expanded: 0,
    generated: 0,
    abstractCost: 0,
    distance(x0, y0, goalX, goalY) {
      starts.from(x0, y0);
      return best(x0, y0, goalX, goalY) / STEP;
    },
    extend(nav) {
      nav.distance = (...query) => (nav.isReachable(...query) ? self.distance(...query) : Infinity);
      nav.nearest = (x0, y0, cells) => {
        let least = Infinity;
        let index = -1;
        if (nav.isOpen(x0, y0)) starts.from(x0, y0);
        for (let i = 0; 2 * i + 1 < cells.length; i++) {
          const [x, y] = [cells[2 * i], cells[2 * i + 1]];
          if (!nav.isReachable(x0, y0, x, y) || 2 * octile(x - x0, y - y0) >= least) continue;
          const cost = best(x0, y0, x, y);
          if (cost >= least) continue;
          least = cost;
          index = i;
        }
        return index;
      };
    },
  };
  return self;
}
