/** Which held paths a change crosses. */

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
  if (path.links?.some(({ link }) => self.linked?.search.closed.has(link.name))) return true;
  const { mapCost = path.cost } = path;
  return !(Math.abs(costOnMap(self, path) - mapCost) <= mapCost * (EXACT - 1));
}
