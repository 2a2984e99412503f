/** The bakes of build scripts: one shape of options for all, cancelled by a signal, watched by one kind of progress. */
import type { Codec, Layout } from '../core/blob/layout.js';
import type { WriteOptions } from '../core/blob/write.js';
import type { Grid } from '../core/grid/grid.js';
import { type Places, placesOf } from '../core/grid/places.js';
import { codecFor, type Progress } from '../core/options/bake.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { bakeBounds as boundsBlob } from '../engines/bounds/bake.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import type { HpaBuildOptions } from '../engines/hpa/abstraction.js';
import { bakeHpa as hpaBlob } from '../engines/hpa/bake.js';
import { bakeJps as jpsBlob } from '../engines/jps/bake.js';
import { bakeTable as tableBlob } from '../engines/table/bake.js';
import type { TableMethod } from '../engines/table/fit.js';
import type { GameMap } from '../maps/read-map.js';

/** Options of every bake. */
export interface BakeOptions {
  /** Name of the map in the blob. Default: empty; a table uses the name of its HPA* blob. */
  name?: string;
  /** Compression of the blob; `none` is read in place. Default: `zstd`, or `none` with the layout `mapped`. */
  codec?: Codec;
  /**
   * `mapped` also stores the arrays that queries read: much larger files that load faster, for servers and local disks.
   * Default: `compact`.
   */
  layout?: Layout;
  /** Level of compression, 1 to 22. Default: 19. */
  zstdLevel?: number;
  /** Maximum number of threads. Default: 0, one per core. */
  threads?: number;
  /**
   * Aborts the bake, which rejects with the signal's reason. Goal bounds, hierarchies, tables and worlds end while they
   * run, others between steps.
   */
  signal?: AbortSignal;
  /** Called at the start, now and then, and at the end. */
  onProgress?: (progress: Progress) => void;
}

/** Options of {@link bakeJps}. */
export interface JpsOptions extends BakeOptions {
  /** Also stores the landmarks of weighted maps: a larger file that loads faster. Default: false. */
  storeLandmarks?: boolean;
  /** Number of landmarks on weighted maps, 0 to 16. Default: 8. */
  landmarks?: number;
}

/** Options of {@link bakeBounds}. */
export interface BoundsOptions extends BakeOptions {
  /** Where boxes are stored: at jump points, for JPS+, or in every cell, for A*. Default: `jump-points`. */
  boxes?: 'jump-points' | 'cells';
  /** True (default): the smallest boxes. False: larger boxes with a faster bake. Paths are optimal with both. */
  exact?: boolean;
}

/** Options of {@link bakeHpa}. */
export interface HpaOptions extends BakeOptions, Partial<Omit<HpaBuildOptions, 'paths'>> {
  /** Stores the path of each edge (default); a file without them is smaller, and its queries slower. */
  storePaths?: boolean;
}

/** Options of {@link bakeTable}. */
export interface TableOptions extends BakeOptions {
  /** Abstraction level, 1 is the lowest. Default: 0, the lowest with at most `maxNodes` nodes. */
  level?: number;
  /** Most nodes that the level may have. Default: 2000. */
  maxNodes?: number;
  /** How distances are found; the bytes are the same. Default `auto`. */
  method?: TableMethod;
}

/**
 * Bakes jump points (JPS+): optimal paths, with grid and doors in the same blob.
 *
 *     await writeFile('level1.prep', await bakeJps(await readMap('level1.tmj'), { name: 'level1' }));
 *
 * @returns the bytes of a blob, for `load`
 * @throws {RangeError} if the number of landmarks is out of range
 */
export function bakeJps(map: Grid | GameMap, options: JpsOptions = {}): Promise<Uint8Array> {
  return baked('jps', options, ['storeLandmarks', 'landmarks'], (shared, rest) =>
    jpsBlob(gridOf(map), { ...shared, places: markedPlaces(map), ...rest }),
  );
}

/**
 * Bakes goal bounds: together with {@link bakeJps} of the same map, queries search little more than the path.
 *
 *     const nav = load([await bakeJps(grid), await bakeBounds(grid)]);
 *
 * @throws {MapError} if the boxes would not fit into memory
 */
export function bakeBounds(map: Grid | GameMap, options: BoundsOptions = {}): Promise<Uint8Array> {
  return baked('bounds', options, ['boxes', 'exact'], (shared, { boxes = 'jump-points', exact = true }) =>
    boundsBlob(gridOf(map), { ...shared, places: markedPlaces(map), at: boxes, exact }),
  );
}

/**
 * Bakes a contraction hierarchy: optimal paths, fastest on mazes, caves and weighted terrain.
 *
 *     const nav = load(await bakeCh(generateMap('maze')));
 *
 * @throws {MapError} if diagonal steps cost what the entered cell costs, or the hierarchy would not fit into a blob
 */
export function bakeCh(map: Grid | GameMap, options: BakeOptions = {}): Promise<Uint8Array> {
  return baked('ch', options, [], (shared) => bakeHierarchy(gridOf(map), { ...shared, places: markedPlaces(map) }));
}

/**
 * Bakes clusters and the paths between them (HPA*): near-optimal paths, on weighted terrain and on large maps.
 *
 *     const blob = await bakeHpa(grid, { cluster: 20 });
 *
 * @throws {BakeError} if an option is out of range, or options exclude each other
 */
export function bakeHpa(map: Grid | GameMap, options: HpaOptions = {}): Promise<Uint8Array> {
  return baked(
    'hpa',
    options,
    ['cluster', 'levels', 'merge', 'entranceWidth', 'storePaths'],
    (shared, { storePaths = true, ...rest }) =>
      hpaBlob(gridOf(map), { ...shared, ...rest, places: markedPlaces(map), paths: storePaths }),
  );
}

/**
 * Bakes the all-pairs table of a blob of {@link bakeHpa}: paths and distances by lookup. It works only with that blob.
 *
 *     const hpa = await bakeHpa(grid, { cluster: 20 });
 *     const nav = load([hpa, await bakeTable(hpa)]);
 *
 * @param hpa blob of HPA*, or a pack that contains one
 * @throws {BlobError} if there is none in it @throws {BakeError} if no level fits
 */
export function bakeTable(hpa: Uint8Array, options: TableOptions = {}): Promise<Uint8Array> {
  return baked('table', options, ['level', 'maxNodes', 'method'], (shared, rest) =>
    tableBlob(hpa, { ...shared, ...rest }),
  );
}

type Shared = Partial<Pick<WriteOptions, 'codec' | 'layout' | 'zstdLevel' | 'threads'>> & {
  map?: string;
  signal?: AbortSignal;
  onProgress(done: number, total: number): void;
};

export const SHARED = ['name', 'codec', 'layout', 'zstdLevel', 'threads', 'signal', 'onProgress'] as const;

/**
 * Runs one bake.
 * @param own names of its options
 * @param bake takes the options of all bakes, under the names of the rooms, and its options
 */
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

export function gridOf(map: Grid | GameMap): Grid {
  return 'grid' in map ? map.grid : map;
}

/** Doors, markers, cell size and origin of a map; of a bare grid none. */
export function markedPlaces(map: Grid | GameMap): Places {
  return placesOf('grid' in map ? map : (map.places ?? { doors: [], markers: [] }));
}
