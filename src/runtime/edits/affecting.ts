/** Which held paths a change crosses. */

import { besideOf } from '../../grid/beside.js';
import { STRAIGHT } from '../../grid/step-costs.js';
import { lineCost } from '../../hpa/line.js';
import type { Path, PathBuffer } from '../../search/path.js';
import { type Edits, EXACT } from './edits.js';

/** What {@link affecting} adds to a map. */
export interface Affecting {
  /** Does a path that somebody holds cross a change: is it illegal now, or does it cost something else than it says? */
  affects(path: Path | PathBuffer): boolean;
}

/** Adds `affects` to a map of `editableJps`. */
export function affecting({ self, grid }: Edits): Affecting {
  const beside = besideOf(grid);
  return {
    affects(path) {
      const { waypoints, cost } = path;
      const count = 'waypointCount' in path ? 2 * path.waypointCount : waypoints.length;
      let sum = 0;
      for (let i = 2; i < count; i += 2) {
        const [x, y] = [waypoints[i - 2], waypoints[i - 1]];
        sum += lineCost(grid.costs ?? grid.open, grid.stride, grid.cell(x, y), waypoints[i] - x, waypoints[i + 1] - y, true, beside);
      }
      return !self.isOpen(waypoints[0], waypoints[1]) || Math.abs(sum / (2 * STRAIGHT) - cost) > cost * (EXACT - 1);
    },
  };
}
