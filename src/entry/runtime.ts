/**
 * All that a game calls: `gridprep/runtime`. Nothing but this project is reachable from here, no Node module, no
 * package; what a game does not import is not shipped.
 */

import type { Walk } from '../core/search/engine.js';
import { type EditOptions, editable as makeEditable, editableJps as makeEditableJps } from '../play/edit/edit.js';
import type { EditableNav } from '../play/edit/edits.js';
import type { LiveWalk } from '../play/edit/walks.js';
import type { NavPool, PoolOptions } from '../play/pool/answers.js';
import { poolFor } from '../play/pool/pool.js';
import type { Href } from '../play/pool/protocol.js';
import { type Rebaked, type RebakeOptions, rebakeWith } from '../play/rebake/rebake.js';
import type { ArtifactName } from '../play/rebake/serve.js';
import { cachePaths as cacheOf, type PathCacheOptions, type PathCacheStatistics } from '../runtime/cache.js';
import type { Load } from '../runtime/load.js';
import { load as loadAll } from '../runtime/load-all.js';
import type { Nav, QueryOptions } from '../runtime/nav.js';
import { findWalk as walkOf } from '../runtime/walk.js';

declare global {
  interface ImportMeta {
    url: string;
  }
}
declare const URL: new (file: string, base: string) => Href;

export type { BlobBytes, Decompress } from '../core/blob/read.js';
export { BlobError, type BlobErrorCode, ThreadError, type TileError } from '../core/errors.js';
export { type CreateGridOptions, createGrid } from '../core/grid/create.js';
export type { Grid, MoveRule as Diagonals } from '../core/grid/grid.js';
export type { Link } from '../core/grid/links.js';
export type { Floor, Place } from '../core/grid/places.js';
export type { WallInput, WallSide } from '../core/grid/walls.js';
export type { Portal, Walk } from '../core/search/engine.js';
export { type Path, PathBuffer, type PathLink } from '../core/search/path.js';
export { type Blockers, blockersOf } from '../play/avoid/blockers.js';
export { affects } from '../play/edit/affects.js';
export type { Area } from '../play/edit/boxes.js';
export type { Change } from '../play/edit/cells.js';
export { applyChanges, saveChanges } from '../play/edit/changes.js';
export { type Door, findDoor, findLink, type LinkGroup } from '../play/edit/doors.js';
export type { EditOptions } from '../play/edit/edit.js';
export type { EditableNav } from '../play/edit/edits.js';
export type { EditEvent } from '../play/edit/events.js';
export type { LiveWalk } from '../play/edit/walks.js';
export { findDistance, findDistances, findNearest } from '../play/field/distances.js';
export { type Field, type FieldOptions, type FleeOptions, fleeField, flowField } from '../play/field/field.js';
export { findPathTo, type RangeMetric, type TargetOptions, type TargetPath } from '../play/field/targets.js';
export { type Crowd, crowdOf } from '../play/follow/crowd.js';
export { follow } from '../play/follow/follow.js';
export type { FollowOptions, Walker, WalkerStatus } from '../play/follow/walker.js';
export type { NavPool, PoolOptions, PoolPath } from '../play/pool/answers.js';
export type { AnyWorker } from '../play/pool/protocol.js';
export { type ServeOptions, serveNav } from '../play/pool/serve.js';
export { type Heading, type PulledPath, type Sight, type SightOptions, sightOf } from '../play/pull/pull.js';
export type { JointQueue } from '../play/queue/joint.js';
export {
  type Budget,
  type PathQueue,
  pathQueue,
  type QueueOptions,
  type QueueStatistics,
} from '../play/queue/queue.js';
export { type AroundOptions, findPathAround, findPathAroundInto } from '../play/reach/around.js';
export { canClose, neighborsOf } from '../play/reach/close.js';
export type { PathCacheOptions, PathCacheStatistics } from '../runtime/cache.js';
export { findPathWithin, type LimitedPath, type LimitOptions } from '../runtime/limits.js';
export type { Load, LoadOptions } from '../runtime/load.js';
export { type GridOptions, loadGrid, type SliceOptions } from '../runtime/load-grid.js';
export { type LoadUrlOptions, loadUrl, type NavAsset, type Progress } from '../runtime/load-url.js';
export { cellOfFloor, floorAt, type Marker, type Meta, readMeta } from '../runtime/meta.js';
export type { LoadPart, Nav, QueryOptions } from '../runtime/nav.js';
export { type PixelOptions, type Pixels, pixels } from '../runtime/pixels.js';
export {
  cellAt,
  centerOf,
  clearanceAt,
  nearestOpen,
  toXY,
} from '../runtime/places.js';

import { refuseUnknown } from '../core/unknown-names.js';

