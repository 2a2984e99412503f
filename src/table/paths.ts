/** From a plan over nodes to paths: refined piece by piece, whole or as they are walked, and smoothed. */

import type { Grid } from '../grid/grid.js';
import { STEP } from '../hpa/flood.js';
import { lineCost } from '../hpa/line.js';
import { legal, type Points, pathCost, smoothPass } from '../hpa/smooth.js';
import type { Walk } from '../search/engine.js';
import type { PathBuffer } from '../search/path.js';
import { lineChecker } from './clearance.js';

/** Pieces that a walk refines ahead: smoothing sees as far. */
const AHEAD = 3;

export interface Plan {
  /** In steps. */
  cost: number;
  /** The first in the start's cluster, the last in the goal's; none for a path inside one cluster, or a plain line. */
  nodes: number[];
}

/**
 * @param plan null where there is no path
 * @param addPiece adds piece i of a plan: to the first node, from node to node, to the goal
 */
export function pathsOf(
  grid: Grid,
  plan: (x0: number, y0: number, goalX: number, goalY: number) => Plan | null,
  addPiece: (out: Points, nodes: number[], i: number, x0: number, y0: number, goalX: number, goalY: number) => void,
) {
  const uniform = !grid.costs;
  const weights = grid.costs ?? grid.open;
  const lineOf = uniform ? lineChecker(grid) : lineCost;
  const half: Points = [];

  /** One pass from the path's end to its start. @returns cost of what is left in `out`, in steps */
  const pass = (path: Points, out: Points): number => {
    out.length = 0;
    return smoothPass(weights, grid.stride, uniform, path, out, lineOf) / STEP;
  };

  return {
    /** @param smoothing whether to smooth the path; without, it costs what the plan does */
    search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer, smoothing = true): boolean {
      const found = plan(x0, y0, goalX, goalY);
      if (!found) return false;
      const { nodes } = found;
      const whole: Points = [x0 | (y0 << 16)];
      for (let i = 0; i <= nodes.length; i++) addPiece(whole, nodes, i, x0, y0, goalX, goalY);
      let price = smoothing ? pass(whole, half) : pathCost(weights, grid.stride, whole);
      if (smoothing) price = pass(half, whole);
      // Written from the goal backwards: a third pass leaves it so, and where lines are quickly checked it pays.
      if (smoothing && uniform) {
        const less = pass(whole, half);
        path.write(half, half.length, less);
      } else path.write(whole.reverse(), whole.length, price);
      return true;
    },
    walk(x0: number, y0: number, goalX: number, goalY: number): Walk | null {
      const found = plan(x0, y0, goalX, goalY);
      if (!found) return null;
      const { cost, nodes } = found;
      const path: Points = [x0 | (y0 << 16)];
      let [x, y, toX, toY] = [x0, y0, x0, y0];
      let i = 0;
      let begun = false;
      /** Refines ahead and smooths; the next turn is the next target. */
      const refine = () => {
        for (const end = i + AHEAD; i <= nodes.length && (path.length < 2 * AHEAD || i === end); i++) {
          addPiece(path, nodes, i, x0, y0, goalX, goalY);
        }
        pass(path, half);
        pass(half, path);
        // As in the walk of HPA*, which tells why it ends.
        if (path.length > 1) path.shift();
        else legal(i <= nodes.length);
        toX = path[0] & 0xffff;
        toY = path[0] >> 16;
      };
      // Not a generator: making one takes as long as the first twenty steps.
      const walk: Walk = {
        cost,
        next() {
          if (begun && x === goalX && y === goalY) return { done: true, value: undefined };
          while (begun && x === toX && y === toY) refine();
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
