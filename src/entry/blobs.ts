/** Looking at blobs and proving them, for build scripts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../core/options/bake.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { type MapReport, reportOf } from '../maps/inspect.js';
import type { GameMap, ReadMapOptions } from '../maps/read-map.js';
import type { Scenario } from '../maps/scen.js';
import { type VerifyReport, verifyBlobs as verifyFiles } from '../pipeline/prove/verify.js';
import { describeWorld, type WorldDescription } from '../world/describe.js';
import { INDEX_NAME } from '../world/folder.js';
import { openWorld } from '../world/source.js';
import { type VerifyWorldReport, verifyWorld as verifyFolder } from '../world/verify.js';

/**
 * Counts what is in a map: open cells, components, cells by cost, doors, markers.
 *
 *     const { openCells, components } = inspectMap(await readMap('level1.tmj'));
 */
export function inspectMap(map: GameMap): MapReport {
  return reportOf(map);
}

/**
 * Reads the index of a world: sides in cells, tiles, gates, metadata.
 *
 *     const { width, tiles } = await inspectWorld('out/land.world');
 *
 * @param world its folder, or the bytes of its index
 * @throws {BlobError} if there is none, or it is damaged
 */
export async function inspectWorld(world: string | Uint8Array): Promise<WorldDescription> {
  return describeWorld(typeof world === 'string' ? await readFile(join(world, INDEX_NAME)) : world);
}

/** Options of {@link verifyBlobs}. */
export interface VerifyOptions {
  /** File of the map that the blobs have to be of; not compared without it. */
  map?: string;
  /** How that file is read. */
  reading?: ReadMapOptions;
  /** Queries with their optimal lengths, asked in place of random ones. */
  scenarios?: Scenario[];
  /** Number of random queries; default 200. */
  queries?: number;
  /** Seed of the random queries, 1 to 2^31 - 1; default 1. */
  seed?: number;
  /** How much longer than the optimum a path of a near-optimal engine may be, as a share; default 0.2. */
  tolerance?: number;
  /** The agent that is verified; all of them without it. */
  agent?: string;
}

/**
 * Verifies blobs of one map: structure and checksums, a sample recomputed, paths of every engine against Dijkstra's.
 *
 *     const { faults } = await verifyBlobs([jps, bounds], { map: 'maps/arena.map' });
 *     if (faults.length > 0) throw new Error(faults[0]);
 *
 * @param blobs of one map
 * @throws {MapError} if the map cannot be read
 */
export async function verifyBlobs(blobs: readonly Uint8Array[], options: VerifyOptions = {}): Promise<VerifyReport> {
  refuseUnknown(options, 'map', 'reading', 'scenarios', 'queries', 'seed', 'tolerance', 'agent');
  const { map, reading, scenarios, queries = 200, seed = 1, tolerance = 0.2, agent } = options;
  return verifyFiles(
    blobs.map((bytes, i) => ({ file: `blob ${i + 1}`, bytes })),
    {
      random: queries,
      seed,
      within: tolerance,
      agent,
      ...(scenarios && { scenarios }),
      ...(map !== undefined && {
        against: { file: map, bytes: await readFile(map), ...(reading && { options: reading }) },
      }),
    },
  );
}

/** Options of {@link verifyWorld}. */
export interface VerifyWorldOptions {
  /** File or folder of the map that the world has to be of; not compared without it. */
  map?: string;
  /** How that is read. */
  reading?: ReadMapOptions;
  /** Number of paths that are walked; default 100. */
  queries?: number;
  /** Seed of their ends, 1 to 2^31 - 1; default 1. */
  seed?: number;
  /** How much longer than the cheapest way near it a path may be, as a share; default 0.2. */
  tolerance?: number;
  /** Maximum number of threads. Default: 0, one per core. */
  threads?: number;
  onProgress?: (progress: Progress) => void;
}

/**
 * Verifies a world in a folder: its files, the costs between gates of sampled tiles, paths.
 *
 *     const { faults } = await verifyWorld('out/land.world', { map: 'maps/land.map' });
 *
 * @throws {BlobError} if it has no index that can be read
 */
export async function verifyWorld(folder: string, options: VerifyWorldOptions = {}): Promise<VerifyWorldReport> {
  refuseUnknown(options, 'map', 'reading', 'queries', 'seed', 'tolerance', 'threads', 'onProgress');
  const { map, reading, queries = 100, seed = 1, tolerance = 0.2, threads = 0, onProgress } = options;
  return verifyFolder(folder, {
    random: queries,
    seed,
    within: tolerance,
    threads,
    ...(map !== undefined && { against: await openWorld(map, reading) }),
    onProgress: (done, total) => onProgress?.({ step: 'tiles', done, total }),
  });
}
