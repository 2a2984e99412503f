/**
 * The engines of the runtime as parts of a loader. One export each, so that a bundle has only the imported ones. A new
 * engine is a line here; its record is `engine.ts` of its room.
 *
 * Measured and decided: docs/decisions/package.md.
 */
import { openCellsOf } from '../core/blob/grid.js';
import { labelRuns } from '../core/grid/components.js';
import { boundedJumps } from '../engines/bounds/engine.js';
import { hierarchies, weightedHierarchies } from '../engines/ch/engine.js';
import type { EngineMaker } from '../engines/engine.js';
import { abstractions } from '../engines/hpa/engine.js';
import { jumps } from '../engines/jps/engine.js';
import { tables } from '../engines/table/engine.js';
import { weighted } from '../engines/weighted/engine.js';
import type { Kit, LoadPart, Part } from './nav.js';

/** Makes the grid and its components of the compact sections. */
export const compactMap: Required<Kit>['map'] = (blob, touches, grid = openCellsOf(blob)) => ({
  grid,
  components: labelRuns(grid, touches?.(grid)),
});

/** Every engine, the best first. */
export const ENGINES: readonly EngineMaker[] = [
  boundedJumps,
  hierarchies,
  weightedHierarchies,
  jumps,
  weighted,
  tables,
  abstractions,
];

const partOf = (engines: readonly EngineMaker[]): Part => ({ engines, map: compactMap });
const part = (...engines: EngineMaker[]): Part => partOf(engines);

/** Part of {@link loader}: every engine. */
export const everyEngine: LoadPart = /* @__PURE__ */ partOf(ENGINES);
/** Part of {@link loader}: JPS+, optimal paths on maps whose cells all cost the same. */
export const jpsEngine: LoadPart = /* @__PURE__ */ part(jumps);
/**
 * Part of {@link loader}: JPS+ with goal bounds, the fastest optimal paths; without bounds in the blobs it is plain
 * JPS+.
 */
export const boundsEngine: LoadPart = /* @__PURE__ */ part(boundedJumps, jumps);
/** Part of {@link loader}: optimal paths on maps whose cells have costs. */
export const weightedEngine: LoadPart = /* @__PURE__ */ part(weighted);
/** Part of {@link loader}: contraction hierarchies on maps whose cells have costs. */
export const weightedChEngine: LoadPart = /* @__PURE__ */ part(weightedHierarchies);
/** Part of {@link loader}: contraction hierarchies, optimal paths out of the smallest blobs on maps without costs. */
export const chEngine: LoadPart = /* @__PURE__ */ part(hierarchies);
/** Part of {@link loader}: HPA*, near-optimal paths on large maps, also with costs; {@link findWalk} needs it. */
export const hpaEngine: LoadPart = /* @__PURE__ */ part(abstractions);
/** Part of {@link loader}: an all-pairs table over HPA*, near-optimal paths by look-up. */
export const tableEngine: LoadPart = /* @__PURE__ */ part(tables);
