/** Goal bounds of sampled sources, each by a flood of its own. */

import { KIND } from '../blob/layout.js';
import type { Part } from '../blob/pack.js';
import { rayGraph } from '../bounds/build.js';
import { costBound } from '../bounds/costs.js';
import { Flood } from '../bounds/flood.js';
import { planBounds } from '../bounds/plan.js';
import { loadBounds } from '../bounds/section.js';
import type { Grid } from '../grid/grid.js';
import { buildJumpDistances } from '../jps/build.js';
import type { Findings } from './artifact.js';

const SOURCES = 64;
/** Fewer on maps whose floods take long. */
const MOST_MS = 1000;

export async function verifyBounds({ blob }: Part, grid: Grid, random: () => number): Promise<Findings> {
  const [at, exact] = blob.section(KIND.boundsInfo, Uint8Array, 2);
  const jumps = buildJumpDistances(grid);
  const graph = rayGraph(grid, jumps);
  const { sources, stored, firstRow } = planBounds(graph, at > 0 ? 'cells' : 'jump-points');
  const { boxes } = loadBounds(blob, grid, jumps.arrivals);
  const flood = new Flood(graph, true, costBound(grid));
  const faults: string[] = [];
  let checked = 0;
  const start = performance.now();
  for (let n = 0; n < SOURCES && sources.length > 0 && performance.now() - start < MOST_MS; n++) {
    const source = Math.floor(random() * sources.length);
    const cell = sources[source];
    flood.flood(cell, stored[cell]);
    let row = 4 * firstRow[source];
    for (let d = 0; d < 8; d++) {
      if (((stored[cell] >> d) & 1) === 0) continue;
      const found = [...boxes.subarray(row, row + 4)];
      // The flood has the greatest positions along N, E, S, W.
      const [north, east, south, west] = flood.box.subarray(4 * d, 4 * d + 4);
      const least = [-west, -north, east, south];
      const holds = found[0] <= least[0] && found[1] <= least[1] && found[2] >= least[2] && found[3] >= least[3];
      if (!holds || (exact > 0 && found.join() !== least.join())) {
        faults.push(`box of ${flood.x},${flood.y} in direction ${d} is ${found}, expected ${exact > 0 ? '' : 'at least '}${least}`);
      }
      row += 4;
      checked++;
    }
  }
  return { checked: `${checked} boxes`, faults };
}
