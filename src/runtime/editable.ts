/**
 * Maps that change: the engines of a loaded map go on answering for the map that was baked, wherever that answer still holds (`../edit/difference.ts`);
 * beside them engines that are repaired at each edit answer for the map as it is.
 *
 * Measured and decided: docs/decisions.md, "Edits: jump lines are repaired, goal bounds are not".
 */
import { type BlobBytes, viewOf } from '../blob/read.js';
import type { Area } from '../edit/area.js';
import { type Change, liveCells } from '../edit/cells.js';
import { decodeChanges, encodeChanges } from '../edit/changes.js';
import { liveComponents } from '../edit/components.js';
import { type Difference, difference } from '../edit/difference.js';
import type { LiveHpa, liveHpa } from '../edit/hpa.js';
import { liveJumps } from '../edit/jumps.js';
import type { nearestBy } from '../edit/nearest.js';
import type { liveParts } from '../edit/parts.js';
import type { LiveWalk, liveWalks } from '../edit/walks.js';
import { askWorker, blobOf, type HealWorker } from '../edit/worker.js';
import { found } from '../errors.js';
import { labelComponents } from '../grid/components.js';
import type { Grid } from '../grid/grid.js';
import type { Place } from '../grid/places.js';
import { octile, STRAIGHT } from '../grid/step-costs.js';
import { lineCost } from '../hpa/line.js';
import type { HpaSearch } from '../hpa/query.js';
import type { Native } from '../jps/wasm.js';
import type { Engine, Walk } from '../search/engine.js';
import type { Path, PathBuffer } from '../search/path.js';
import type { TableSearch } from '../table/query.js';
import { answers } from './answers.js';
import type { GridNav } from './nav.js';
import { warmUp } from './warm-up.js';

/** Options of `editable`. */
export interface EditOptions {
  /** Doors by name, as `readMeta` of `gridprep/runtime/meta` finds them in a blob. */
  doors?: readonly Place[];
}

/** What a listener is told after an edit, when every answer is of the new map already. */
export interface EditEvent {
  /** That of the map now. */
  version: number;
  /** Rectangles of cells in which all changes lie. */
  areas: Area[];
  /** What was asked for: the same for `edit` of another map, or of a pool, makes that one like this one. */
  changes: readonly Change[];
}

/** A door of the map: all its cells at once. */
export interface Door {
  readonly name: string;
  /** x and y of each cell, in turn. */
  readonly cells: readonly number[];
  /** Whether all of them are open, whatever walker the map is of. */
  readonly isOpen: boolean;
  open(): void;
  /**
   * Closes all cells, or where somebody may stand in the door those on which nobody does: called again each frame, it closes the others when they are free.
   * @param taken whether a cell must stay open for now
   * @returns whether all are closed now
   */
  close(taken?: (x: number, y: number) => boolean): boolean;
}

/** A loaded map that can change. Every answer is right at once; an edit takes about as long as some tens of queries. */
export interface EditableNav extends GridNav {
  /** Number of edits that have changed anything. */
  readonly version: number;
  /** Name of the engine that finds the paths. */
  readonly engine: string;
  /** Artifacts that do not know of all edits, and answer only where that makes no difference; the other answers take longer until `heal`. */
  readonly stale: readonly string[];
  readonly walk?: ((x0: number, y0: number, x1: number, y1: number) => LiveWalk | null) | undefined;
  /** Opens or closes a cell, or a rectangle of cells. @throws {RangeError} if it is not on the map; nothing is changed then */
  setOpen(x: number, y: number, open: boolean): void;
  setOpen(area: Area, open: boolean): void;
  /** Prices the cells of a rectangle, 1 to 255; blocked ones cost that when they open. @throws {RangeError} as `setOpen`, and from `editableJps` */
  setCost(area: Area, cost: number): void;
  /** Several changes as one: one version, one event; a later one goes over an earlier one. @throws {RangeError} as `setOpen` and `setCost` */
  edit(changes: readonly Change[]): void;
  /** The doors of a name, as one. @throws {RangeError} if there is none */
  door(name: string): Door;
  /** Calls back after each edit. @returns ends that */
  onChange(listener: (event: EditEvent) => void): () => void;
  /** Does a path that somebody holds cross a change: is it illegal now, or does it cost something else than it says? */
  affects(path: Path | PathBuffer): boolean;
  /**
   * Bakes what is `stale` for the map as it is, in a worker that runs `gridprep/runtime/healer`, and takes it when it is done; the game goes on, and what is
   * edited in the meantime counts from there.
   * @returns whether it was taken: not if nothing was stale, the map went back, or it was called again before it was done
   * @throws {Error} what the bake has failed with; all goes on as before
   */
  heal(options: { worker: HealWorker }): Promise<boolean>;
  /** The map as it was loaded. */
  reset(): void;
  /** What has become of the map since it was baked, in a few bytes: to save, or to send to others that have loaded the same blobs. */
  changes(): Uint8Array;
  /**
   * Makes the map what it was where `changes` was called; what has become of it here is forgotten.
   * @throws {BlobError} if they are damaged, of another map or of another version
   * @throws {RangeError} as `setCost`
   */
  applyChanges(changes: BlobBytes): void;
}

