/** The bakes of build scripts: one shape of options for all, cancelled by a signal, watched by one kind of progress. */
import type { Codec, Layout } from '../core/blob/layout.js';
import type { WriteOptions } from '../core/blob/write.js';
import { bakeBounds as boundsBlob } from '../core/bounds/bake.js';
import { bakeHierarchy } from '../core/ch/bake.js';
import type { Grid } from '../core/grid/grid.js';
import type { HpaBuildOptions } from '../core/hpa/abstraction.js';
import { bakeHpa as hpaBlob } from '../core/hpa/bake.js';
import { bakeJps as jpsBlob } from '../core/jps/bake.js';
import type { GameMap } from '../core/maps/read-map.js';
import { codecFor, type Progress } from '../core/options/bake.js';
import { bakeTable as tableBlob } from '../core/table/bake.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { gridOf, markedPlaces } from './game-map.js';

/** Options of every bake. */
export interface BakeOptions {
  /** Name of the map in the blob's metadata; default empty, of a table that of its HPA* blob. */
  name?: string;
  /** Compression of the blob; `none` is read in place. Default: `zstd`, or `none` with the layout `mapped`. */
  codec?: Codec;
  /** `mapped` adds the arrays that queries read, for servers and local disks: many times the bytes, faster loads. Default: `compact`. */
  layout?: Layout;
  /** Level of compression, 1 to 22; default 19. */
  zstdLevel?: number;
  /** Most threads of this process; 0, the default, is one per core. */
  threads?: number;
  /** Ends the bake, which rejects with the signal's reason: of goal bounds, hierarchies, tables and worlds while they run, of the others between steps. */
  signal?: AbortSignal;
  /** Called at the start, now and then, and at the end. */
  onProgress?: (progress: Progress) => void;
}

/** Options of {@link bakeJps}. */
export interface JpsOptions extends BakeOptions {
  /** Where cells cost, stores the landmarks as well: a larger file that loads faster. Default false. */
  storeLandmarks?: boolean;
  /** Number of landmarks where cells cost, 0 to 16; default 8. */
  landmarks?: number;
}

/** Options of {@link bakeBounds}. */
export interface BoundsOptions extends BakeOptions {
  /** Where boxes are kept: at jump points, which JPS+ needs, or in every cell, for A*. Default `jump-points`. */
  boxes?: 'jump-points' | 'cells';
  /** The smallest boxes (default), or larger ones that are found sooner; paths are optimal with both. */
  exact?: boolean;
}

/** Options of {@link bakeHpa}. */
export interface HpaOptions extends BakeOptions, Partial<Omit<HpaBuildOptions, 'paths'>> {
  /** Stores the path of each edge (default); a file without them is smaller, and its queries slower. */
  storePaths?: boolean;
}

/** Options of {@link bakeTable}. */
export interface TableOptions extends BakeOptions {
  /** Level of the abstraction, 1 the lowest; default 0, the lowest with at most `maxNodes` nodes. */
  level?: number;
  /** Most nodes that the level may have; default 2000. */
  maxNodes?: number;
}

/**
 * Bakes jump points (JPS+): optimal paths, with grid and doors in the same blob.
 *
 *     await writeFile('level1.prep', await bakeJps(await readMap('level1.tmj'), { name: 'level1' }));
 *
 * @returns the bytes of a blob, for `load`
 * @throws {RangeError} if the number of landmarks is out of its range
 */
export function bakeJps(map: Grid | GameMap, options: JpsOptions = {}): Promise<Uint8Array> {
  return baked('jps', options, ['storeLandmarks', 'landmarks'], (shared, rest) =>
    jpsBlob(gridOf(map), { ...shared, ...written(map), ...rest }),
  );
}

/**
 * Bakes goal bounds: with the blob of {@link bakeJps} of the same map, queries expand little more than their path.
 *
 *     const nav = load([await bakeJps(grid), await bakeBounds(grid)]);
 *
 * @throws {MapError} if the boxes would not fit into memory
 */
