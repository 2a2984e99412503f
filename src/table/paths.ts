/** From a plan over nodes to paths: refined piece by piece, whole or as they are walked, and smoothed. */
import type { Walk } from '../engine.js';
import type { Grid } from '../grid/grid.js';
import type { HpaGraph } from '../hpa/graph.js';
import { lineCost } from '../hpa/line.js';
import { addLine, addPoint, newPoints, type Points, pointsCost, smoothPass } from '../hpa/smooth.js';
import type { PathBuffer } from '../search/path.js';
import { lineChecker } from './clearance.js';

/** Pieces that a walk refines ahead: smoothing sees as far. */
const AHEAD = 3;

export interface Plan {
  /** In steps. */
  cost: number;
  /** Number of nodes; 0 for a path inside one cluster, -1 for a plain line. */
  length: number;
  /** At least `length` nodes, the first in the start's cluster, the last in the goal's. */
  nodes: Int32Array;
}

function reverse({ values, length }: Points, out: Points): void {
  out.length = 0;
  for (let i = length - 1; i >= 0; i--) addPoint(out, values[i] & 0xffff, values[i] >> 16);
}

/**
 * @param plan overwritten by each call of itself
 * @param addLocal adds the cheapest path inside a cluster: from a cell to node `n`, with `back` 1 from the node, without from cell to cell
 * @param addEdge adds the way from node `n` to the next, the plan's number `i`
 */
export function pathsOf(
  grid: Grid,
  { points }: HpaGraph,
  addLocal: (out: Points, x: number, y: number, toX: number, toY: number, n?: number, back?: number) => void,
  plan: (x0: number, y0: number, goalX: number, goalY: number) => Plan,
  addEdge: (out: Points, n: number, next: number, i: number, x0: number, y0: number, goalX: number, goalY: number) => void,
) {
  const { stride } = grid;
  const uniform = !grid.costs;
  const weights = grid.costs ?? grid.open;
  const lineOf = uniform ? lineChecker(grid) : lineCost;
  const smoothed = newPoints();
  const whole = newPoints();

  /** Adds piece i of a plan: to the first node, from node to node, to the goal. */
  const addPiece = (out: Points, nodes: Int32Array, length: number, i: number, x0: number, y0: number, goalX: number, goalY: number) => {
    const n = nodes[i - 1];
    const next = nodes[i];
    if (length < 0) addLine(out, x0, y0, goalX, goalY, true);
    else if (length === 0) addLocal(out, x0, y0, goalX, goalY);
    else if (i === 0) addLocal(out, x0, y0, points[2 * next], points[2 * next + 1], next);
    else if (i === length) addLocal(out, points[2 * n], points[2 * n + 1], goalX, goalY, n, 1);
    else addEdge(out, n, next, i, x0, y0, goalX, goalY);
  };

  const smooth = (path: Points) => {
    smoothPass(weights, stride, uniform, path, smoothed, lineOf);
    smoothPass(weights, stride, uniform, smoothed, path, lineOf);
  };

  return {
    /** @param smoothing whether to smooth; without, the path costs what the plan does */
    search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer, smoothing = true): void {
      const { length, nodes } = plan(x0, y0, goalX, goalY);
      whole.length = 0;
      addPoint(whole, x0, y0);
      for (let i = 0; i <= length || i === 0; i++) addPiece(whole, nodes, length, i, x0, y0, goalX, goalY);
      if (smoothing && length >= 0) smooth(whole);
      // Written from the goal backwards: a pass more leaves it so, and where lines are quickly checked it pays.
      if (uniform && smoothing) smoothPass(weights, stride, uniform, whole, smoothed, lineOf);
      else reverse(whole, smoothed);
      path.write(smoothed.values, smoothed.length, pointsCost(weights, stride, smoothed));
    },
    walk(x0: number, y0: number, goalX: number, goalY: number): Walk {
      const { cost, length, nodes: found } = plan(x0, y0, goalX, goalY);
      const nodes = found.slice(0, Math.max(0, length));
      const path: Points = { length: 0, values: new Int32Array(32) };
      let [x, y, toX, toY] = [x0, y0, x0, y0];
      let i = 0;
      let begun = false;
      /** Refines ahead and smooths; the next turn is the next target. */
      const refine = () => {
        for (const end = i + AHEAD; (i <= length || i === 0) && (path.length < 2 * AHEAD || i === end); i++) {
          addPiece(path, nodes, length, i, x0, y0, goalX, goalY);
        }
        smooth(path);
        toX = path.values[1] & 0xffff;
        toY = path.values[1] >> 16;
        path.values.copyWithin(0, 1, path.length--);
      };
      addPoint(path, x, y);
      // Not a generator: making one takes as long as the first twenty steps.
      const walk: Walk = {
        cost,
        next() {
          if (begun && x === goalX && y === goalY) return { done: true, value: undefined };
          if (begun && x === toX && y === toY) refine();
          begun = true;
          x += Math.sign(toX - x);
          y += Math.sign(toY - y);
          return { done: false, value: [x, y] };
        },
        [Symbol.iterator]: () => walk,
      };
      return walk;
    },
  };
}
