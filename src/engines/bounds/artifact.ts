/** Goal bounds, as tools know them. */
import * as KIND from '../../core/blob/kinds.js';
import type { BlobPart } from '../../core/blob/pack.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import { BOUNDS } from '../../core/options/bake.js';
import { flag } from '../../core/options/option.js';
import { artifact, benchedWith, type Findings, THREAD_BYTES } from '../artifact.js';
import { bakeJps } from '../jps/bake.js';
import { bakeBounds } from './bake.js';
import { loadCellBoxes } from './boxes.js';
import type { BoundsAt } from './floods.js';
import { floodsOf, planBounds } from './share.js';

export const bounds = artifact<{ boxes: BoundsAt; exact: boolean }>({
  about: 'goal bounds',
  options: BOUNDS,
  section: KIND.boundsInfo,
  recorded: ({ at, ...options }) => ({ ...options, boxes: at }),
  bake: (grid, { boxes: at, exact }, context) => bakeBounds(grid, { ...context, at, exact }),
  memory: (cells, { boxes }) => THREAD_BYTES + (boxes === 'cells' ? 450 : 220) * cells,
  inspect({ blob }, grid) {
    loadCellBoxes(blob, grid);
    return [];
  },
  verify: verifyBounds,
  benches: {
    'jps+bounds': benchedWith(
      'jump-point graph with goal bounds',
      { fast: flag('bounds that bake faster and prune less', false) },
      (grid, { fast }) => [bakeJps(grid), bakeBounds(grid, { exact: !fast })],
    ),
  },
});

/** Most sources whose boxes are found once more. */
const SOURCES = 64;
/** Milliseconds after which no further source is taken. */
const MOST_MS = 1000;

/** Goal bounds of sampled sources, each by its own flood. */
async function verifyBounds({ blob }: BlobPart, grid: Grid, random: () => number): Promise<Findings> {
  const [at, exact] = blob.section(KIND.boundsInfo, Uint8Array, 2);
  const floods = floodsOf(grid);
  const { sources, stored, firstRow } = planBounds(floods, at > 0 ? 'cells' : 'jump-points');
  const { box } = loadCellBoxes(blob, grid);
  const { stride } = axialOf(grid);
  const corners = new Int32Array(2);
  const faults: string[] = [];
  let checked = 0;
  const start = performance.now();
  const seen = new Set<number>();
  const most = Math.min(SOURCES, sources.length);
  while (seen.size < most && performance.now() - start < MOST_MS) {
    const source = sources.length <= SOURCES ? seen.size : Math.floor(random() * sources.length);
    if (seen.has(source)) continue;
    seen.add(source);
    const cell = sources[source];
    floods.flood(cell, stored[cell]);
    for (let d = 0; d < 8; d++) {
      if (((stored[cell] >> d) & 1) === 0) continue;
      checked++;
      box(cell, d, corners);
      const actual = [...corners].flatMap((corner) => [corner & X_MASK, (corner >> Y_SHIFT) & X_MASK]);
      const fault = faultOf(actual, floods.boxes.subarray(4 * d, 4 * d + 4), exact > 0);
      const place = `${(cell % stride) - 1},${Math.floor(cell / stride) - 1}`;
      if (fault !== undefined) faults.push(`box of ${place} in direction ${d} is ${fault}`);
    }
  }
  return { checked: `${checked} of ${firstRow[sources.length]} boxes`, faults };
}

/** @param actual left, top, right, bottom @param greatest positions along N, E, S, W that the flood has reached */
function faultOf(actual: number[], [north, east, south, west]: Int32Array, exact: boolean): string | undefined {
  const expected = [-west, -north, east, south];
  const holds = expected.every((value, i) => (i < 2 ? actual[i] <= value : actual[i] >= value));
  if (holds && (!exact || actual.join() === expected.join())) return undefined;
  return `${actual}, expected ${exact ? '' : 'at least '}${expected}`;
}
