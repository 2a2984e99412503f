/**
 * A map that changes. One truth: cells, costs and closed links as they are (`cells.ts`), and a version. One record of
 * how that differs from what was baked (`difference.ts`); saved changes, doors and `affects` read it. Engines follow
 * from both: the baked one answers where the record proves that its path holds, else the first of a table that
 * finds the paths of the map as it is (`engines.ts`). An edit is applied to the cells, then to records, components and
 * engines, here and in the maps that follow. To heal a map is to give it another bake with a record of its own.
 */
import type { Grid } from '../../core/grid/grid.js';
import type { Place } from '../../core/grid/places.js';
import type { HpaSearch } from '../../core/hpa/query.js';
import { answers } from '../../core/runtime/answers.js';
import { type GridNav, inside, type Nav } from '../../core/runtime/nav.js';
import type { Walk } from '../../core/search/engine.js';
import { type Area, type Box, type Change, type LinkChange, liveCells } from './cells.js';
import { liveComponents, type liveParts } from './components.js';
import { difference, type Query } from './difference.js';
import { type LiveEngine, type LiveEngines, type LiveMap, liveEngines } from './engines.js';
import type { livePrices } from './prices.js';

/** An edit, as listeners get it; queries use the new map by then. */
export interface EditEvent {
  /** That of the map now. */
  version: number;
  /** Rectangles of cells in which all changes lie. */
  areas: Area[];
  /** The changes as requested: passed to `edit` of another map, they bring it to the same state. */
  changes: readonly (Change | LinkChange)[];
}

/** A loaded map whose cells can change. Answers are correct immediately after an edit, which takes about as long as some tens of queries. */
export interface EditableNav extends Nav {
  /** Artifacts baked for an earlier state. They answer only where that makes no difference; other queries take longer until the map is healed. */
  readonly stale: readonly string[];
  /** Opens or closes a cell. @throws {RangeError} if it is not on the map; nothing is changed then */
  setOpen(x: number, y: number, open: boolean): void;
  /** Prices a cell, 1 to 255; a blocked one costs that when it opens. @throws {RangeError} as `setOpen`, and if cells cannot cost that */
  setCost(x: number, y: number, cost: number): void;
  /** Changes rectangles of cells as one edit: one version, one event; a later one goes over an earlier one. @throws {RangeError} as `setCost` */
  edit(changes: Change | LinkChange | readonly (Change | LinkChange)[]): void;
  /** Calls back after each edit; an error of a listener is thrown once all listeners were called. @returns ends that */
  onChange(listener: (event: EditEvent) => void): () => void;
  /** Undoes all edits. */
  reset(): void;
}

/** A walk that notices edits: it goes on from the cell that it has reached, on a path of the map as it is then. */
export interface LiveWalk extends Walk {
  /** Of the path that is walked now: from where it was last planned. */
  readonly cost: number;
  /** How often it was planned anew. */
  readonly replans: number;
  /** Whether there is no way on: it has ended before its goal. Asked again after a later edit it goes on, if there is one. */
  readonly blocked: boolean;
}

/** Options of {@link editable}. */
export interface EditOptions {
  /** The map of other walkers over the same ground; this one repeats its edits, and both change or neither. */
  follow?: EditableNav | undefined;
  /** Doors by name, in place of those that the map's file marks. */
  doors?: readonly Place[] | undefined;
  /**
   * Cells of paths are the same whether the map was healed or not. jps+bounds then chooses one of the cheapest paths by
   * a fixed order; other engines answer for the map that was loaded alone, and nothing of theirs is healed.
   */
  lockstep?: boolean | undefined;
}

/** An editable map from within. */
export interface ChangingNav extends GridNav, EditableNav {
  readonly edits: Edits;
  walk?: ((...query: Query) => LiveWalk | null) | undefined;
}

/** A map that changes, from within: functions over it work on this. */
export interface Edits extends LiveMap {
  readonly self: ChangingNav;
  readonly engines: LiveEngines;
  /** As in `EditOptions`. */
  readonly lockstep: boolean;
  /** Doors of the game's own, in place of those of the blobs. */
  readonly doors: readonly Place[] | undefined;
  /** Maps of other walkers that repeat the edits of this one. */
  readonly followers: Edits[];
  readonly listeners: Set<(event: EditEvent) => void>;
  /** What makes this map of the one that was loaded, or with `back` that of this one. */
  changes(back?: boolean): (Required<Change> | LinkChange)[];
  /** Does what `edit` does to this map alone, without a check. @returns the event for listeners; undefined if nothing changed */
  apply(changes: readonly (Change | LinkChange)[]): EditEvent | undefined;
}

/** What bundles may leave out. */
export interface Parts {
  hpa?: (map: LiveMap) => LiveEngine<HpaSearch>;
  /** Walks and distances out of HPA*. */
  planned?: (edits: Edits, hpa: LiveEngine<HpaSearch>) => Pick<ChangingNav, 'walk' | 'distance' | 'nearest'>;
  /** The other engines that answer for the map as it is, the first that can. */
  engines: readonly ((map: LiveMap) => LiveEngine | undefined)[];
  liveParts?: typeof liveParts;
  livePrices?: typeof livePrices;
}

