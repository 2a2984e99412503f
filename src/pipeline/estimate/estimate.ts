/** `prep estimate` as a function: what each artifact of a map will cost, before hours are spent. */
import type { Estimate, Options } from '../../core/artifacts/artifact.js';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { Compressor, compressHere } from '../../core/blob/compress.js';
import { WRITE_DEFAULTS } from '../../core/blob/write.js';
import { MapError, MapTooLargeError, TableError } from '../../core/errors.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { type ReadMapOptions, readMap } from '../../core/maps/read-map.js';
import { type Choice, chooseFastest } from './choose.js';

/** Estimate of one artifact of a map. */
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
 * @param bytes of the map's file, or its path
 * @param reading where the bytes are from, and what of them is open
 * @param artifacts their options; what is not said has its default
 * @param threads threads that the bake would have
 * @returns the estimates, and which artifacts suit the map
 * @throws {MapError | MapTooLargeError}
 */
export async function estimateMap(
  bytes: string | Uint8Array,
  reading: ReadMapOptions,
  artifacts: Readonly<Record<string, Options>>,
  threads: number,
): Promise<{ estimates: ArtifactEstimate[]; choice: Choice }> {
  const start = performance.now();
  const { grid } = await readMap(bytes, reading);
  const parsed = (performance.now() - start) / 1000;
  const estimates: ArtifactEstimate[] = [];
  const started = await startOfThread();
  for (const [artifact, options] of Object.entries(artifacts)) {
    const estimated = await estimateArtifact(grid, artifact, options, threads);
    estimates.push(
      estimated.problem === undefined ? { ...estimated, seconds: estimated.seconds + parsed + started } : estimated,
    );
  }
  return { estimates, choice: chooseFastest(grid) };
}

export async function estimateArtifact(
  grid: Grid,
  artifact: string,
  given: Options,
  threads: number,
): Promise<ArtifactEstimate> {
  const { defaults, estimate, memory, needs = [] } = ARTIFACTS[artifact];
  const options = { ...defaults, ...given };
  const openCells = countOpen(grid);
  const { codec, zstdLevel } = WRITE_DEFAULTS;
  const context = { map: '', codec, zstdLevel, compressor: compressHere, threads };
  try {
    const made: Record<string, Uint8Array> = {};
    for (const name of needs) {
      const { bake, defaults: below } = ARTIFACTS[name];
      made[name] = await bake(grid, below, { ...context, made });
    }
    const estimated = await estimate(grid, options, { ...context, made });
    return { artifact, ...estimated, memory: memory(grid.width * grid.height, options), openCells };
  } catch (error) {
    if (!(error instanceof TableError || error instanceof MapError || error instanceof MapTooLargeError)) throw error;
    return { artifact, seconds: 0, bytes: 0, memory: 0, openCells, problem: error.message };
  }
}

/** @returns seconds until a thread that compresses has started: on small maps the most of a bake */
async function startOfThread(): Promise<number> {
  const start = performance.now();
  const compressor = new Compressor(1);
  await compressor.frames(new Uint8Array(8), WRITE_DEFAULTS.zstdLevel);
  const seconds = (performance.now() - start) / 1000;
  await compressor.close();
  // Starts the codec of this thread, too: not part of the bakes' times.
  await compressHere.frames(new Uint8Array(8), WRITE_DEFAULTS.zstdLevel);
  return seconds;
}
