/**
 * Maps that change: the engines of a loaded map go on answering for the map that was baked, wherever that answer still holds (`difference.ts`);
 * beside them engines that are repaired at each edit answer for the map as it is.
 *
 * Measured and decided: docs/decisions/edits-jump-lines.md.
 */
import type { Grid } from '../../core/grid/grid.js';
import { octile, STRAIGHT } from '../../core/grid/step-costs.js';
import { answers } from '../../core/runtime/answers.js';
import { type GridNav, inside, type Nav } from '../../core/runtime/nav.js';
import type { Engine } from '../../core/search/engine.js';
import type { Box } from './area.js';
import { type LivePrices, liveCells } from './cells.js';
import type { decodeChanges } from './changes.js';
import { liveComponents } from './components.js';
import { difference } from './difference.js';
import { type Base, type ChangingNav, type EditEvent, type Edits, EXACT } from './edits.js';
import { liveJumps } from './jumps.js';
import type { liveParts } from './parts.js';
import type { planning } from './planning.js';

/** What bundles may leave out. */
export interface Parts {
  planning?: typeof planning;
  liveParts?: typeof liveParts;
  /** @param ground the map of single cells, where it is known */
  livePrices?: (grid: Grid, ground?: Uint8Array) => LivePrices;
  /** Optimal paths over costs, of the grid as it is. */
  livePriced?: (grid: Grid) => Engine;
}

/** Engines that have nothing baked: those that are repaired are as fast. */
/** Edits whose boxes are kept. */
const MOST_RECENT = 64;
const ALWAYS_LIVE = ['jps', 'hpa'];
/** Answers of the baked map that are looked at to see whether they hold often enough, and the share of them that has to. */
const TRIED = 64;
const WORTH = 0.6;

/**
 * @param patch what the map becomes before anybody sees it, and what fingerprint it has then
 * @param ground the baked map of single cells, where it is known
 */
