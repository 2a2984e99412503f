/** JPS+ with goal bounds as an engine of the runtime. */
import { local } from '../../core/blob/keep.js';
import * as KIND from '../../core/blob/kinds.js';
import type { Engine } from '../../core/search/engine.js';
import type { EngineMaker } from '../engine.js';
import { type JumpOptions, jumpsOver } from '../jps/engine.js';
import { newArena } from '../jps/query/arena.js';
import { layOutLines } from '../jps/query/lines.js';
import { loadLines } from '../jps/section.js';
import type { Native } from '../jps/wasm/native.js';
import { fillMasks } from './masks.js';
import { edgeBounds } from './query.js';
import { loadBoxes, loadMasks } from './section.js';

/** JPS+ with goal bounds. */
export const boundedJumps: EngineMaker<Engine, JumpOptions> = {
  name: 'jps+bounds',
  rank: 0,
  needs: [KIND.jpsInfo, KIND.boundsInfo],
  views: [KIND.jpsViews, KIND.boundsViews],
  moves: 2,
  costs: false,
  make([jps, bounds, lineViews, maskViews], grid, { native, moves, keep = local, mapped }) {
    if (grid.moveRule !== 'no-corners') return (moves as NonNullable<typeof moves>).jumps(grid, jps, bounds);
    const stored = lineViews && mapped?.jumps(grid, native);
    const make = (arena = newArena(), builder?: Native) => {
      const lines = stored ? stored.lines(lineViews, arena) : layOutLines(grid, arena);
      const masks = stored ? stored.masks(maskViews, bounds, arena) : loadMasks(bounds, grid, arena);
      if (!stored) loadLines(jps, grid, lines, builder, masks, (rows) => fillMasks(masks, arena, rows));
      return { lines, boxes: loadBoxes(bounds, grid, arena, masks, builder), arena };
    };
    const { lines, boxes, arena } = native?.make('lines and boxes', keep, make) || make();
    return jumpsOver(grid, { ...lines, arena }, edgeBounds(grid, lines, { ...boxes, arena }), native, stored);
  },
};
