/** Grid to blob: `prep ch` as a function. */
import { setImmediate } from 'node:timers/promises';
import { CH_VIEWS } from '../blob/layout.js';
import { WRITE_DEFAULTS, type WriteOptions, writeBlob } from '../blob/write.js';
import { CHECKPOINT_EVERY_MS, type CheckpointStore, resume } from '../chunks/checkpoint.js';
import { countOpen, type Grid } from '../grid/grid.js';
import { type HierarchyBake, type HierarchyOptions, hierarchyDefaults, hierarchySteps } from './build.js';
import { loadContraction, saveContraction } from './checkpoint.js';
import type { ContractionState } from './contract.js';
import { ruleOf } from './rules.js';
import { hierarchyArrays, hierarchySections } from './section.js';

/** Options of {@link bakeHierarchy}. */
export interface BakeHierarchyOptions extends WriteOptions, HierarchyOptions {
  /** Map name in the metadata. */
  map: string;
  /** Called now and then with the number of subgoals contracted, and at the end. */
  onProgress?: (done: number, total: number) => void;
  /** Stops the bake; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Keeps the state of the contraction, also when stopped; a bake that finds one resumes it, to the same result. */
  checkpoint?: CheckpointStore;
}

/** The event loop gets its turn after this many milliseconds of contraction. */
const SLICE_MS = 10;

/**
 * A blob with a contraction hierarchy over the subgoals of a grid, grid included: `load` answers with it alone,
 * optimally. Made for mazes, rooms and noise, where jump points are so many that goal bounds take minutes, and for
 * weighted terrain; see docs/decisions/contraction-hierarchies.md.
 * @throws {CheckpointError} if the stored checkpoint is damaged, or of another map or other options
 * @throws {MapTooLargeError} if the hierarchy would be larger than a blob may hold
 */
export async function bakeHierarchy(grid: Grid, options: Partial<BakeHierarchyOptions> = {}): Promise<Uint8Array> {
  const { map, codec, zstdLevel, witness } = { ...WRITE_DEFAULTS, ...hierarchyDefaults(grid), map: '', ...options };
  const hierarchy = await contractInSlices(grid, witness, options);
  const { subgoals, height, edges, shortcuts } = hierarchy;
  const metadata = {
    artifact: 'ch',
    map,
    options: { witness, codec, zstdLevel },
    statistics: { openCells: countOpen(grid), subgoals, edges: edges - shortcuts, shortcuts, levels: height },
  };
  return writeBlob(grid, hierarchySections(hierarchy), metadata, options, {
    kind: CH_VIEWS,
    make: (compact, keep) => hierarchyArrays(compact, grid, ruleOf(grid), keep),
  });
}

async function contractInSlices(
  grid: Grid,
  witness: number,
  { onProgress, signal, checkpoint }: Partial<BakeHierarchyOptions>,
): Promise<HierarchyBake> {
  signal?.throwIfAborted();
  let from: ContractionState | undefined;
  resume(checkpoint, (bytes) => {
    from = loadContraction(bytes, grid, witness);
  });
  const steps = hierarchySteps(grid, { witness }, from);
  // A checkpoint that is wanted more often than a slice ends one.
  const sliceMs = Math.min(SLICE_MS, checkpoint?.everyMs ?? SLICE_MS);
  let slice = performance.now();
  let saved = slice;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const [contracted, total, state] = value;
    const now = performance.now();
    if (now - slice < sliceMs && contracted < total) continue;
    onProgress?.(contracted, total);
    const isLate = now - saved >= (checkpoint?.everyMs ?? CHECKPOINT_EVERY_MS);
    if (checkpoint && (isLate || signal?.aborted)) {
      await checkpoint.save(saveContraction(grid, witness, state()));
      saved = performance.now();
    }
    signal?.throwIfAborted();
    await setImmediate();
    slice = performance.now();
  }
}
