/** HPA* query: coarse path, cells piece by piece, smoothing, exact searches in windows. */

import { assertPath } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { isStraight } from '../../core/grid/rules.js';
import type { Engine, Walk } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import { walkPieces } from '../../core/search/walk.js';
import type { Abstraction } from './abstraction.js';
import { lineChecker } from './clear-runs.js';
import { clusterFlood } from './flood.js';
import type { HpaGraph } from './graph.js';
import { type Hops, hopsOf } from './hops.js';
import { landmarkCosts } from './landmarks.js';
import { lineCostOf } from './line.js';
import { coarseSearch, type Plans } from './plan.js';
import { refiner } from './refine.js';
import { type Points, pathCost, smooth } from './smooth.js';
import { windowsOf } from './windows.js';

/** Queries over one abstraction; `walk` gives a path piece by piece. */
export interface HpaSearch extends Engine {
  readonly abstraction: Abstraction;
  /** Remembers coarse paths and is asked for them, while it is there; see `cachePaths`. */
  plans?: Plans | undefined;
  /** Cost in steps of the last query's path before smoothing; Infinity if there was none. */
  abstractCost: number;
  /** As in `Engine`. @param smoothing without it, the path costs `abstractCost` */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer, smoothing?: boolean): boolean;
  /** The same path in pieces: the cells from start to goal, refined and smoothed as they are asked for. */
  walk(x0: number, y0: number, goalX: number, goalY: number): Walk | null;
}

/** Arrays of a search that are kept for other threads. */
interface HpaReady {
  hops: Hops;
  marks: Float64Array;
  lineCost: ReturnType<typeof lineChecker>;
}

/** The search over an abstraction and its graph, neither of which is changed: any number may share them. */
export function hpaSearch(
  grid: Grid,
  abstraction: Abstraction,
  graph: HpaGraph,
  ready: Partial<HpaReady> = {},
): HpaSearch {
  const { hops = hopsOf(graph), lineCost = lineChecker(grid) } = ready;
  const { marks = landmarkCosts(graph, hops) } = ready;
  const size = abstraction.options.cluster;
  const { points } = graph;
  const [near, far] = [clusterFlood(grid, size), clusterFlood(grid, size)];
  const { line, addLocal, addInter, addHop } = refiner(grid, graph, near, lineCost);
  const { plan, levelOf } = coarseSearch(grid, abstraction.options, graph, { hops, marks, near, far, line });

  /** @returns what adds piece i of a planned path: to the start's node, over its border, hop by hop, to the goal */
  const piecesOf =
    (nodes: number[], x0: number, y0: number, goalX: number, goalY: number) => (out: Points, i: number) => {
      const n = nodes[i - 1];
      const next = nodes[i];
      const { length } = nodes;
      const [x, y] = i === 0 ? [x0, y0] : [points[2 * n], points[2 * n + 1]];
      const [toX, toY] = i === length ? [goalX, goalY] : [points[2 * next], points[2 * next + 1]];
      if (i === length) addLocal(out, x, y, toX, toY, far);
      else if (i === 0) {
        // Nothing but the start is there yet; backwards, for the start's flood is likely to be at hand.
        out[0] = toX | (toY << 16);
        addLocal(out, toX, toY, x, y, near);
        out.reverse();
      } else if (i === 1) addInter(out, n, next);
      else addHop(out, levelOf(n, x0, y0, goalX, goalY), n, next);
    };

  const weights = grid.costs ?? grid.open;
  const lineOf = lineCostOf(grid);
  const improve = windowsOf(grid);
  /** Straightens a path. Counting its cost on the grid refuses lines through walls, which forged arrays may have. */
  const straighten = (path: Points) => {
    smooth(weights, grid.stride, !grid.costs, path, lineCost, isStraight(grid));
    return pathCost(weights, grid.stride, path, lineOf);
  };

  const self: HpaSearch = {
    abstraction,
    expanded: 0,
    generated: 0,
    abstractCost: 0,
    refine: true,
    search(x0, y0, goalX, goalY, path, smoothing = true) {
      const nodes = plan(self, x0, y0, goalX, goalY);
      if (!nodes) return false;
      const whole = [x0 | (y0 << 16)];
      const addPiece = piecesOf(nodes, x0, y0, goalX, goalY);
      for (let i = 0; i <= nodes.length; i++) {
        addPiece(whole, i);
        // Forged paths could be as long as their array, each.
        assertPath(whole.length <= 4 * weights.length);
      }
      let price = smoothing ? straighten(whole) : pathCost(weights, grid.stride, whole, lineOf);
      if (smoothing && self.refine) price = improve(whole, price);
      // Written from the goal backwards.
      path.write(whole.reverse(), whole.length, price);
      return true;
    },
    walk(x0, y0, goalX, goalY) {
      const nodes = plan(self, x0, y0, goalX, goalY);
      if (!nodes) return null;
      return walkPieces(
        x0 | (y0 << 16),
        goalX | (goalY << 16),
        self.abstractCost,
        nodes.length + 1,
        piecesOf(nodes, x0, y0, goalX, goalY),
        straighten,
        nodes.map((n) => [points[2 * n], points[2 * n + 1]] as const),
        size,
      );
    },
  };
  return self;
}
