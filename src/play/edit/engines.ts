/** The engines of a map that changes. */
import type { Grid } from '../../core/grid/grid.js';
import { X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import type { HpaSearch } from '../../core/hpa/query.js';
import { PARENT, POINT } from '../../core/jps/query/records.js';
import type { JumpSearch } from '../../core/jps/query/search.js';
import type { Better } from '../../core/jps/query/search-state.js';
import { pricedJumps } from '../../core/priced/jumps.js';
import { pricedSearch } from '../../core/priced/query.js';
import type { GridNav } from '../../core/runtime/nav.js';
import type { Engine } from '../../core/search/engine.js';
import type { PathBuffer } from '../../core/search/path.js';
import type { Batch, LiveCells } from './cells.js';
import { type Baked, holds, limitOf, type Query } from './difference.js';
import { type LiveHpa, liveHpa } from './hpa.js';
import { liveJumps, straightTo } from './jumps.js';

/** What engines are made for. */
export interface LiveMap {
  /** As it was loaded, with its grid, which nobody changes. */
  readonly nav: GridNav;
  readonly shipped: Grid;
  readonly loaded: Baked;
  /** As it is. */
  readonly grid: Grid;
  readonly cells: LiveCells;
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
 * What was baked, where its answers hold; else the first of a table that finds the paths.
 * @param hpa where the bundle has it
 * @param makers of the others in their order, not asked where HPA* finds all paths
 */
export function liveEngines(
  map: LiveMap,
  hpa: LiveEngine | undefined,
  makers: readonly ((map: LiveMap) => LiveEngine | undefined)[],
  lockstep: boolean,
) {
  const { nav, shipped, loaded, grid, cells } = map;
  const isHpa = hpa?.answers() === true;
  const isPlain = grid.moveRule === 'no-corners' && !isHpa;
  const table = isHpa ? [] : makers.flatMap((make) => make(map) ?? []);
  if (hpa) table.unshift(hpa);
  /** Whether it has nothing baked: what is repaired is as fast. */
  const isLive = ['jps', 'hpa'].includes(nav.engine);
  /** Whether what is baked and what is live choose the same one of all cheapest paths. */
  const chooses = lockstep && nav.engine === 'jps+bounds' && isPlain;
  const isChanged = () => loaded.differs.cells.size > 0;
  const live = (): Engine => (table.find((engine) => engine.answers()) as LiveEngine).search();
  const limit = (query: Query, any?: boolean): number =>
    isChanged() && (isLive || (lockstep && (any || !chooses || cells.priced))) ? 0 : limitOf(self.base, query, any);

  const ask = (engine: Choosing, [x0, y0, x1, y1]: Query, path: PathBuffer): boolean => {
    engine.trace = search.trace;
    if (chooses && isChanged()) engine.better = canonical;
    const hasPath = engine.search(x0, y0, x1, y1, path);
    if (chooses) engine.better = undefined;
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
      const { base } = self;
      const most = limit(query);
      const isHeld = most > 0 && ask(base.search, query, path) && holds(base, path.cost, most, path);
      return isHeld || ask(live(), query, path);
    },
  };

  if (isHpa) live();
  const self = {
    /** The bake that answers: the loaded one, or one that has healed the map since. */
    base: loaded,
    /** Answers for the map as it is. */
    search,
    /** The name of the engine that answers now. */
    get name(): string {
      return isPlain && cells.priced && !shipped.costs ? 'priced' : nav.engine;
    },
    /** As in `EditableNav`. */
    get stale(): string[] {
      if (isLive || (lockstep && !chooses) || self.base.differs.cells.size === 0) return [];
      return [nav.engine.endsWith('+bounds') ? 'bounds' : nav.engine];
    },
    /** The engine that knows every edit. */
    live,
    /** {@link limitOf} the bake that answers; 0, too, where answers may not depend on what was healed. */
    limit,
    /** Brings all up to date. */
    apply(batch: Batch): void {
      for (const { differs } of new Set([loaded, self.base])) differs.update(batch.changed);
      // As it was loaded: nothing that was healed is as good.
      if (!isChanged()) self.base = loaded;
      for (const engine of table) engine.apply(batch);
      // At once, where HPA* finds the paths: the edit takes the time, not the query after it.
      if (isHpa) live();
    },
  };
  return self;
}

/** HPA*: the clusters beside what changed are baked again when somebody asks. Made at the first question. */
export function hpaClusters(map: LiveMap): LiveEngine<HpaSearch> {
  const { nav, loaded } = map;
  let live: LiveHpa | undefined;
  /** Changes that it does not know of. */
  const pending = new Set<number>();
  return {
    answers: () => 'abstraction' in nav.search,
    search() {
      const { abstraction } = (nav.use('hpa') ?? nav.use('table')) as HpaSearch;
      if (!live) live = liveHpa(() => map.view(), abstraction, loaded.differs.cells);
      else if (pending.size > 0) live.repair(pending);
      pending.clear();
      return live.search;
    },
    apply({ changed }) {
      for (const cell of changed) pending.add(cell);
    },
  };
}

/** JPS+ over jump lines, which are repaired at once. */
export function jumpLines({ nav, grid, cells }: LiveMap): LiveEngine | undefined {
  if (grid.moveRule !== 'no-corners') return undefined;
  const lines = liveJumps(grid, nav.wasm ? nav.kit.native : undefined);
  return {
    answers: () => !cells.priced,
    search: () => lines.search,
    apply: ({ flipped, boxes }) => lines.repair(flipped, boxes),
  };
}

/** Jump points over costs. Landmarks would be of the map as it was. */
export const pricedPoints = ({ grid, cells }: LiveMap): LiveEngine =>
  made(
    () => cells.priced,
    () => pricedSearch(grid, pricedJumps(grid), { count: 0, costs: new Uint16Array(0), unit: 1 }),
  );

/** JPS+ under any move rule. */
export const jumpPoints = ({ nav, grid }: LiveMap): LiveEngine =>
  made(
    () => true,
    () => nav.use('jps', undefined, grid) as Engine,
  );

/** An engine that the first query after an edit makes anew. */
function made(answers: () => boolean, make: () => Engine): LiveEngine {
  let search: Engine | undefined;
  return {
    answers,
    search() {
      search ??= make();
      return search;
    },
    apply() {
      search = undefined;
    },
  };
}

type Choosing = Engine & Pick<JumpSearch, 'better'>;

/** More than the sides of a map. */
const MOST = 1 << 15;

/** Place of a node among those that a point is reached from at the same cost: the lowest is on the path. */
function rank(ints: Int32Array, node: number, point: number): number {
  const [x, y] = [ints[node + POINT] & X_MASK, ints[node + POINT] >> Y_SHIFT];
  const before = ints[ints[node + PARENT] + POINT];
  const arrival = straightTo(x - (before & X_MASK), y - (before >> Y_SHIFT));
  const [dx, dy] = [(point & X_MASK) - x, (point >> Y_SHIFT) - y];
  const run = Math.min(Math.abs(dx), Math.abs(dy));
  const steps = Math.max(Math.abs(dx), Math.abs(dy)) - run;
  const isThere = steps + run === 0;
  // A node in the cell of the goal is not left: the way to it goes on.
  const straight = isThere ? arrival : steps > 0 ? straightTo(dx, dy) : 8;
  const diagonal = run && (dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7);
  const goesOn = run === 0 && arrival === straight;
  const last = straight * MOST + (isThere ? 0 : MOST - 1 - steps);
  return ((last * 8 + diagonal) * MOST + run) * 8 + (goesOn ? 0 : arrival + 1);
}

/**
 * Whether a node is on the path that is chosen of all cheapest paths, whatever the search that found them expanded,
 * rather than another that a point is reached from at the same cost. Walked back from the goal, the path goes straight
 * while it can, on in the same direction before others, in those of lower numbers first; then diagonally, in the same
 * way. Straight steps last are diagonal ones first: it is a canonical path, and the search of JPS+ meets it.
 */
const canonical: Better = (ints, node, other, point) => rank(ints, node, point) < rank(ints, other, point);
