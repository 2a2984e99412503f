/** Contraction hierarchies, as tools know them. */
import * as KIND from '../blob/kinds.js';
import type { Blob } from '../blob/read.js';
import { bakeHierarchy } from '../ch/bake.js';
import type { Hierarchy } from '../ch/replay.js';
import { ruleOf } from '../ch/rules.js';
import { loadHierarchy } from '../ch/section.js';
import type { Grid } from '../grid/grid.js';
import { axialOf } from '../grid/hexes.js';
import { artifact, THREAD_BYTES } from './artifact.js';

export const ch = artifact<Record<string, never>>({
  about: 'contraction hierarchy',
  options: {},
  section: KIND.chInfo,
  bake: (grid, _, context) => bakeHierarchy(grid, context),
  memory: (cells) => THREAD_BYTES + 600 * cells,
  inspect({ blob }, map) {
    hierarchyOf(blob, map);
    return [];
  },
  // A lost shortcut makes paths longer than Dijkstra's, which all engines are compared with.
  verify: async ({ blob }, map) => ({ checked: `${hierarchyOf(blob, map).points.length} subgoals`, faults: [] }),
});

function hierarchyOf(blob: Blob, map: Grid): Hierarchy {
  const grid = axialOf(map);
  return loadHierarchy(blob, grid, ruleOf(grid)).hierarchy;
}