export function editableWith(
  of: Nav,
  { planning, liveParts, livePrices, livePriced }: Parts,
  patch?: ReturnType<typeof decodeChanges>,
  ground?: Grid,
): ChangingNav {
  const nav: GridNav = inside(of);
  const shipped = nav.grid.copy();
  const grid = nav.grid.copy();
  const components = liveComponents(grid, liveParts);
  const loaded: Base = { search: nav.search, isReachable: nav.isReachable, differs: difference(shipped, grid) };
  const listeners = new Set<(event: EditEvent) => void>();
  const near = 'abstraction' in nav.search;
  const others = grid.moveRule !== 'no-corners';
  const prices = livePrices?.(grid, ground?.costs);
  const cells = liveCells(shipped, grid, prices, ground?.open);
  if (near ? !planning : grid.costs && !livePriced)
    throw new RangeError(`engine is ${nav.engine}; this editable changes maps of jps, jps+bounds and ch`);
  const jumps = near || others ? undefined : liveJumps(grid, nav.wasm ? nav.kit.native : undefined);
  let version = 0;
  /** Boxes of the latest edits. */
  const recent: Box[][] = [];
  /** The grid without costs where all that it has are 1. */
  let plain: Grid | undefined;
  const planner = planning?.({ nav, grid, loaded });
  /** Over costs and under other moves, where HPA* does not find the paths: made anew when it is first asked for after an edit. */
  let fresh: Engine | undefined;
  /** The engine that knows of every edit. */
  const live = (): Engine => {
    if (near) return (planner as NonNullable<typeof planner>).search();
    if (jumps && !cells.priced) return jumps.search;
    fresh ??=
      others && !cells.priced
        ? (nav.use('jps', undefined, grid) as Engine)
        : (livePriced as NonNullable<typeof livePriced>)(grid);
    return fresh;
  };

  /** Answers of the baked map that were tried since the last edit, and those that held. */
  let tried = 0;
  let held = 0;

  const search: Engine = {
    expanded: 0,
    generated: 0,
    wasm: nav.wasm,
    search(x0, y0, x1, y1, path) {
      const most = edits.limit(x0, y0, x1, y1);
      let engine = edits.base.search;
      engine.trace = search.trace;
      let hasPath = most > 0 && engine.search(x0, y0, x1, y1, path) && edits.holds(path.cost, most, path);
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

  const edits: Edits = {
    nav,
    shipped,
    loaded,
    grid,
    cells,
    followers: [],
    base: loaded,
    rebase(base) {
      edits.base = base;
      tried = held = 0;
    },
    snapshot: () => (self.grid as Grid).copy(),
    apply(changes) {
      const { flipped, changed, boxes } = cells.apply(changes);
      if (changed.size === 0) return;
      components.repair(flipped);
      loaded.differs.update(changed);
      if (edits.base !== loaded) edits.base.differs.update(changed);
      // As it was loaded: nothing that was healed is as good.
      if (loaded.differs.cells.size === 0) edits.base = loaded;
      jumps?.repair(flipped, boxes);
      planner?.changed(changed);
      // At once, where it finds the paths: the edit takes the time, not the query after it.
      if (near) live();
      fresh = undefined;
      tried = held = 0;
      version++;
      if (recent.push(boxes) > MOST_RECENT) recent.shift();
      return {
        version,
        areas: boxes.map(([x, y, x1, y1]) => ({ x, y, width: x1 - x + 1, height: y1 - y + 1 })),
        changes,
      };
    },
    notify(event) {
      const errors: unknown[] = [];
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          errors.push(error);
        }
      }
      return errors;
    },
    limit(x0, y0, x1, y1, any) {
      const { differs, isReachable } = edits.base;
      if (differs.cells.size === 0) return Infinity;
      if (ALWAYS_LIVE.includes(nav.engine) || (tried >= TRIED && held < WORTH * tried)) return 0;
      const least = differs.least(x0, y0, x1, y1, any);
      return least > octile(x1 - x0, y1 - y0) && isReachable(x0, y0, x1, y1) ? least / STRAIGHT : 0;
    },
    holds(cost, most, path) {
      tried++;
      if (cost * EXACT >= most || (path && edits.base.differs.crosses(path))) return false;
      held++;
      return true;
    },
  } as Omit<Edits, 'self'> as Edits;

  const self: ChangingNav = {
    ...nav,
    fingerprint: patch?.becomes || nav.fingerprint,
    label: components.label,
    get grid() {
      if (cells.priced) return grid;
      // The same cells, seen without costs that are all 1.
      plain ??= Object.assign(Object.create(Object.getPrototypeOf(grid)) as Grid, grid, { costs: undefined });
      return plain;
    },
    get version() {
      return version;
    },
    get engine() {
      return jumps && cells.priced && !shipped.costs ? 'priced' : nav.engine;
    },
    get stale() {
      const baked = nav.engine.endsWith('+bounds') ? 'bounds' : nav.engine;
      return edits.base.differs.cells.size > 0 && !ALWAYS_LIVE.includes(baked) ? [baked] : [];
    },
    search,
    live,
    since: (then) => (version - then > recent.length ? undefined : recent.slice(recent.length - version + then).flat()),
    edits,
    walk: undefined,
    distance: undefined,
    nearest: undefined,
    use: (name) => nav.use(name),
    ...answers(grid, components.label, search),
    setOpen: (x, y, open) => self.edit({ x, y, open }),
    setCost: (x, y, cost) => self.edit({ x, y, cost }),
    edit(one) {
      const changes = Array.isArray(one)
        ? (one as Parameters<Edits['apply']>[0])
        : [one as Parameters<Edits['apply']>[0][0]];
      const all = withFollowers(edits);
      for (const { cells } of all) cells.check(changes);
      const events = all.map((each) => each.apply(changes));
      const errors = all.flatMap((each, i) => (events[i] ? each.notify(events[i]) : []));
      if (errors.length > 0) throw errors[0];
    },
    onChange(listener) {
      if (typeof listener !== 'function') throw new TypeError(`listener is ${listener}, expected a function`);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reset: () => self.edit([...cells.changes(true), ...(patch?.runs ?? [])]),
  };
  edits.self = self;

  if (near) live();
  if (planner) Object.assign(self, planner.extras(edits));
  if (patch) self.edit(patch.runs);
  version = 0;
  return self;
}

/** The map and all that repeat its edits, those that repeat theirs too. */
export function withFollowers(edits: Edits): Edits[] {
  return [edits, ...edits.followers.flatMap(withFollowers)];
}
