/** JPS+ as an engine of the runtime. */
import { local } from '../../core/blob/keep.js';
import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Engine } from '../../core/search/engine.js';
import type { EngineMaker, EngineOptions } from '../engine.js';
import { type Arena, newArena } from './query/arena.js';
import type { EdgeBounds } from './query/graph.js';
import { type BoxMasks, type JumpLines, layOutLines, type Proof } from './query/lines.js';
import type { JumpRows } from './query/rows.js';
import { type JumpSearch, jumpSearch } from './query/search.js';
import { loadLines } from './section.js';
import type { Native } from './wasm/native.js';

/** Parts of a loader that JPS+ uses. */
export interface JumpOptions extends EngineOptions {
  native?: Native | undefined;
  /** JPS+ under other move rules, with goal bounds if their blob is given. */
  moves?: { jumps(grid: Grid, jps?: Blob, bounds?: Blob): Engine } | undefined;
  mapped?: { jumps(grid: Grid, native?: Native): MappedJumps | undefined } | undefined;
}

export interface MappedJumps {
  proof: Proof;
  lines(views: Blob, arena: Arena): JumpLines;
  masks(views: Blob, bounds: Blob, arena: Arena): BoxMasks;
  /** Has each path verified on the grid. */
  prove(search: JumpSearch, lines: JumpLines): JumpSearch;
}

/** What goal bounds add to JPS+. `T` is what they make in the arena. */
interface Bounding<T> {
  blob: Blob;
  /** Masks of the boxes, read from a blob in the layout `mapped` or to be filled in. */
  masks(arena: Arena, stored?: MappedJumps): BoxMasks;
  fill(masks: BoxMasks, arena: Arena, rows: JumpRows): void;
  boxes(arena: Arena, masks: BoxMasks, native?: Native): T;
  edges(lines: JumpLines, boxes: T, arena: Arena): EdgeBounds;
}

/** Makes JPS+ from its blob, with goal bounds if they are given. @param views of a blob in the layout `mapped` */
export function makeJumps<T>(
  jps: Blob,
  views: Blob | undefined,
  grid: Grid,
  { native, moves, keep = local, mapped }: JumpOptions,
  bounding?: Bounding<T>,
): Engine {
  if (grid.moveRule !== 'no-corners') return (moves as NonNullable<typeof moves>).jumps(grid, jps, bounding?.blob);
  const stored = views && mapped?.jumps(grid, native);
  const make = (arena = newArena(), builder?: Native) => {
    const lines = stored ? stored.lines(views, arena) : layOutLines(grid, arena);
    const masks = bounding?.masks(arena, stored);
    if (!stored) loadLines(jps, grid, lines, builder, masks, (rows) => masks && bounding?.fill(masks, arena, rows));
    return { lines, boxes: masks && bounding?.boxes(arena, masks, builder), arena };
  };
  const { lines: made, boxes, arena } = native?.make(bounding ? 'lines and boxes' : 'lines', keep, make) || make();
  const lines = { ...made, arena };
  const bounds = bounding?.edges(made, boxes as T, arena);
  const host = arena.memory && native;
  if (!stored) return jumpSearch(grid, lines, bounds, host);
  return stored.prove(jumpSearch(grid, { ...lines, proof: stored.proof }, bounds, host), lines);
}

/** JPS+. */
export const jumps: EngineMaker<Engine, JumpOptions> = {
  name: 'jps',
  rank: 2,
  needs: [KIND.jpsInfo],
  views: [KIND.jpsViews],
  moves: 2,
  costs: false,
  make: ([blob, views], grid, options) => makeJumps(blob, views, grid, options),
};
