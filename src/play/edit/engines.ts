/** The engines of a map that changes. */

import type { Grid } from '../../core/grid/grid.js';
import type { Query } from '../../core/search/engine.js';
import { type Engine, searchTraced } from '../../core/search/engine.js';
import { entering } from '../../core/search/entering.js';
import type { PathBuffer } from '../../core/search/path.js';
import { onAxial } from '../../engines/jps/moves/hexes.js';
import { liveWeightedJumps } from '../../engines/weighted/jumps.js';
import { weightedSearch } from '../../engines/weighted/query.js';
import type { GridNav, Moves } from '../../runtime/nav.js';
import type { Batch, LiveCells } from './cells.js';
import { type Difference, holds, limitOf } from './difference.js';
import { liveJumps } from './jumps.js';

/** What engines are made for. */
export interface LiveMap {
  /** As it was loaded, with its grid, which is read-only. */
  readonly nav: GridNav;
  readonly shipped: Grid;
  /** As it is. */
  readonly grid: Grid;
  readonly cells: LiveCells;
  /** How `grid` differs from `shipped`. */
  readonly differs: Difference;
  /** The same grid, seen without costs where no cell costs more than 1. */
  view(): Grid;
}

/** An engine that answers for the edited map. */
export interface LiveEngine {
  /** Whether it finds the paths now. */
  answers(): boolean;
  /** The search, brought up to date. */
  search(): Engine;
  /** Applies an edit. */
  apply(batch: Batch): void;
}

export type LiveEngines = ReturnType<typeof liveEngines>;

/**
 * The loaded engine, where its answers hold; otherwise the first of a table that finds the paths. Which of the two
 * answers depends on the query and both maps only.
 * @param makers of the engines in their order
 */
export function liveEngines(map: LiveMap, makers: readonly ((map: LiveMap) => LiveEngine | undefined)[]) {
  const { nav, shipped, differs, grid, cells } = map;
  const table = makers.flatMap((make) => make(map) ?? []);
  /** Whether the engine of the edited map answers all queries after an edit. */
  const isLive = ['jps', 'hpa'].includes(nav.engine);
  const isChanged = () => differs.count > 0;
  const live = (): Engine => (table.find((engine) => engine.answers()) as LiveEngine).search();
  /** {@link limitOf} the loaded engine; 0 where it is not called. */
  const limit = (query: Query, isCost?: boolean): number =>
    isLive && isChanged() ? 0 : limitOf(nav, differs, query, isCost);

  const ask = (engine: Engine, [x0, y0, x1, y1]: Query, path: PathBuffer): boolean => {
    const hasPath = searchTraced(engine, search.trace, x0, y0, x1, y1, path);
    search.expanded = engine.expanded;
    search.generated = engine.generated;
    return hasPath;
  };

  const search: Engine = {
    expanded: 0,
    generated: 0,
    wasm: nav.wasm,
    search(x0, y0, x1, y1, path) {
      const query: Query = [x0, y0, x1, y1];
      const most = limit(query);
      const isHeld = most > 0 && ask(nav.search, query, path) && holds(differs, path.cost, most, path);
      return isHeld || ask(live(), query, path);
    },
  };

  return {
    search,
    /** The name of the engine that answers now. */
    get name(): string {
      return grid.moveRule === 'no-corners' && cells.weighted && !shipped.costs ? 'weighted' : nav.engine;
    },
    get stale(): string[] {
      const { engine } = nav;
      return engine === 'jps' || !isChanged() ? [] : [engine.replace('jps+', '')];
    },
    live,
    limit,
    apply(batch: Batch): void {
      differs.update(batch.boxes);
      for (const engine of table) engine.apply(batch);
    },
  };
}

/** JPS+ over jump lines, which are repaired immediately. */
export function jumpLines({ nav, grid, cells }: LiveMap): LiveEngine | undefined {
  if (grid.moveRule !== 'no-corners') return undefined;
  // Also next to engines in JavaScript, unless `load` got `wasm: false`.
  const { wasm = true } = nav.source.options as { wasm?: boolean };
  const make = () => liveJumps(grid, wasm ? nav.kit.native : undefined);
  let lines = cells.weighted ? undefined : make();
  return {
    answers: () => !cells.weighted,
    search() {
      lines ??= make();
      return lines.search;
    },
    apply({ flipped, isMuch, boxes }) {
      if (isMuch || lines?.repair(flipped, boxes) === false) lines = undefined;
    },
  };
}

/** Whether {@link jumpPoints} finds the paths of a map without costs: HPA* and tables load without other moves. */
const hasJumpPoints = ({ nav: { kit }, grid, shipped }: LiveMap): boolean =>
  grid.moveRule !== 'no-corners' && !shipped.costs && kit.moves !== undefined;

/** Jump points over costs. Landmarks would be of the map as it was. */
export const weightedPoints = (map: LiveMap): LiveEngine => {
  const { grid, cells } = map;
  // Also where costs are gone, and no other engine is loaded.
  const isOnly = grid.moveRule !== 'no-corners' && !hasJumpPoints(map);
  return made(
    grid,
    () => cells.weighted || isOnly,
    () => {
      const none = { count: 0, costs: new Uint16Array(0), unit: 1 };
      return entering(
        grid,
        onAxial(grid, (axial) => weightedSearch(axial, liveWeightedJumps(axial), none, 0, () => cells.least)),
      );
    },
  );
};

export const jumpPoints = (map: LiveMap): LiveEngine =>
  made(
    map.grid,
    () => hasJumpPoints(map),
    // Costs that are all 1 would make it the engine of costs, which breaks ties otherwise.
    () => (map.nav.kit.moves as Moves).jumps(map.view()),
  );

/**
 * Part of the map from which on an engine is made again, and not repaired; boxes of a batch that are repaired one by
 * one.
 */
const MUCH = 1 / 64;
const MOST_BOXES = 32;

/** An engine that is made when it answers first. Edits repair it. */
function made({ open, stride }: Grid, answers: () => boolean, make: () => Engine): LiveEngine {
  let search = answers() ? make() : undefined;
  return {
    answers,
    search() {
      search ??= make();
      return search;
    },
    apply({ changed, isMuch, boxes }) {
      if (isMuch || changed.length > MUCH * open.length || !search?.repair) search = undefined;
      else if (boxes.length > MOST_BOXES) search.repair(changed);
      // Boxes far apart as one would reach all nodes between them.
      else
        for (const [x0, y0, x1, y1] of boxes) {
          const first = stride * (y0 + 1);
          const rows = changed.filter((cell) => cell > first && cell < first + stride * (y1 - y0 + 1));
          search.repair(rows.filter((cell) => cell % stride > x0 && cell % stride <= x1 + 1));
        }
    },
  };
}
