/**
 * Maps that change: the engines of a loaded map go on answering for the map that was baked, wherever that answer still holds (`difference.ts`);
 * beside them engines that are repaired at each edit answer for the map as it is.
 */
import type { Grid } from '../../core/grid/grid.js';
import { answers } from '../../core/runtime/answers.js';
import { type GridNav, inside, type Nav } from '../../core/runtime/nav.js';
import type { Engine } from '../../core/search/engine.js';
import { type Box, type Change, type LinkChange, type LivePrices, liveCells } from './cells.js';
import { liveComponents, type liveParts } from './components.js';
import { type Base, difference } from './difference.js';
import type { ChangingNav, EditEvent, Edits } from './edits.js';
import { liveEngines } from './engines.js';
import type { planning } from './planning.js';

/** What bundles may leave out. */
export interface Parts {
  planning?: typeof planning;
  liveParts?: typeof liveParts;
  /** @param ground the map of single cells, where it is known */
  livePrices?: (grid: Grid, ground?: Grid) => LivePrices;
  /** Optimal paths over costs, of the grid as it is. */
  livePriced?: (grid: Grid) => Engine;
}

/** Edits whose boxes are kept. */
const MOST_RECENT = 64;

/** @param ground the baked map of single cells, where it is known @param lockstep as in `EditOptions` */
export function editableWith(
  of: Nav,
  { planning, liveParts, livePrices, livePriced }: Parts,
  ground?: Grid,
  lockstep = false,
): ChangingNav {
  const { linked: given } = inside(of);
  const nav: GridNav = given?.plain ?? inside(of);
  const shipped = nav.grid.copy();
  const grid = nav.grid.copy();
  const components = liveComponents(grid, liveParts);
  const loaded: Base = { search: nav.search, isReachable: nav.isReachable, differs: difference(shipped, grid) };
  const cells = liveCells(shipped, grid, livePrices?.(grid, ground), ground?.open);
  /** The grid without costs where all that it has are 1. */
  let plain: Grid | undefined;
  const view = (): Grid => {
    if (cells.priced) return grid;
    // The same cells, seen without costs that are all 1.
    plain ??= Object.assign(Object.create(Object.getPrototypeOf(grid)) as Grid, grid, { costs: undefined });
    return plain;
  };
  const planner = planning?.({ nav, loaded }, view);
  const engines = liveEngines(
    { nav, shipped, grid, cells, base: () => edits.base, loaded, lockstep },
    planner,
    livePriced,
  );
  let version = 0;
  /** Boxes of the latest edits. */
  const recent: Box[][] = [];
  const listeners = new Set<(event: EditEvent) => void>();

  const self: ChangingNav = {
    ...nav,
    label: components.label,
    get grid() {
      return view();
    },
    get version() {
      return version;
    },
    get engine() {
      return engines.name;
    },
    get stale() {
      const baked = nav.engine.endsWith('+bounds') ? 'bounds' : nav.engine;
      return edits.base.differs.cells.size > 0 && !engines.isLive ? [baked] : [];
    },
    search: engines.search,
    live: engines.live,
    since: (then) => (version - then > recent.length ? undefined : recent.slice(recent.length - version + then).flat()),
    get edits() {
      return edits;
    },
    walk: undefined,
    distance: undefined,
    nearest: undefined,
    use: (name) => nav.use(name),
    ...answers(grid, components.label, engines.search),
    setOpen: (x, y, open) => self.edit({ x, y, open }),
    setCost: (x, y, cost) => self.edit({ x, y, cost }),
    edit: (changes) => editAll(edits, Array.isArray(changes) ? changes : [changes as Change]),
    onChange(listener) {
      if (typeof listener !== 'function') throw new TypeError(`listener is ${listener}, expected a function`);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reset: () => self.edit(edits.changes(true)),
  };

  const edits: Edits = {
    self,
    nav,
    shipped,
    loaded,
    grid,
    cells,
    followers: [],
    lockstep,
    base: loaded,
    snapshot: () => (self.grid as Grid).copy(),
    changes: (back = false) => [
      ...[...(self.linked?.search.closed ?? [])].map((link) => ({ link, open: back })),
      ...cells.changes(back),
    ],
    apply(changes) {
      const batch = cells.apply(changes.filter(ofCells));
      const { flipped, changed } = batch;
      const links = changes.flatMap((change) => (!ofCells(change) && self.linked?.set(change.link, change.open)) || []);
      if (changed.size === 0 && links.length === 0) return;
      const boxes = [...batch.boxes, ...links.map(([x, y]): Box => [x, y, x, y])];
      if (changed.size > 0) {
        components.repair(flipped);
        loaded.differs.update(changed);
        if (edits.base !== loaded) edits.base.differs.update(changed);
        // As it was loaded: nothing that was healed is as good.
        if (loaded.differs.cells.size === 0) edits.base = loaded;
        engines.update(batch);
      }
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
  };

  if (planner) Object.assign(self, planner.extras(edits));
  given?.attach(self);
  return self;
}

const ofCells = (change: Change | LinkChange): change is Change => !Object.hasOwn(Object(change), 'link');

/** The one place where an edit is done: checked by every map that repeats it, applied to all, then told to all. */
function editAll(edits: Edits, changes: readonly (Change | LinkChange)[]): void {
  const all = withFollowers(edits);
  const { linked } = edits.self;
  for (const { cells } of all) cells.check(changes.filter((change): change is Change => !linked || ofCells(change)));
  for (const change of changes) if (!ofCells(change)) linked?.check(change.link);
  const events = all.map((each) => each.apply(changes));
  const errors = all.flatMap((each, i) => (events[i] ? each.notify(events[i]) : []));
  if (errors.length > 0) throw errors[0];
}

/** The map and all that repeat its edits, those that repeat theirs too. */
export function withFollowers(edits: Edits): Edits[] {
  return [edits, ...edits.followers.flatMap(withFollowers)];
}