/** Edits whose boxes are kept. */
const MOST_RECENT = 64;

/** @param ground the baked map of single cells, where it is known */
export function editsWith(of: Nav, parts: Parts, options?: Omit<EditOptions, 'follow'>, ground?: Grid): Edits {
  const { lockstep = false, doors } = options ?? {};
  const { linked } = inside(of);
  const nav: GridNav = linked?.plain ?? inside(of);
  const [shipped, grid] = [nav.grid.copy(), nav.grid.copy()];
  if (!parts.hpa && (grid.costs || 'abstraction' in nav.search))
    throw new RangeError(`engine is ${nav.engine}; this editable changes maps of jps, jps+bounds and ch`);
  const components = liveComponents(grid, parts.liveParts);
  const cells = liveCells(shipped, grid, parts.livePrices?.(grid, ground), ground?.open);
  /** The same cells, seen without costs. */
  const plain: Grid = Object.assign(Object.create(Object.getPrototypeOf(grid)), grid, { costs: undefined });
  const map: LiveMap = {
    nav,
    shipped,
    loaded: { search: nav.search, isReachable: nav.isReachable, differs: difference(shipped, grid) },
    grid,
    cells,
    view: () => (cells.priced ? grid : plain),
  };
  const hpa = parts.hpa?.(map);
  const engines = liveEngines(map, hpa, parts.engines, lockstep);
  let version = 0;
  /** Boxes of the latest edits. */
  const recent: Box[][] = [];
  const edit: ChangingNav['edit'] = (changes) => editAll(edits, Array.isArray(changes) ? changes : [changes as Change]);

  const self: ChangingNav = {
    ...nav,
    walk: undefined,
    distance: undefined,
    nearest: undefined,
    label: components.label,
    get grid() {
      return map.view();
    },
    get version() {
      return version;
    },
    get engine() {
      return engines.name;
    },
    get stale() {
      return engines.stale;
    },
    search: engines.search,
    live: engines.live,
    since: (then) => (version - then > recent.length ? undefined : recent.slice(recent.length - version + then).flat()),
    get edits() {
      return edits;
    },
    ...answers(grid, components.label, engines.search),
    setOpen: (x, y, open) => edit({ x, y, open }),
    setCost: (x, y, cost) => edit({ x, y, cost }),
    edit,
    reset: () => edit(edits.changes(true)),
    onChange(listener) {
      if (typeof listener !== 'function') throw new TypeError(`listener is ${listener}, expected a function`);
      edits.listeners.add(listener);
      return () => edits.listeners.delete(listener);
    },
  };

  const edits: Edits = {
    ...map,
    self,
    engines,
    lockstep,
    doors,
    followers: [],
    listeners: new Set(),
    changes: (back = false) => [
      ...Array.from(self.linked?.search.closed ?? [], (link) => ({ link, open: back })),
      ...cells.changes(back),
    ],
    apply(changes) {
      const batch = cells.apply(changes.filter(ofCells));
      const links = changes.flatMap((change) => (!ofCells(change) && self.linked?.set(change.link, change.open)) || []);
      if (batch.changed.size + links.length === 0) return;
      const boxes = [...batch.boxes, ...links.map(([x, y]): Box => [x, y, x, y])];
      if (batch.changed.size > 0) {
        components.repair(batch.flipped);
        engines.apply(batch);
      }
      version++;
      if (recent.push(boxes) > MOST_RECENT) recent.shift();
      const areas = boxes.map(([x, y, x1, y1]) => ({ x, y, width: x1 - x + 1, height: y1 - y + 1 }));
      return { version, areas, changes };
    },
  };

  if (hpa) Object.assign(self, parts.planned?.(edits, hpa));
  linked?.attach(self);
  return edits;
}

const ofCells = (change: Change | LinkChange): change is Change => !Object.hasOwn(Object(change), 'link');

/** The one place where an edit is done: checked by every map that repeats it, applied to all, then told to all. */
function editAll(edits: Edits, changes: readonly (Change | LinkChange)[]): void {
  const all = withFollowers(edits);
  const { linked } = edits.self;
  for (const { cells } of all) cells.check(changes.filter((change): change is Change => !linked || ofCells(change)));
  for (const change of changes) if (!ofCells(change)) linked?.check(change.link);
  const events = all.map((each) => each.apply(changes));
  const errors: unknown[] = [];
  events.forEach((event, i) => {
    for (const listener of [...all[i].listeners]) {
      try {
        if (event) listener(event);
      } catch (error) {
        errors.push(error);
      }
    }
  });
  if (errors.length > 0) throw errors[0];
}

/** The map and all that repeat its edits, those that repeat theirs too. */
function withFollowers(edits: Edits): Edits[] {
  return [edits, ...edits.followers.flatMap(withFollowers)];
}

/** @throws {TypeError} unless the map can change */
export function editsOf(nav: Nav): Edits {
  const edits = (nav as Partial<ChangingNav> | null)?.edits;
  if (!edits) throw new TypeError('nav cannot change: make it with editable(nav)');
  return edits;
}