export function bakeBounds(map: Grid | GameMap, options: BoundsOptions = {}): Promise<Uint8Array> {
  return baked('bounds', options, ['boxes', 'exact'], (shared, { boxes = 'jump-points', exact = true }) =>
    boundsBlob(gridOf(map), { ...shared, ...written(map), at: boxes, exact }),
  );
}

/**
 * Bakes a contraction hierarchy over subgoals: optimal paths on mazes, rooms and noise, where cells have no costs.
 *
 *     const nav = load(await bakeCh(generateMap('maze')));
 *
 * @throws {MapError} if cells have costs, or the hierarchy would not fit into a blob
 */
export function bakeCh(map: Grid | GameMap, options: BakeOptions = {}): Promise<Uint8Array> {
  return baked('ch', options, [], (shared) => bakeHierarchy(gridOf(map), { ...shared, ...written(map) }));
}

/**
 * Bakes clusters and the paths between them (HPA*): near-optimal paths, on weighted terrain and on large maps.
 *
 *     const blob = await bakeHpa(grid, { cluster: 20 });
 *
 * @throws {BakeError} if an option is out of its range, or options do not go together
 */
export function bakeHpa(map: Grid | GameMap, options: HpaOptions = {}): Promise<Uint8Array> {
  return baked(
    'hpa',
    options,
    ['cluster', 'levels', 'merge', 'entranceWidth', 'storePaths'],
    (shared, { storePaths = true, ...rest }) =>
      hpaBlob(gridOf(map), { ...shared, ...rest, ...written(map), paths: storePaths }),
  );
}

/**
 * Bakes the all-pairs table of a blob of {@link bakeHpa}: its paths without a search, distances in a microsecond. A table works with that very blob.
 *
 *     const hpa = await bakeHpa(grid, { cluster: 20 });
 *     const nav = load([hpa, await bakeTable(hpa)]);
 *
 * @param hpa blob of HPA*, or a pack that holds one
 * @throws {BlobError} if there is none in it @throws {BakeError} if no level fits
 */
export function bakeTable(hpa: Uint8Array, options: TableOptions = {}): Promise<Uint8Array> {
  return baked('table', options, ['level', 'maxNodes'], (shared, rest) => tableBlob(hpa, { ...shared, ...rest }));
}

/** Places of a map, as options of a bake. */
function written(map: Grid | GameMap) {
  return { places: markedPlaces(map) };
}

/** Options that every bake takes. */
type Shared = Partial<Pick<WriteOptions, 'codec' | 'layout' | 'zstdLevel' | 'threads'>> & {
  map?: string;
  signal?: AbortSignal;
  onProgress(done: number, total: number): void;
};

/** Names of {@link BakeOptions}. */
export const SHARED = ['name', 'codec', 'layout', 'zstdLevel', 'threads', 'signal', 'onProgress'] as const;

/** Runs one bake. @param own names of its options @param bake takes the options of all bakes, under the names of the rooms, and its options */
async function baked<O extends BakeOptions>(
  step: string,
  options: O,
  own: (keyof O & string)[],
  bake: (shared: Shared, rest: Omit<O, keyof BakeOptions>) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  refuseUnknown(options, ...SHARED, ...own);
  const { name, codec, layout, zstdLevel, threads, signal, onProgress, ...rest } = options;
  signal?.throwIfAborted();
  onProgress?.({ step, done: 0, total: undefined });
  const shared: Shared = {
    codec: codec ?? codecFor(layout),
    ...(layout !== undefined && { layout }),
    ...(zstdLevel !== undefined && { zstdLevel }),
    ...(threads !== undefined && { threads }),
    ...(name !== undefined && { map: name }),
    ...(signal && { signal }),
    onProgress(done, total) {
      signal?.throwIfAborted();
      onProgress?.({ step, done, total });
    },
  };
  const blob = await bake(shared, rest);
  signal?.throwIfAborted();
  return blob;
}
