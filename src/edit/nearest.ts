/** The nearest of several goals, by distances of a map that changes. */
import { octile, STRAIGHT } from '../grid/step-costs.js';
import type { Reachable } from '../search/engine.js';

type Query = [x0: number, y0: number, x1: number, y1: number];

/**
 * @param distance in steps, of cells that are connected
 * @returns as `GridNav.nearest`
 */
export function nearestBy(
  isReachable: Reachable,
  distance: (...query: Query) => number,
): (x0: number, y0: number, goals: ArrayLike<number>) => number {
  return (x0, y0, goals) => {
    let least = Infinity;
    let index = -1;
    for (let i = 0; 2 * i < goals.length; i++) {
      const [x, y] = [goals[2 * i], goals[2 * i + 1]];
      if (!isReachable(x0, y0, x, y) || octile(x - x0, y - y0) >= least * STRAIGHT) continue;
      const cost = distance(x0, y0, x, y);
      if (cost >= least) continue;
      least = cost;
      index = i;
    }
    return index;
  };
}
