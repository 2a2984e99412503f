/**
 * A map that changes. Its state is the edited cells and costs (`cells.ts`), the names of closed links, and a
 * version. `difference.ts` records how the cells differ from the baked ones; saved changes, doors and `affects` read
 * that record. The baked engine answers where the record proves that its path holds, otherwise the first engine of a
 * table that finds the paths of the edited map (`engines.ts`). An edit goes to the cells, then to record, components
 * and engines, here and in the maps that follow; then listeners get it.
 */

import type { Grid } from '../../core/grid/grid.js';
import type { Link } from '../../core/grid/links.js';
import type { Place } from '../../core/grid/places.js';
import type { Box } from '../../core/grid/rectangle.js';
import type { repriceSeams } from '../../core/grid/wrap.js';
import type { Query } from '../../core/search/engine.js';
import { answers } from '../../runtime/answers.js';
import { type GridNav, hexesOf, inside, type Linked, type Nav } from '../../runtime/nav.js';
import { over } from '../../runtime/over.js';
import { byKind, type Change, copyOf, type Kinds, LiveCells, type MapChange, type MapRun, ofLinks } from './cells.js';
import { liveComponents, type liveParts } from './components.js';
import { difference } from './difference.js';
import { type LiveEngine, type LiveEngines, type LiveMap, liveEngines } from './engines.js';
import { type Delivery, deliver, type EditEvent } from './events.js';
import type { livePrices } from './prices.js';
import type { LiveWalk, liveWalk, planned } from './walks.js';
import { checkWall, type walledLayer } from './walled.js';

/**
 * A loaded map whose cells can change. Answers are correct immediately after an edit, which takes about as long as some
 * tens of queries.
 */
export interface EditableNav extends Nav {
  /**
   * Artifacts that no longer match the map. `bounds`, `ch` and `table` still answer where the result is right; JPS+
   * answers all other queries.
   */
  readonly stale: readonly string[];
  /** Opens or closes a cell. @throws {RangeError} if it is not on the map; nothing is changed then */
  setOpen(x: number, y: number, open: boolean): void;
  /**
   * Sets the cost of a cell, 1 to 255. A blocked cell has this cost when it opens.
   * @throws {RangeError} as `setOpen`, and if cells cannot cost that
   */
  setCost(x: number, y: number, cost: number): void;
  /**
   * Changes rectangles of cells as one edit: one version, one event; later changes win over earlier ones.
   * @throws {RangeError} as `setCost`
   */
  edit(changes: MapChange | readonly MapChange[]): void;
  /**
   * Calls back after each edit. Listeners may edit the map. They receive events in the order of the edits. An error of
   * a listener is thrown when all listeners were called.
   * @returns a function that removes the listener
   */
  onChange(listener: (event: EditEvent) => void): () => void;
  /** Undoes all edits. */
  reset(): void;
}

/** Options of {@link editable}. */
export interface EditOptions {
  /** The editable map of another agent on the same ground. This map repeats its edits; both change or neither does. */
  follows?: EditableNav | undefined;
  /** Doors by name, instead of the doors of the map file. */
  doors?: readonly Place[] | undefined;
}

/** An editable map from within. */
export interface ChangingNav extends GridNav, EditableNav {
  readonly edits: Edits;
  walk?: ((...query: Query) => LiveWalk | null) | undefined;
}

/** A map that changes, from within: functions over it work on this. */
export interface Edits extends LiveMap, Delivery {
  readonly self: ChangingNav;
  /** The grid that engines search: with walls between cells the doubled one. */
  readonly searched: LiveMap;
  readonly engines: LiveEngines;
  /** The game's own doors, in place of the doors in the blobs. */
  readonly doors: readonly Place[] | undefined;
  /** Maps of other walkers that repeat the edits of this one. */
  readonly followers: Edits[];
  /** The map whose edits this one repeats. */
  leader: Edits | undefined;
  /** Makes another loaded map editable, with the parts and options of this one. */
  again(nav: Nav): Edits;
  /**
   * Changes that turn the loaded map into this one; with `back`, this map into the loaded one.
   * @param as takes the place of this map
   */
  changes(back?: boolean, as?: Edits): MapRun[];
  /** Does what `edit` does to this map only, without a check, and adds its event if something changed. */
  apply(changes: Kinds): void;
}

