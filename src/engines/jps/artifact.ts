/** Jump distances (JPS+), as tools know them. */

import { loadCosts } from '../../core/blob/grid.js';
import * as KIND from '../../core/blob/kinds.js';
import type { BlobPart } from '../../core/blob/pack.js';
import type { Blob } from '../../core/blob/read.js';
import { isDirected } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { MAX_COST } from '../../core/limits.js';
import { JPS } from '../../core/options/bake.js';
import { oracle } from '../../core/oracle/flood.js';
import { artifact, benched, type Findings, THREAD_BYTES } from '../artifact.js';
import { OUT_OF_REACH } from '../weighted/landmarks.js';
import { loadWeighted } from '../weighted/section.js';
import { bakeJps } from './bake.js';
import { countJumpPoints } from './build.js';
import { checkJumpDistances, loadJumpDistances } from './section.js';

export const jps = artifact<{ storeLandmarks: boolean; landmarks: number }>({
  about: 'the map for JPS+, checked',
  options: JPS,
  section: KIND.jpsInfo,
  weightedSection: KIND.weightedInfo,
  recorded: ({ store, width: _, ...options }) => ({ ...options, storeLandmarks: store === 'planes' }),
  bake: (grid, options, context) => bakeJps(grid, { ...context, ...options }),
  memory: (cells) => THREAD_BYTES + 80 * cells,
  inspect({ blob }, grid) {
    if (blob.has(KIND.weightedInfo)) loadLandmarks(blob, grid);
    else checkJumpDistances(blob, grid);
    return [];
  },
  verify: verifyJumpPoints,
  benches: {
    jps: benched('jump-point graph', (grid) => [bakeJps(grid)]),
    weighted: benched('jump points on weighted terrain, 8 landmarks', (grid) => [bakeJps(grid)], {
      terrain: 'weighted',
    }),
  },
});

/** Cells of which a check computes the costs from landmarks. */
const CELLS = 64;

/** A sample of the landmarks' costs is computed again. Jump distances are not stored in the blob. */
async function verifyJumpPoints({ blob }: BlobPart, grid: Grid, random: () => number): Promise<Findings> {
  if (blob.has(KIND.weightedInfo)) return verifyLandmarks(blob, grid, random);
  return { checked: `${countJumpPoints(loadJumpDistances(blob, grid))} jump points`, faults: [] };
}

/** The grid that is searched, with its costs, and its landmarks. */
function loadLandmarks(blob: Blob, map: Grid) {
  loadCosts(blob, map);
  const grid = axialOf(map);
  return { grid, ...loadWeighted(blob, grid) };
}

/** Costs from the landmarks at sampled cells, by the oracle: as high as they may be, and no higher. */
function verifyLandmarks(blob: Blob, map: Grid, random: () => number): Findings {
  const { grid, landmarks } = loadLandmarks(blob, map);
  const { count, costs, unit } = landmarks;
  const faults: string[] = [];
  const cells = sampleOpen(grid, CELLS, random);
  const { stride } = grid;
  const directed = isDirected(grid);
  // Landmarks take no links, and where paths are those of the average they count that.
  const stepCosts = directed ? grid.stepCosts : undefined;
  const { costs: costsOf } = oracle(Object.assign(grid.copy(), { stepCosts, links: undefined }));
  // The way back to a landmark may be longer than the one from it.
  const slack = directed ? 2 * MAX_COST : 2;
  for (let l = 0; l < count; l++) {
    // A landmark's cost to itself is none; where several cells cost less than a unit, any of them is near enough.
    const at = grid.open.findIndex((open, c) => open > 0 && costs[count * c + l] === 0);
    if (at < 0) {
      if (cells.some(([x, y]) => costs[count * grid.cell(x, y) + l] !== OUT_OF_REACH))
        faults.push(`landmark ${l} is nowhere`);
      continue;
    }
    const place = [(at % stride) - 1, Math.floor(at / stride) - 1] as const;
    const optimal = directed && l & 1 ? cells.map((cell) => costsOf(cell, [place])[0]) : costsOf(place, cells);
    cells.forEach(([x, y], i) => {
      const cost = costs[count * grid.cell(x, y) + l];
      const right = optimal[i] === Infinity ? cost === OUT_OF_REACH : Math.abs(cost - optimal[i] / unit) <= slack;
      if (!right) faults.push(`cost from landmark ${l} to ${x},${y} is ${cost * unit}, expected ${optimal[i]}`);
    });
  }
  return { checked: `jump points, ${count * cells.length} costs from landmarks`, faults };
}
