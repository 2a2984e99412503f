/** The engines of a map that changes. */
import type { Grid } from '../../core/grid/grid.js';
import type { HpaSearch } from '../../core/hpa/query.js';
import { onAxial } from '../../core/jps/moves/hexes.js';
import { livePricedJumps } from '../../core/priced/jumps.js';
import { pricedSearch } from '../../core/priced/query.js';
import type { GridNav } from '../../core/runtime/nav.js';
import { type Engine, searchTraced } from '../../core/search/engine.js';
import { entering } from '../../core/search/entering.js';
import type { PathBuffer } from '../../core/search/path.js';
import type { Batch, LiveCells } from './cells.js';
import { type Difference, holds, limitOf, type Query } from './difference.js';
import { type LiveHpa, liveHpa } from './hpa.js';
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

/** An engine that answers for the map as it is. */
export interface LiveEngine<E extends Engine = Engine> {
  /** Whether it finds the paths now. */
  answers(): boolean;
  /** The search, brought up to date. */
  search(): E;
  /** Takes what an edit has changed. */
  apply(batch: Batch): void;
}

export type LiveEngines = ReturnType<typeof liveEngines>;

/**
 * The loaded engine, where its answers hold; otherwise the first of a table that finds the paths. Which of the two
 * answers depends on the query and both maps only.
 * @param hpa where the bundle has it
 * @param makers of the others in their order, not called where HPA* finds all paths
 */
export function liveEngines(
  map: LiveMap,
  hpa: LiveEngine | undefined,
  makers: readonly ((map: LiveMap) => LiveEngine | undefined)[],
) {
  const { nav, shipped, differs, grid, cells } = map;
  const isHpa = hpa?.answers() === true;
  const table = isHpa ? [] : makers.flatMap((make) => make(map) ?? []);
  if (hpa) table.unshift(hpa);
  /** Whether nothing is baked that repaired arrays are slower than. */
  const isLive = ['jps', 'hpa'].includes(nav.engine);
  const isChanged = () => differs.count > 0;
  const live = (): Engine => (table.find((engine) => engine.answers()) as LiveEngine).search();
  /** {@link limitOf} the loaded engine; 0 where it is not called. */
  const limit = (query: Query, any?: boolean): number =>
    isLive && isChanged() ? 0 : limitOf(nav, differs, query, any);

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

  if (isHpa) live();
  return {
    search,
    /** The name of the engine that answers now. */
    get name(): string {
      return grid.moveRule === 'no-corners' && !isHpa && cells.priced && !shipped.costs ? 'priced' : nav.engine;
    },
    get stale(): string[] {
      if (isLive || !isChanged()) return [];
      return [nav.engine.endsWith('+bounds') ? 'bounds' : nav.engine];
    },
    live,
    limit,
    apply(batch: Batch): void {
      differs.update(batch.boxes);
      for (const engine of table) engine.apply(batch);
      // The edit takes the time, not the query after it.
      if (isHpa) live();
    },
  };
}

/** Part of the map from which on HPA* is made again, and not repaired. */
const MANY = 1 / 8;

/** HPA*: the clusters next to what changed are baked again lazily. Made at the first query. */
export function hpaClusters(map: LiveMap): LiveEngine<HpaSearch> {
  const { nav, grid, differs } = map;
  let live: LiveHpa | undefined;
  const pending = new Set<number>();
  return {
    answers: () => 'abstraction' in nav.search,
    search() {
      const { abstraction } = (nav.use('hpa') ?? nav.use('table')) as HpaSearch;
      if (!live) live = liveHpa(map.view, abstraction, () => differs.cells);
      else if (pending.size > 0) live.repair(pending);
      pending.clear();
      return live.search;
    },
    apply({ changed, isMuch }) {
      if (isMuch || pending.size + changed.length > MANY * grid.open.length) live = undefined;
      if (live) for (const cell of changed) pending.add(cell);
      else pending.clear();
    },
  };
}

/** JPS+ over jump lines, which are repaired immediately. */
export function jumpLines({ nav, grid, cells }: LiveMap): LiveEngine | undefined {
  if (grid.moveRule !== 'no-corners') return undefined;
  const make = () => liveJumps(grid, nav.wasm ? nav.kit.native : undefined);
  let lines = cells.priced ? undefined : make();
  return {
    answers: () => !cells.priced,
    search() {
      lines ??= make();
      return lines.search;
    },
    apply({ flipped, isMuch, boxes }) {
      if (isMuch || lines?.repair(flipped, boxes) === false) lines = undefined;
    },
  };
}

/** Jump points over costs. Landmarks would be of the map as it was. */
export const pricedPoints = ({ shipped, grid, cells }: LiveMap): LiveEngine =>
  made(
    grid,
    // Also where costs are gone, and no other engine is loaded.
    () => cells.priced || (grid.moveRule !== 'no-corners' && shipped.costs !== undefined),
    () => {
      const none = { count: 0, costs: new Uint16Array(0), unit: 1 };
      return entering(
        grid,
        onAxial(grid, (axial) => pricedSearch(axial, livePricedJumps(axial), none, 0, () => cells.least)),
      );
    },
  );

export const jumpPoints = ({ nav, shipped, grid, view }: LiveMap): LiveEngine =>
  made(
    grid,
    () => grid.moveRule !== 'no-corners' && !shipped.costs,
    // Costs that are all 1 would make it the engine of costs, which breaks ties otherwise.
    () => nav.use('jps', undefined, view()) as Engine,
  );

/** Part of the map from which on an engine is made again, and not repaired; boxes of a batch that are repaired one by one. */
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