export interface Parts {
  /** Walks and distances of HPA* and tables. */
  planned?: typeof planned;
  liveWalk?: typeof liveWalk;
  /** Makers of engines for the edited map; the first that can is used. */
  engines: readonly ((map: LiveMap) => LiveEngine | undefined)[];
  liveParts?: typeof liveParts;
  livePrices?: typeof livePrices;
  /** Where costs of cells can change, those of links over the seams of the map. */
  repriceSeams?: typeof repriceSeams;
  /** Walls between cells. */
  walled?: typeof walledLayer;
}

const MOST_RECENT = 64;
/** Most names of links that an error lists. */
const MOST_NAMES = 20;

export function editsWith(loaded: Nav, parts: Parts, options?: Omit<EditOptions, 'follows'>): Edits {
  const { linked, ground } = inside(loaded);
  if ('cache' in loaded)
    throw new TypeError('nav has a cache, which edits would bypass; use cachePaths(editable(nav))');
  const nav: GridNav = linked?.plain ?? inside(loaded);
  const [shipped, grid] = [nav.grid.copy(), nav.grid.copy()];
  if (!parts.planned && (grid.costs || 'abstraction' in nav.search))
    throw new RangeError(`engine is ${nav.engine}; this editable changes maps of jps, jps+bounds and ch`);
  if (grid.walls && !parts.walled)
    throw new RangeError('map has walls between cells; take editable in place of editableJps');
  const walled = grid.walls && parts.walled?.(shipped, grid);
  const searched = walled ?? { shipped, grid };
  const components = liveComponents(searched.grid, parts.liveParts, hexesOf(nav));
  const cells = new LiveCells(shipped, grid, parts.livePrices?.(grid, ground), ground?.open);
  /** The edited grid; while no cell costs more than 1, a view of it without costs. */
  const viewOf = (map: Grid): LiveMap['view'] => {
    const plain: Grid = Object.assign(Object.create(Object.getPrototypeOf(map)), map, { costs: undefined });
    return () => (cells.weighted ? map : plain);
  };
  const differs = difference(searched.shipped, searched.grid);
  const map: LiveMap = { ...searched, nav: nav.doubled ?? nav, cells, differs, view: viewOf(searched.grid) };
  const view = walled ? viewOf(grid) : map.view;
  const engines = liveEngines(map, parts.engines);
  let version = 0;
  const recent: Box[][] = [];
  const edit: ChangingNav['edit'] = (given) => {
    const changes = (Array.isArray(given) ? given : [given as Change]).map(copyOf);
    applyEdit(edits, checkEdit(edits, changes));
  };

  const label = walled?.label(components.label) ?? components.label;
  const search = walled?.on(engines.search) ?? engines.search;
  const found = answers(grid, label, search);
  const unlinked = over(nav, {
    label,
    ground,
    get grid() {
      return view();
    },
    get searched() {
      return walled && map.view();
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
    search,
    live: () => walled?.on(engines.live()) ?? engines.live(),
    since: (then: number) =>
      version - then > recent.length ? undefined : recent.slice(recent.length - version + then).flat(),
    get edits() {
      return walled ? undefined : edits;
    },
    ...found,
    walk: undefined,
    distance: undefined,
    nearest: undefined,
    ...parts.planned?.(map, engines, found.isReachable),
    setOpen: (x: number, y: number, open: boolean) => edit({ x, y, open }),
    setCost: (x: number, y: number, cost: number) => edit({ x, y, cost }),
    edit,
    reset: () => edit(edits.changes(true)),
    onChange(listener: (event: EditEvent) => void) {
      if (typeof listener !== 'function') throw new TypeError(`listener is ${listener}, expected a function`);
      edits.listeners.add(listener);
      return () => edits.listeners.delete(listener);
    },
  });
  const whole = linked ? linked.attach(unlinked) : unlinked;
  const self: ChangingNav = over(whole, {
    get edits() {
      return edits;
    },
    walk: whole.walk && parts.liveWalk?.(whole, whole.walk),
  });

  const edits: Edits = {
    ...map,
    nav,
    shipped,
    grid,
    searched: map,
    self,
    engines,
    doors: options?.doors,
    followers: [],
    leader: undefined,
    listeners: new Set(),
    events: [],
    isDelivering: false,
    again: (next) => editsWith(next, parts, options),
    changes(back = false, as = edits) {
      const links = Array.from(as.self.linked?.search.closed ?? [], (link): MapRun => ({ link, open: back }));
      return links.concat(walled?.changes(back, as.grid.walls) ?? [], cells.changes(back, as.cells.now()));
    },
    apply(changes) {
      const batch = cells.apply(changes.cells);
      const links = changes.links.flatMap(({ link, open }) => (self.linked ? setLink(self.linked, link, open) : []));
      const walls = walled?.set(changes.walls) ?? [];
      if (!batch.isOther && links.length + walls.length === 0) return;
      const boxes = [...batch.boxes, ...walls, ...links.map(([x, y]): Box => [x, y, x, y])];
      const done = walled?.batch([...batch.boxes, ...walls], view()) ?? batch;
      if (done.isMuch || done.changed.length > 0) {
        components.repair(done.flipped, done.isMuch);
        engines.apply(done);
      }
      parts.repriceSeams?.(view(), self.linked?.links ?? []);
      version++;
      if (recent.push(boxes) > MOST_RECENT) recent.shift();
      const areas = boxes.map(([x, y, x1, y1]) => ({ x, y, width: x1 - x + 1, height: y1 - y + 1 }));
      // Machines and threads with the map of a follower may not have all links of its leader.
      const isOwn = (change: MapChange) => !ofLinks(change) || linked?.named.has(change.link);
      edits.events.push({
        version,
        areas,
        changes: changes.links.length > 0 ? changes.all.filter(isOwn) : changes.all,
      });
    },
  };
  return edits;
}

/** @throws {RangeError} if a map that repeats an edit cannot do it */
export function checkEdit(edits: Edits, changes: readonly MapChange[]): Kinds {
  const all = withFollowers(edits);
  const kinds = byKind(changes);
  for (const { cells } of all) cells.check(kinds.cells);
  for (const { link } of kinds.links) checkLink(edits.self, link);
  for (const { wall } of kinds.walls) for (const { grid } of all) checkWall(grid, wall);
  return kinds;
}

/** The one place where an edit that was checked is done: applied to all maps that repeat it, then delivered to all. */
export function applyEdit(edits: Edits, changes: Kinds): void {
  const all = withFollowers(edits);
  for (const each of all) each.apply(changes);
  const errors = all.flatMap(deliver);
  if (errors.length > 0) throw errors[0];
}

/** Has a map repeat the edits of another one. @param before follower whose place it takes */
export function repeatEdits(edits: Edits, leader: Edits, before?: Edits): void {
  edits.leader = leader;
  const at = before ? leader.followers.indexOf(before) : -1;
  if (at < 0) leader.followers.push(edits);
  else leader.followers[at] = edits;
}

/** The map and all maps that follow it, also indirectly. */
const withFollowers = (edits: Edits): Edits[] => [edits, ...edits.followers.flatMap(withFollowers)];

/** @throws {RangeError} if the map has no link of the name @returns its links */
export function checkLink({ linked }: GridNav, name: string): Linked {
  if (linked?.named.has(name)) return linked;
  const names = [...(linked?.named.keys() ?? [])].filter(Boolean).slice(0, MOST_NAMES).join(', ');
  const known = linked ? 'those of the map have no names' : 'the map has none';
  throw new RangeError(`there is no link ${name}; ${names ? `there are ${names}` : known}`);
}

/** Opens or closes the links of a name. @returns their ends, none where nothing changes */
function setLink({ named, search: { closed } }: Linked, name: string, open: boolean): readonly Link['from'][] {
  const ends = named.get(name);
  if (open !== closed.has(name) || !ends) return [];
  if (open) closed.delete(name);
  else closed.add(name);
  return ends;
}

/** @throws {TypeError} unless the map can change */
export function editsOf(nav: Nav): Edits {
  const edits = (nav as Partial<ChangingNav> | null)?.edits;
  if (!edits) throw new TypeError('nav cannot change: make it with editable(nav)');
  return edits;
}
