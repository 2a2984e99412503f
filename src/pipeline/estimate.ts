/** `prep estimate` as a function: what each artifact of a map will cost, before hours are spent. */

import type { Estimate, Options } from '../artifacts/artifact.js';
import { ARTIFACTS } from '../artifacts/list.js';
import { Compressor, compressHere } from '../blob/compress.js';
import { WRITE_DEFAULTS } from '../blob/write.js';
import { MapError, TableError } from '../errors.js';
import { countOpen } from '../grid/grid.js';
import { type ReadMapOptions, readMap } from '../maps/read-map.js';

/** What one artifact of a map will cost. */
export interface ArtifactEstimate extends Estimate {
  /** Whose it is, where agents were given. */
  agent?: string;
  artifact: string;
  /** Most bytes of memory while it is baked. */
  memory: number;
  openCells: number;
  /** Why it cannot be baked with these options; the numbers are 0 then. */
  problem?: string;
}

/**
 * Takes up to some seconds for each artifact.
 * @param reading where the bytes are from, and what of them is open
 * @param artifacts their options; what is not said has its default
 * @param jobs threads that the bake would have
 * @throws {MapError | MapTooLargeError}
 */
export async function estimateMap(
  bytes: Uint8Array,
  reading: ReadMapOptions,
  artifacts: Readonly<Record<string, Options>>,
  jobs: number,
): Promise<ArtifactEstimate[]> {
  const start = performance.now();
  const { grid } = await readMap(bytes, reading);
  const parsed = (performance.now() - start) / 1000;
  const estimates: ArtifactEstimate[] = [];
  const started = await startOfThread();
  for (const [artifact, given] of Object.entries(artifacts)) {
    const { defaults, estimate, memory } = ARTIFACTS[artifact];
    const options = { ...defaults, ...given };
    const { codec, zstdLevel } = WRITE_DEFAULTS;
    const openCells = countOpen(grid);
    let found: Estimate;
    try {
      found = await estimate(grid, options, { map: '', codec, zstdLevel, compressor: compressHere, jobs, made: {} });
    } catch (error) {
      if (!(error instanceof TableError || error instanceof MapError)) throw error;
      estimates.push({ artifact, seconds: 0, bytes: 0, memory: 0, openCells, problem: error.message });
      continue;
    }
    estimates.push({
      artifact,
      seconds: found.seconds + parsed + started,
      bytes: found.bytes,
      memory: memory(grid.width * grid.height, options),
      openCells,
    });
  }
  return estimates;
}

/** @returns seconds until a thread that compresses has started: on small maps the most of a bake */
async function startOfThread(): Promise<number> {
  const start = performance.now();
  const compressor = new Compressor(1);
  await compressor.frames(new Uint8Array(8), WRITE_DEFAULTS.zstdLevel);
  const seconds = (performance.now() - start) / 1000;
  await compressor.close();
  // And this thread's own, which the bakes here use: not part of their times.
  await compressHere.frames(new Uint8Array(8), WRITE_DEFAULTS.zstdLevel);
  return seconds;
}
