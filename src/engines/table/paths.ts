/** From a plan over nodes to paths: refined piece by piece, whole or as they are walked, and smoothed. */
import { assertPath } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { isStraight } from '../../core/grid/rules.js';
import { STEP } from '../../core/grid/step-costs.js';
import type { Walk } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import { walkPieces } from '../../core/search/walk.js';
import type { lineChecker } from '../hpa/clear-runs.js';
import { lineCostOf } from '../hpa/line.js';
import { type Points, pathCost, smoothPass } from '../hpa/smooth.js';
import { windowsOf } from '../hpa/windows.js';

export interface Plan {
  cost: number;
  /** The first in the start's cluster, the last in the goal's; none for a path inside one cluster, or a plain line. */
  nodes: number[];
}

/**
 * @param lineCost of the grid @param plan null where there is no path
 * @param addPiece adds piece i of a plan: to the first node, from node to node, to the goal
 * @param refines whether smoothed paths go through windows
 */
export function pathsOf(
  grid: Grid,
  lineCost: ReturnType<typeof lineChecker>,
  plan: (x0: number, y0: number, goalX: number, goalY: number) => Plan | null,
  addPiece: (out: Points, nodes: number[], i: number, x0: number, y0: number, goalX: number, goalY: number) => void,
  refines: () => boolean,
  { points, size }: { points: Uint16Array; size: number },
) {
  const uniform = !grid.costs;
  const weights = grid.costs ?? grid.open;
  const lineOf = lineCostOf(grid);
  const half: Points = [];
  const windows = windowsOf(grid);
  const correct = (path: Points, cost: number) => (refines() ? windows(path, cost) : cost);

  /** One pass from the path's end to its start. @returns cost of what is left in `out`, in steps */
  const pass = (path: Points, out: Points): number => {
    out.length = 0;
    return smoothPass(weights, grid.stride, uniform, path, out, lineCost, isStraight(grid)) / STEP;
  };

  return {
    /** @param smoothing whether to smooth the path; without, it costs what the plan does */
    search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer, smoothing = true): boolean {
      const planned = plan(x0, y0, goalX, goalY);
      if (!planned) return false;
      const { nodes } = planned;
      const whole: Points = [x0 | (y0 << 16)];
      for (let i = 0; i <= nodes.length; i++) {
        addPiece(whole, nodes, i, x0, y0, goalX, goalY);
        assertPath(whole.length <= 4 * weights.length);
      }
      let price = smoothing ? pass(whole, half) : pathCost(weights, grid.stride, whole, lineOf);
      if (smoothing) price = pass(half, whole);
      // Written from the goal backwards: a third pass leaves it so, and where lines are quickly checked it pays.
      if (smoothing && uniform) {
        const less = correct(half, pass(whole, half));
        path.write(half, half.length, less);
      } else {
        if (smoothing) price = correct(whole, price);
        path.write(whole.reverse(), whole.length, price);
      }
      return true;
    },
    walk(x0: number, y0: number, goalX: number, goalY: number): Walk | null {
      const planned = plan(x0, y0, goalX, goalY);
      if (!planned) return null;
      const { cost, nodes } = planned;
      const smooth = (points: Points) => {
        pass(points, half);
        pass(half, points);
      };
      const add = (points: Points, i: number) => addPiece(points, nodes, i, x0, y0, goalX, goalY);
      return walkPieces(
        x0 | (y0 << 16),
        goalX | (goalY << 16),
        cost,
        nodes.length + 1,
        add,
        smooth,
        nodes.map((n) => [points[2 * n], points[2 * n + 1]] as const),
        size,
      );
    },
  };
}