/** What answers for one state of the map, and where that differs from the present one. */
interface Base {
  search: Engine;
  isReachable: GridNav['isReachable'];
  differs: Difference;
}

/** What bundles may leave out. */
export interface Parts {
  native?: Native;
  liveHpa?: typeof liveHpa;
  liveWalks?: typeof liveWalks;
  nearestBy?: typeof nearestBy;
  liveParts?: typeof liveParts;
  /** Optimal paths over costs, of the grid as it is. */
  livePriced?: (grid: Grid) => Engine;
}

/** Milliseconds that `warmUp` takes, as on maps that do not change. */
const WARM_UP = 100;
/** Engines that have nothing baked: those that are repaired are as fast. */
const ALWAYS_LIVE = ['jps', 'hpa'];
/** Answers of the baked map that are looked at to see whether they hold often enough, and the share of them that has to. */
const TRIED = 64;
const WORTH = 0.6;

/** @param patch what the map becomes before anybody sees it, as `changes` has it */
export function editableWith(
  nav: GridNav,
  { doors = [] }: EditOptions,
  { native, liveHpa, liveWalks, nearestBy, liveParts, livePriced }: Parts,
  patch?: Uint8Array,
): EditableNav {
  const { moveRule } = nav.grid;
  if (moveRule !== 'octile') throw new RangeError(`maps that change know the moves octile alone, this one is for ${moveRule}`);
  const shipped = nav.grid.copy();
  const grid = nav.grid.copy();
  const cells = liveCells(shipped, grid);
  const components = liveComponents(grid, liveParts);
  /** What answers for a map that was baked: the one that was loaded, or the one that a worker has healed since. */
  const loaded: Base = { search: nav.search as Engine, isReachable: nav.isReachable, differs: difference(shipped, grid) };
  let base = loaded;
  /** Cells that changed since a worker was asked. */
  let since: Set<number> | undefined;
  const listeners = new Set<(event: EditEvent) => void>();
  const near = 'abstraction' in nav.search;
  if (near ? !liveHpa : grid.costs && !livePriced)
    throw new RangeError(`engine is ${nav.engine}; this editable changes maps of jps, jps+bounds and ch`);
  const jumps = near ? undefined : liveJumps(grid, nav.wasm ? native : undefined);
  let version = 0;
  let present: Grid | undefined;
  const patched = patch && decodeChanges(patch, nav);

  // HPA*, where it does not find the paths, is made when it is first asked for.
  let planner: LiveHpa | undefined;
  /** Changes that it does not know of. */
  const pending = new Set<number>();
  const hpa = (): HpaSearch => {
    const { abstraction } = (nav.use('hpa') ?? nav.use('table')) as HpaSearch;
    if (!planner) planner = (liveHpa as NonNullable<typeof liveHpa>)(grid, abstraction, loaded.differs.cells);
    else if (pending.size > 0) planner.repair(pending);
    pending.clear();
    return planner.search;
  };
  /** Over costs, where HPA* does not find the paths: made anew when it is first asked for after an edit. */
  let priced: Engine | undefined;
  /** The engine that knows of every edit. */
  const live = (): Engine => {
    if (!jumps) return hpa();
    if (!cells.priced) return jumps.search;
    priced ??= (livePriced as NonNullable<typeof livePriced>)(grid);
    return priced;
  };

  /** Answers of the baked map that were tried since the last edit, and those that held. */
  let tried = 0;
  let held = 0;
  /** What an answer of the baked map has to stay below: 0 if it is not worth asking for. */
  const limit = (x0: number, y0: number, x1: number, y1: number): number => {
    if (base.differs.cells.size === 0) return Infinity;
    if (ALWAYS_LIVE.includes(nav.engine) || (tried >= TRIED && held < WORTH * tried)) return 0;
    const least = base.differs.least(x0, y0, x1, y1);
    return least > octile(x1 - x0, y1 - y0) && base.isReachable(x0, y0, x1, y1) ? least / STRAIGHT : 0;
  };
  const holds = (cost: number, most: number): boolean => {
    tried++;
    if (cost * EXACT >= most) return false;
    held++;
    return true;
  };

  const search: Engine = {
    expanded: 0,
    generated: 0,
    wasm: nav.wasm,
    search(x0, y0, x1, y1, path) {
      const most = limit(x0, y0, x1, y1);
      let engine = base.search;
      engine.trace = search.trace;
      let found = most > 0 && engine.search(x0, y0, x1, y1, path) && (most === Infinity || holds(path.cost, most));
      if (!found) {
        engine = live();
        engine.trace = search.trace;
        found = engine.search(x0, y0, x1, y1, path);
      }
      search.expanded = engine.expanded;
      search.generated = engine.generated;
      return found;
    },
  };
  const asked = answers(grid, components.label, search);

  const distance = (...query: Query): number => {
    if (!asked.isReachable(...query)) return Infinity;
    // A table beside another engine is of the map that was loaded, whatever was healed.
    const ask = (base.search as Partial<TableSearch>).distance ?? (base === loaded ? nav.distance : undefined);
    const most = ask ? limit(...query) : 0;
    const cost = most > 0 && ask ? ask(...query) : Infinity;
    if (most === Infinity || (most > 0 && holds(cost, most))) return cost;
    return (found(hpa().walk(...query)) as Walk).cost;
  };

  const planWalk = (...query: Query): Walk | null => {
    if (!asked.isReachable(...query)) return null;
    return loaded.differs.cells.size === 0 ? (nav.walk as NonNullable<typeof nav.walk>)(...query) : found(hpa().walk(...query));
  };

  const self: EditableNav = {
    width: nav.width,
    height: nav.height,
    terrain: nav.terrain,
    size: nav.size,
    moveRule,
    agent: nav.agent,
    agents: nav.agents,
    fingerprint: patched?.becomes || nav.fingerprint,
    get grid() {
      if (!present) {
        present = grid.copy();
        if (!cells.priced) present.costs = undefined;
      }
      return present;
    },
    get version() {
      return version;
    },
    get engine() {
      return jumps && cells.priced && !shipped.costs ? 'priced' : nav.engine;
    },
    wasm: nav.wasm,
    get stale() {
      const baked = nav.engine.endsWith('+bounds') ? 'bounds' : nav.engine;
      return base.differs.cells.size > 0 && !ALWAYS_LIVE.includes(baked) ? [baked] : [];
    },
    search,
    use: (name) => nav.use(name),
    warmUp: (milliseconds = WARM_UP) => warmUp(self, milliseconds),
    ...asked,
    walk: nav.walk && liveWalks?.(planWalk, () => version),
    portals: nav.portals,
    distance: liveHpa && nav.distance && distance,
    nearest: nav.nearest && nearestBy?.(asked.isReachable, distance),
    setOpen(at: number | Area, y: boolean | number, open?: boolean) {
      self.edit([typeof at === 'number' ? { x: at, y: y as number, open: open as boolean } : { ...at, open: y as boolean }]);
    },
    setCost: (area, cost) => self.edit([{ ...area, cost }]),
    edit(changes) {
      const { flipped, changed, boxes } = cells.apply(changes, near || livePriced !== undefined);
      if (changed.size === 0) return;
      components.repair(flipped);
      loaded.differs.update(changed);
      if (base !== loaded) base.differs.update(changed);
      // As it was loaded: nothing that was healed is as good.
      if (loaded.differs.cells.size === 0) base = loaded;
      for (const cell of changed) since?.add(cell);
      jumps?.repair(flipped, boxes);
      for (const cell of changed) pending.add(cell);
      // At once, where it finds the paths: the edit takes the time, not the query after it.
      if (!jumps) hpa();
      priced = undefined;
      tried = held = 0;
      present = undefined;
      version++;
      const event = { version, areas: boxes.map(([x, y, x1, y1]) => ({ x, y, width: x1 - x + 1, height: y1 - y + 1 })), changes };
      for (const listener of [...listeners]) listener(event);
    },
    door: (name) => doorOf(self, doors, name, cells.isGround),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    affects(path) {
      const { waypoints, cost } = path;
      const count = 'waypointCount' in path ? 2 * path.waypointCount : waypoints.length;
      let sum = 0;
      for (let i = 2; i < count; i += 2) {
        const [x, y] = [waypoints[i - 2], waypoints[i - 1]];
        sum += lineCost(grid.costs ?? grid.open, grid.stride, grid.cell(x, y), waypoints[i] - x, waypoints[i + 1] - y, true);
      }
      return !asked.isOpen(waypoints[0], waypoints[1]) || Math.abs(sum / (2 * STRAIGHT) - cost) > cost * (EXACT - 1);
    },
    async heal({ worker }) {
      // A map that has got costs, or lost them all, is not one of this engine.
      if (self.stale.length === 0 || (jumps && cells.priced !== (shipped.costs !== undefined))) return false;
      const snapshot = self.grid.copy();
      const changed = new Set<number>();
      since = changed;
      const { width, height, terrain, moveRule, size, open, costs } = snapshot;
      const hpa = (nav.search as Partial<HpaSearch>).abstraction?.options;
      const sections = await askWorker(worker, { engine: nav.engine, map: { width, height, terrain, moveRule, size, open, costs }, hpa });
      // Another one was asked later, or the map went back.
      if (since !== changed || loaded.differs.cells.size === 0) return false;
      since = undefined;
      const labels = labelComponents(snapshot);
      const differs = difference(snapshot, grid);
      differs.update(changed);
      base = {
        search: nav.use(nav.engine, blobOf(snapshot, nav.fingerprint, sections), snapshot) as Engine,
        isReachable: (x0, y0, x1, y1) => labels[snapshot.cell(x0, y0)] === labels[snapshot.cell(x1, y1)],
        differs,
      };
      tried = held = 0;
      return true;
    },
    reset: () => self.edit([...cells.changes(true), ...(patched?.runs ?? [])]),
    changes: () => encodeChanges(nav, cells.changes()),
    applyChanges(bytes) {
      self.edit([...cells.changes(true), ...decodeChanges(viewOf(bytes, 'changes'), nav).runs]);
    },
  };
  if (near) hpa();
  if (patched) self.edit(patched.runs);
  version = 0;
  return self;
}

/** Costs are quotients of integers: what is equal may differ in the last bits, by far less than this factor. */
const EXACT = 1 + 1e-9;

type Query = [x0: number, y0: number, x1: number, y1: number];

function doorOf(nav: EditableNav, doors: readonly Place[], name: string, isGround: (x: number, y: number) => boolean): Door {
  const cells = doors.filter((door) => door.name === name).flatMap((door) => door.cells);
  if (cells.length === 0) {
    const names = [...new Set(doors.map((door) => door.name))].join(', ');
    throw new RangeError(`there is no door ${name}; ${names ? `there are ${names}` : 'give editable the doors that readMeta finds'}`);
  }
  const places = Array.from({ length: cells.length / 2 }, (_, i) => ({ x: cells[2 * i], y: cells[2 * i + 1] }));
  return {
    name,
    cells,
    get isOpen() {
      return places.every(({ x, y }) => isGround(x, y));
    },
    open: () => nav.edit(places.map((place) => ({ ...place, open: true }))),
    close(taken = () => false) {
      const free = places.filter(({ x, y }) => !taken(x, y));
      nav.edit(free.map((place) => ({ ...place, open: false })));
      return free.length === places.length;
    },
  };
}
