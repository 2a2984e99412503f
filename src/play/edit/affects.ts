/** Which held paths a change crosses. */

import { isSeam, seamCost } from '../../core/grid/wrap.js';
import type { Path, PathBuffer } from '../../core/search/path.js';
import { costOnMap } from '../../runtime/path-cost.js';
import { EXACT } from './difference.js';
import { type EditableNav, editsOf } from './edits.js';

/**
 * Whether a change affects a path found earlier: it is illegal now, or the costs of its cells have changed. Paths may
 * be of any function of the map.
 *
 *     nav.onChange(() => units.filter(({ path }) => affects(nav, path)).forEach(replan));
 *
 * @param path of this map, as it is or as it was
 * @throws {TypeError} if it is no path
 */
export function affects(nav: EditableNav, path: Path | PathBuffer): boolean {
  const { self } = editsOf(nav);
  if (!path?.waypoints) throw new TypeError(`path is ${path}, expected a Path or PathBuffer`);
  const links = path.links ?? [];
  if (links.some(({ link }) => self.linked?.search.closed.has(link.name))) return true;
  const { mapCost = path.cost } = path;
  // A kept path has the links over seams that it was found over.
  const more = links.map(({ link }) => (isSeam(self, link) ? seamCost(self.grid, link) - link.cost : 0));
  const cost = more.reduce((sum, one) => sum + one, costOnMap(self, path));
  return !(Math.abs(cost - mapCost) <= mapCost * (EXACT - 1));
}
