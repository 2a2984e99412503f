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

/** JPS+. */
export const jumps: EngineMaker<Engine, JumpOptions> = {
  name: 'jps',
  rank: 2,
  needs: [KIND.jpsInfo],
  views: [KIND.jpsViews],
  moves: 2,
  costs: false,
  make([blob, views], grid, { native, moves, keep = local, mapped }) {
    if (grid.moveRule !== 'no-corners') return (moves as NonNullable<typeof moves>).jumps(grid, blob);
    const stored = views && mapped?.jumps(grid, native);
    const make = (arena = newArena(), builder?: Native) => {
      if (stored) return { lines: stored.lines(views, arena), arena };
      const lines = layOutLines(grid, arena);
      loadLines(blob, grid, lines, builder);
      return { lines, arena };
    };
    const { lines, arena } = native?.make('lines', keep, make) || make();
    return jumpsOver(grid, { ...lines, arena }, undefined, native, stored);
  },
};

/** @param stored where the lines were read from a blob */
export function jumpsOver(
  grid: Grid,
  lines: JumpLines,
  bounds?: EdgeBounds,
  host?: Native,
  stored?: MappedJumps,
): Engine {
  const native = lines.arena.memory && host;
  if (!stored) return jumpSearch(grid, lines, bounds, native);
  return stored.prove(jumpSearch(grid, { ...lines, proof: stored.proof }, bounds, native), lines);
}
