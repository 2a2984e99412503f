/** Maps that change while the game runs: `gridprep/runtime/edit`. */
import { type BlobBytes, viewOf } from '../blob/read.js';
import type { Area } from '../edit/area.js';
import { decodeChanges, isChanges } from '../edit/changes.js';
import { liveParts } from '../edit/parts.js';
import { livePrices } from '../edit/prices.js';
import type { LiveWalk } from '../edit/walks.js';
import { must, SAME_MAP } from '../errors.js';
import type { Place } from '../grid/places.js';
import { native } from '../jps/wasm.js';
import { pricedJumps } from '../priced/jumps.js';
import { pricedSearch } from '../priced/query.js';
import { editableWith, type Parts } from './editable.js';
import { type Affecting, affecting } from './edits/affecting.js';
import { type Doors, doors } from './edits/doors.js';
import type { EditableMap, Edits } from './edits/edits.js';
import { type Healing, healing } from './edits/healing.js';
import { planning } from './edits/planning.js';
import { type Saving, saving } from './edits/saving.js';
import { load as loadMap } from './index.js';
import type { LoadOptions } from './load.js';
import { readMeta } from './meta.js';
import type { GridNav } from './nav.js';

export type { BlobBytes, Decompress } from '../blob/read.js';
export type { Area } from '../edit/area.js';
export type { Change } from '../edit/cells.js';
export type { LiveWalk } from '../edit/walks.js';
export type { HealWorker } from '../edit/worker.js';
export { BlobError, type BlobErrorCode } from '../errors.js';
export type { Place } from '../grid/places.js';
export { type Path, PathBuffer } from '../search/path.js';
export { type Affecting, affecting } from './edits/affecting.js';
export { type Door, type Doors, doors } from './edits/doors.js';
export type { EditableMap, EditEvent, Edits } from './edits/edits.js';
export { type Healing, healing } from './edits/healing.js';
export { type Saving, saving } from './edits/saving.js';

/** Options of `editable`. */
export interface EditOptions {
  /** Doors by name, as `readMeta` of `gridprep/runtime/meta` finds them in a blob. */
  doors?: readonly Place[];
}

/** A loaded map that can change, with all that there is for it. */
export interface EditableNav extends EditableMap, Doors, Affecting, Healing, Saving {
  readonly walk?: ((x0: number, y0: number, x1: number, y1: number) => LiveWalk | null) | undefined;
  /** Prices the cells of a rectangle, 1 to 255; blocked ones cost that when they open. @throws {RangeError} as `setOpen` */
  setCost(area: Area, cost: number): void;
}

/** Something that a map of {@link editableJps} can do beyond being changed: {@link doors}, {@link affecting}, {@link healing}, {@link saving}. */
export type Extra<T = object> = (edits: Edits) => T;

/** What all of some extras add. */
export type Extras<E> = E extends readonly [Extra<infer T>, ...infer Rest] ? T & Extras<Rest> : unknown;

const PARTS: Parts = {
  native,
  planning,
  liveParts,
  livePrices,
  // Landmarks would be of the map as it was.
  livePriced: (grid) => pricedSearch(grid, pricedJumps(grid), { count: 0, costs: new Uint16Array(0), unit: 1 }),
};

function everything(nav: GridNav, options: EditOptions, patch?: ReturnType<typeof decodeChanges>): EditableNav {
  const [self, edits] = editableWith(nav, PARTS, patch);
  const setCost = (area: Area, cost: number) => self.edit([{ ...area, cost }]);
  return Object.assign(self, doors(options.doors ?? [])(edits), affecting(edits), healing(edits), saving(edits), {
    setCost,
  }) as EditableNav;
}

/**
 * The same map, able to change; what it was made from stays as it is, and goes on answering for the map that was baked.
 *
 *     const nav = editable(load(bytes), { doors: readMeta(bytes).doors });
 *     nav.door('gate').close();
 *     nav.setOpen({ x: 10, y: 4, width: 3, height: 2 }, false);
 */
export function editable(nav: GridNav, options: EditOptions = {}): EditableNav {
  return everything(nav, options);
}

/**
 * `editable` for games that have neither HPA* nor costs, for maps of jps, jps+bounds and ch. It can open and close cells; a game ships no more than that and the extras that it
 * names.
 *
 *     const nav = editableJps(load(bytes), doors(readMeta(bytes).doors), healing);
 * @param extras of {@link doors}, {@link affecting}, {@link healing} and {@link saving} those that are wanted
 * @throws {RangeError} if the map is of another engine
 */
export function editableJps<E extends Extra[]>(nav: GridNav, ...extras: E): EditableMap & Extras<E> {
  const [self, edits] = editableWith(nav, { native });
  return Object.assign(self, ...extras.map((extra) => extra(edits))) as EditableMap & Extras<E>;
}

/** Options of {@link load} of `gridprep/runtime/edit`. */
export interface EditableLoadOptions extends LoadOptions, EditOptions {
  /** Whether the map can change; one with a patch can. */
  editable?: boolean;
}

/**
 * Loads the blobs of one map with every engine, as `load` of `gridprep/runtime` does, and with them a patch that `prep patch` made: the map is the new one then, and
 * its fingerprint, too.
 *
 *     const nav = load([bytes, patch], { editable: true });
 *
 * @returns with `editable` an {@link EditableNav}, whose doors are those of the blobs where no others are named
 * @throws {BlobError} if a blob or patch is damaged, of another version or of another map
 * @throws {RangeError} as other loads, and if there are two patches
 */
export function load(bytes: BlobBytes | BlobBytes[], options: EditableLoadOptions & { editable: true }): EditableNav;
/** Loads the blobs of one map with every engine, and a patch where one is among them. */
export function load(bytes: BlobBytes | BlobBytes[], options?: EditableLoadOptions): GridNav;
export function load(bytes: BlobBytes | BlobBytes[], options: EditableLoadOptions = {}): GridNav {
  const views = [bytes].flat().map((one) => viewOf(one, 'blob'));
  const patches = views.filter(isChanges);
  if (patches.length > 1) throw new RangeError(`there are ${patches.length} patches, expected 1 at most`);
  if (patches.length === 0 && !options.editable) return loadMap(bytes, options);
  const blobs = views.filter((view) => !isChanges(view));
  const { expect, ...rest } = options;
  const places = options.doors ?? blobs.map((blob) => readMeta(blob, rest).doors).find((found) => found.length > 0) ?? [];
  const loaded = loadMap(blobs, rest);
  const nav = everything(loaded, { doors: places }, patches[0] && decodeChanges(patches[0], loaded));
  const wanted = `${expect ?? nav.fingerprint}`.toLowerCase();
  must(nav.fingerprint === wanted, 'fingerprint', nav.fingerprint, wanted, 'mismatch', SAME_MAP);
  return nav;
}
