/** Grid to blob: `prep ch` as a function. */
import { setImmediate } from 'node:timers/promises';
import * as KIND from '../../core/blob/kinds.js';
import { WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../../core/blob/write.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { refuseDirected, searchable } from '../../core/grid/refuse.js';
import { type HierarchyBake, type HierarchyOptions, hierarchyDefaults, hierarchySteps } from './build.js';
import { ruleOf } from './rules.js';
import { hierarchyArrays, hierarchySections } from './section.js';

export interface BakeHierarchyOptions extends WriteOptions, HierarchyOptions {
  map: string;
  /** Called regularly and at the end, with the number of contracted subgoals. */
  onProgress?: (done: number, total: number) => void;
  /** Stops the bake; it rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Milliseconds of contraction between turns of the event loop. */
const SLICE_MS = 10;

/**
 * A blob with a grid and a contraction hierarchy over its subgoals. `load` needs nothing else, and its paths are
 * optimal. Made for mazes, rooms, random obstacles and large caves, where goal bounds take minutes to bake, and for
 * weighted terrain (docs/decisions/contraction-hierarchies.md).
 * @throws {MapTooLargeError} if the hierarchy would be larger than a blob may hold
 */
export async function bakeHierarchy(grid: Grid, options: Partial<BakeHierarchyOptions> = {}): Promise<Uint8Array> {
  const { map, codec, zstdLevel, witness } = { ...WRITE_DEFAULTS, ...hierarchyDefaults(grid), map: '', ...options };
  if (grid.costs) refuseDirected(grid, 'contraction hierarchies');
  const ground = axialOf(searchable(grid));
  const hierarchy = await contractInSlices(ground, witness, options);
  const { subgoals, height, edges, shortcuts } = hierarchy;
  const metadata = {
    artifact: 'ch',
    map,
    options: { witness, codec, zstdLevel },
    statistics: { openCells: countOpen(grid), subgoals, edges: edges - shortcuts, shortcuts, levels: height },
  };
  return writeBlob(grid, hierarchySections(hierarchy), metadata, options, {
    kind: KIND.chViews,
    make: (compact, keep) => hierarchyArrays(compact, ground, ruleOf(ground), keep),
  });
}

async function contractInSlices(
  grid: Grid,
  witness: number,
  { onProgress, signal }: Partial<BakeHierarchyOptions>,
): Promise<HierarchyBake> {
  signal?.throwIfAborted();
  const steps = hierarchySteps(grid, { witness });
  let slice = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const [contracted, total] = value;
    if (performance.now() - slice < SLICE_MS && contracted < total) continue;
    onProgress?.(contracted, total);
    signal?.throwIfAborted();
    await setImmediate();
    slice = performance.now();
  }
}
