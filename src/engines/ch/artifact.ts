/** Contraction hierarchies, as tools know them. */
import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { artifact, benched, THREAD_BYTES } from '../artifact.js';
import { bakeHierarchy } from './bake.js';
import type { Hierarchy } from './replay.js';
import { ruleOf } from './rules.js';
import { loadHierarchy } from './section.js';

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
  benches: { ch: benched('contraction hierarchy', (grid) => [bakeHierarchy(grid)], { terrain: 'any' }) },
});

function hierarchyOf(blob: Blob, map: Grid): Hierarchy {
  const grid = axialOf(map);
  return loadHierarchy(blob, grid, ruleOf(grid)).hierarchy;
}
