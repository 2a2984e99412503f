/** JPS+ with goal bounds as an engine of the runtime. */
import * as KIND from '../../core/blob/kinds.js';
import type { Engine } from '../../core/search/engine.js';
import type { EngineMaker } from '../engine.js';
import { type JumpOptions, makeJumps } from '../jps/engine.js';
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
  make: ([jps, bounds, lineViews, maskViews], grid, options) =>
    makeJumps(jps, lineViews, grid, options, {
      blob: bounds,
      masks: (arena, stored) => stored?.masks(maskViews, bounds, arena) ?? loadMasks(bounds, grid, arena),
      fill: fillMasks,
      boxes: (arena, masks, native) => loadBoxes(bounds, grid, arena, masks, native),
      edges: (lines, boxes, arena) => edgeBounds(grid, lines, { ...boxes, arena }),
    }),
};