export type { Answer, RequestOptions } from '../play/queue/requests.js';
export { type Reach, type ReachOptions, reach } from '../play/reach/reach.js';
export type { Rebaked, RebakeOptions, Signal } from '../play/rebake/rebake.js';
export type { ArtifactName } from '../play/rebake/serve.js';
export { type StraightenOptions, straighten } from '../play/straighten/straighten.js';
export { trafficOf } from '../play/traffic/traffic.js';
export type { Traffic, TrafficOptions, TrafficUnit } from '../play/traffic/unit.js';
export type { LoadTile } from '../world/tiles.js';
export { type LoadWorldOptions, loadWorld, type World, type WorldWalk } from '../world/world.js';

/**
 * Loads the blobs of one map, with every engine and move rule; see {@link Load}.
 *
 *     const nav = load(await (await fetch('arena.prep')).arrayBuffer());
 *     const path = nav.findPath(1, 11, 40, 30); // null: no path
 */
export const load: Load = loadAll;

/**
 * An editable copy of the map. The original nav still answers for the baked map.
 *
 *     const nav = editable(load(bytes)); // doors come with the map
 *     findDoor(nav, 'gate').close();
 *     nav.edit({ x: 10, y: 4, width: 3, height: 2, open: false });
 *
 * @throws {RangeError} if the map to follow is of another size
 */
export const editable: (nav: Nav, options?: EditOptions) => EditableNav = makeEditable;

/**
 * {@link editable} for games without HPA* and costs (engines jps, jps+bounds and ch). About a third of its size.
 *
 *     const nav = editableJps(load(bytes));
 *     nav.setOpen(10, 4, false);
 *
 * @throws {RangeError} if the map is of another engine
 */
export const editableJps: (nav: Nav, options?: Pick<EditOptions, 'doors'>) => EditableNav = makeEditableJps;

/**
 * The same map with its paths cached: `findPath` and `findPathInto` look into the cache first; by nodes, also
 * `findWalk`. An edit of the map empties the cache.
 *
 *     const cached = cachePaths(nav, { entries: 500 });
 *     cached.findPath(2, 2, 37, 27); // the second time from the cache
 *
 * @throws {RangeError} if a bound is not a whole number of 1 or more, or the engine has no nodes to cache
 */
export const cachePaths: (
  nav: Nav,
  options?: Partial<PathCacheOptions>,
) => Nav & { readonly cache: PathCacheStatistics } = cacheOf;

/**
 * A near-optimal path in pieces, refined one after the other; its cost is known immediately. The blobs must contain
 * HPA*, whatever engine `findPath` uses; the first call may load it. On a map that changes, the walk continues over the
 * current map, along a whole path.
 *
 *     const walk = findWalk(nav, 2, 2, 900, 700);
 *     for (const [x, y] of walk ?? []) await unit.step(x, y);
 *
 * @returns null when there is no path
 * @throws {RangeError} as `findPath`
 * @throws {BlobError} `missing` if blobs or bundle are without HPA*; `damaged` at the first call, if what it loads is
 */
export const findWalk: {
  (nav: EditableNav, x0: number, y0: number, x1: number, y1: number, options?: QueryOptions): LiveWalk | null;
  (nav: Nav, x0: number, y0: number, x1: number, y1: number, options?: QueryOptions): Walk | null;
} = walkOf as (...query: Parameters<typeof walkOf>) => LiveWalk | null;

/** @throws {TypeError} in a script that is not a module, because it cannot find its workers */
function ensureModule(): void {
  if (!import.meta.url) throw new TypeError('worker is missing: a script that is no module has to name its file');
}

/** The worker of pools, in the folder of this file. */
function ownWorker(): Href {
  ensureModule();
  return new URL('./worker.js', import.meta.url);
}

/** The worker of bakes. */
function bakeWorker(): Href {
  ensureModule();
  return new URL('./bake-worker.js', import.meta.url);
}

/**
 * Starts threads that answer queries of a map, and follow its edits.
 *
 *     const pool = navPool(load(bytes, { shared: true }), { threads: 2 });
 *     const path = await pool.findPath(2, 2, 37, 27);
 *
 * @param nav loaded with `shared` for threads that share its arrays; without, each thread loads its own
 * @throws {RangeError} if the number of threads is not a whole number of 0 or more
 * @throws {TypeError} if no worker is named where none can be found
 */
export function navPool(nav: Nav, options?: PoolOptions): NavPool {
  refuseUnknown(options, 'threads', 'worker');
  return poolFor(nav, options ?? {}, ownWorker);
}

/**
 * Bakes a map with its edits in a worker, and loads the result. The game continues with `nav` meanwhile.
 *
 *     const { nav: faster, blobs } = await rebake(nav, ['jps', 'bounds']);
 *     nav = faster; // between two frames
 *
 * @param artifacts names, or options of bakes by name: `{ hpa: { cluster: 20 } }`
 * @returns the blobs, and a nav that is editable if `nav` is; it has the edits that were made during the bake
 * @throws {RangeError} if an artifact is unknown @throws {ThreadError} if the worker fails
 */
export function rebake<N extends Nav>(
  nav: N,
  artifacts: readonly ArtifactName[] | Partial<Record<ArtifactName, object>>,
  options: RebakeOptions = {},
): Promise<Rebaked<N>> {
  return rebakeWith(nav, artifacts, options, bakeWorker);
}
