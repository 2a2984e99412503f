/** The engines of a map that changes: those that were baked where their answers hold, one that knows every edit for the rest. */
import type { Grid } from '../../core/grid/grid.js';
import type { JumpSearch } from '../../core/jps/query/search.js';
import type { GridNav } from '../../core/runtime/nav.js';
import type { Engine } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import { canonical } from './canonical.js';
import type { Batch, LiveCells } from './cells.js';
import { ALWAYS_LIVE, type Base, holds, limitOf } from './difference.js';
import { liveJumps } from './jumps.js';
import type { Planner } from './planning.js';

type Query = [x0: number, y0: number, x1: number, y1: number];

type Choosing = Engine & Pick<JumpSearch, 'better'>;

export interface LiveEngines {
  /** The name of the engine that answers now. */
  readonly name: string;
  /** Answers for the map as it is. */
  readonly search: Engine;
  /** Whether answers for the baked map are never taken once the map has changed. */
  readonly isLive: boolean;
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
  /** What answers for a map that was baked, and for the one that was loaded. */
  base: () => Base;
  loaded: Base;
  /** Whether cells may not depend on what was healed. */
  lockstep: boolean;
}

/** @param planner HPA*, where the bundle has it @param livePriced optimal paths over costs, of the grid as it is */
export function liveEngines(
  { nav, shipped, grid, cells, base, loaded, lockstep }: LiveMap,
  planner: Planner | undefined,
  livePriced: ((grid: Grid) => Engine) | undefined,
): LiveEngines {
  const isHpa = 'abstraction' in nav.search;
  const hasOtherRule = grid.moveRule !== 'no-corners';
  if (isHpa ? !planner : grid.costs && !livePriced)
    throw new RangeError(`engine is ${nav.engine}; this editable changes maps of jps, jps+bounds and ch`);
  const jumps = isHpa || hasOtherRule ? undefined : liveJumps(grid, nav.wasm ? nav.kit.native : undefined);
  /** Whether what is baked and what is live choose the same one of all cheapest paths. */
  const chooses = lockstep && nav.engine === 'jps+bounds' && !hasOtherRule;
  /** Over costs and under other moves, where HPA* does not find the paths: made at the first query after an edit. */
  let fresh: Engine | undefined;

  const live = (): Engine => {
    if (isHpa && planner) return planner.search();
    if (jumps && !cells.priced) return jumps.search;
    // Without `livePriced` no cell can cost more than 1.
    fresh ??= (cells.priced && livePriced?.(grid)) || (nav.use('jps', undefined, grid) as Engine);
    return fresh;
  };

  const ask = (engine: Choosing, [x0, y0, x1, y1]: Query, path: PathBuffer): boolean => {
    engine.trace = search.trace;
    if (!chooses) return engine.search(x0, y0, x1, y1, path);
    engine.better = loaded.differs.cells.size > 0 ? canonical : undefined;
    const hasPath = engine.search(x0, y0, x1, y1, path);
    engine.better = undefined;
    return hasPath;
  };

  const search: Engine = {
    expanded: 0,
    generated: 0,
    wasm: nav.wasm,
    search(x0, y0, x1, y1, path) {
      const baked = base();
      const query: Query = [x0, y0, x1, y1];
      let engine = baked.search;
      const isRefused = lockstep && loaded.differs.cells.size > 0 && !(chooses && !cells.priced);
      const most = isRefused ? 0 : limitOf(baked, nav.engine, query);
      let hasPath = most > 0 && ask(engine, query, path) && holds(baked, path.cost, most, path);
      if (!hasPath) {
        engine = live();
        hasPath = ask(engine, query, path);
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
    isLive: ALWAYS_LIVE.includes(nav.engine) || (lockstep && !chooses),
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
