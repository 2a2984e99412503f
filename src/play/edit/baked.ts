/** Which answers of baked engines still hold on a map that has changed. */
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Nav } from '../../core/runtime/nav.js';
import type { Engine } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import type { Difference } from './difference.js';

/** Costs are quotients of integers: what is equal may differ in the last bits, by far less than this factor. */
export const EXACT = 1 + 1e-9;

/** Engines that have nothing baked: those that are repaired are as fast. */
export const ALWAYS_LIVE: readonly string[] = ['jps', 'hpa'];

/** What answers for one state of the map, and where that differs from the present one. */
export interface Base {
  search: Engine;
  isReachable: Nav['isReachable'];
  differs: Difference;
}

/**
 * What an answer of the baked map has to stay below: 0 if it is not worth asking for, Infinity where any will do. It
 * depends on the query and both maps alone, never on other queries or the order of edits.
 * @param engine its name
 * @param any whether the answer is a cost alone, whose path might cross any difference
 */
export function limitOf(
  { differs, isReachable }: Base,
  engine: string,
  [x0, y0, x1, y1]: Parameters<Nav['isReachable']>,
  any?: boolean,
): number {
  if (differs.cells.size === 0) return Infinity;
  if (ALWAYS_LIVE.includes(engine) || differs.isWide) return 0;
  const least = differs.least(x0, y0, x1, y1, any);
  return least > octile(x1 - x0, y1 - y0) && isReachable(x0, y0, x1, y1) ? least / STRAIGHT : 0;
}

/** Does an answer of the baked map stay below its limit, and its path keep away from what is worse now? */
export function holds({ differs }: Base, cost: number, most: number, path?: PathBuffer): boolean {
  return cost * EXACT < most && !(path && differs.crosses(path));
}
