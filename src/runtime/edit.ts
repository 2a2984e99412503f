/** Maps that change while the game runs: `gridprep/runtime/edit`. */
import { type BlobBytes, viewOf } from '../blob/read.js';
import { isChanges } from '../edit/changes.js';
import { liveHpa } from '../edit/hpa.js';
import { nearestBy } from '../edit/nearest.js';
import { liveParts } from '../edit/parts.js';
import { liveWalks } from '../edit/walks.js';
import { must, SAME_MAP } from '../errors.js';
import { native } from '../jps/wasm.js';
import { pricedJumps } from '../priced/jumps.js';
import { pricedSearch } from '../priced/query.js';
import { type EditableNav, type EditOptions, editableWith, type Parts } from './editable.js';
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
export type { Door, EditableNav, EditEvent, EditOptions } from './editable.js';

const PARTS: Parts = {
  native,
  liveHpa,
  liveWalks,
  nearestBy,
  liveParts,
  // Landmarks would be of the map as it was.
  livePriced: (grid) => pricedSearch(grid, pricedJumps(grid), { count: 0, costs: new Uint16Array(0), unit: 1 }),
};

/**
 * The same map, able to change; what it was made from stays as it is, and goes on answering for the map that was baked.
 *
 *     const nav = editable(load(bytes), { doors: readMeta(bytes).doors });
 *     nav.door('gate').close();
 *     nav.setOpen({ x: 10, y: 4, width: 3, height: 2 }, false);
 */
export function editable(nav: GridNav, options: EditOptions = {}): EditableNav {
  return editableWith(nav, options, PARTS);
}

/** `editable` for games that have neither HPA* nor costs, without what these need: maps of jps, jps+bounds and ch. @throws {RangeError} if the map is of another engine */
export function editableJps(nav: GridNav, options: EditOptions = {}): EditableNav {
  return editableWith(nav, options, { native });
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
  const doors = options.doors ?? blobs.map((blob) => readMeta(blob, rest).doors).find((found) => found.length > 0) ?? [];
  const nav = editableWith(loadMap(blobs, rest), { doors }, PARTS, patches[0]);
  const wanted = `${expect ?? nav.fingerprint}`.toLowerCase();
  must(nav.fingerprint === wanted, 'fingerprint', nav.fingerprint, wanted, 'mismatch', SAME_MAP);
  return nav;
}
