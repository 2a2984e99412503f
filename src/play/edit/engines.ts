/** The engines of a map that changes: those that were baked where their answers hold, one that knows every edit for the rest. */
import type { Grid } from '../../core/grid/grid.js';
import type { GridNav } from '../../core/runtime/nav.js';
import type { Engine } from '../../core/search/engine.js';
import { type Base, holds, limitOf } from './baked.js';
import type { Batch, LiveCells } from './cells.js';
import { liveJumps } from './jumps.js';
import type { Planner } from './planning.js';

export interface LiveEngines {
  /** The name of the engine that answers now. */
  readonly name: string;
  /** Answers for the map as it is. */
  readonly search: Engine;
  /** The engine that knows every edit. */
  live(): Engine;
  /** Brings them up to date. */
  update(batch: Batch): void;
}

/** What a map that changes is made of. */
export interface LiveMap {
  nav: GridNav;
  /** As it was loaded. */
  shipped: Grid;
  grid: Grid;
  cells: LiveCells;
  /** What answers for a map that was baked. */
  base: () => Base;
}

/** @param planner HPA*, where the bundle has it @param livePriced optimal paths over costs, of the grid as it is */
export function liveEngines(
  { nav, shipped, grid, cells, base }: LiveMap,
  planner: Planner | undefined,
  livePriced: ((grid: Grid) => Engine) | undefined,
): LiveEngines {
  const isHpa = 'abstraction' in nav.search;
  const hasOtherRule = grid.moveRule !== 'no-corners';
  if (isHpa ? !planner : grid.costs && !livePriced)
    throw new RangeError(`engine is ${nav.engine}; this editable changes maps of jps, jps+bounds and ch`);
  const jumps = isHpa || hasOtherRule ? undefined : liveJumps(grid, nav.wasm ? nav.kit.native : undefined);
  /** Over costs and under other moves, where HPA* does not find the paths: made at the first query after an edit. */
  let fresh: Engine | undefined;

  const live = (): Engine => {
    if (isHpa && planner) return planner.search();
    if (jumps && !cells.priced) return jumps.search;
    // Without `livePriced` no cell can cost more than 1.
    fresh ??= (cells.priced && livePriced?.(grid)) || (nav.use('jps', undefined, grid) as Engine);
    return fresh;
  };

  const search: Engine = {
    expanded: 0,
    generated: 0,
    wasm: nav.wasm,
    search(x0, y0, x1, y1, path) {
      const baked = base();
      const most = limitOf(baked, nav.engine, [x0, y0, x1, y1]);
      let engine = baked.search;
      engine.trace = search.trace;
      let hasPath = most > 0 && engine.search(x0, y0, x1, y1, path) && holds(baked, path.cost, most, path);
      if (!hasPath) {
        engine = live();
        engine.trace = search.trace;
        hasPath = engine.search(x0, y0, x1, y1, path);
      }
      search.expanded = engine.expanded;
      search.generated = engine.generated;
      return hasPath;
    },
  };

  if (isHpa) live();
  return {
    get name() {
      return jumps && cells.priced && !shipped.costs ? 'priced' : nav.engine;
    },
    search,
    live,
    update({ flipped, changed, boxes }) {
      jumps?.repair(flipped, boxes);
      planner?.changed(changed);
      fresh = undefined;
      // At once, where HPA* finds the paths: the edit takes the time, not the query after it.
      if (isHpa) live();
    },
  };
}
