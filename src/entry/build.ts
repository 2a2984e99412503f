/** The asset pipeline for build scripts: `prep build`, `prep estimate` and workers as functions. */
import { ConfigError } from '../core/errors.js';
import { DEFAULT_MAX_MEMORY, parseMemory } from '../core/threads/memory.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { type ReadMapOptions, readMap } from '../maps/read-map.js';
import { build as buildTargets } from '../pipeline/build/build.js';
import type { BuildEvent, Summary } from '../pipeline/build/events.js';
import { inputsOf, watchInputs } from '../pipeline/build/watch.js';
import { openCache, type SharedCache } from '../pipeline/cache/shared-cache.js';
import { type Config, parseConfig } from '../pipeline/config/config.js';
import { outputFolderOf } from '../pipeline/config/output-folder.js';
import type { PresetName } from '../pipeline/config/presets.js';
import { type LoadedConfig, readConfig } from '../pipeline/config/read-config.js';
import { findTargets } from '../pipeline/config/targets.js';
import { fastestFor } from '../pipeline/estimate/choose.js';
import { openFleet } from '../pipeline/fleet/fleet.js';
import { runWorker as work } from '../pipeline/fleet/worker.js';
import type { WorkerOptions as WorkOptions } from '../pipeline/fleet/worker-options.js';

/** Options of {@link build}; the config gives the defaults. */
export interface BuildOptions {
  /** File of the config, or the config itself; default `prep.config.json` or `prep.config.mjs` in this folder. */
  config?: string | Config;
  /** Folder to write to. Default: `outDir` of the config. */
  outDir?: string;
  /** Preset in place of the config's. */
  preset?: PresetName;
  /** Most threads of this process; 0 is one per core. */
  threads?: number;
  /** Memory that the build may take, in bytes or as `"2GB"`. */
  maxMemory?: number | string;
  /** Address of the cache that machines share: a folder or `redis(s)://`; false for none. */
  cache?: string | false;
  /** Reads the cache but does not write to it. */
  cacheReadOnly?: boolean;
  /** Redis that gives maps to workers; needs a cache. */
  fleet?: string;
  /** Also bakes outputs that are up to date. */
  force?: boolean;
  /** Writes nothing; rows of what would be built are `stale`. */
  dryRun?: boolean;
  /** Ends at the first map that fails. */
  bail?: boolean;
  /** Removes outputs of earlier builds that the config no longer names. */
  clean?: boolean;
  /**
   * Writes `index.js` and `index.d.ts`: all maps by name, and `load` with only their engines. Default: the config's, or
   * up to 1,000 maps.
   */
  module?: boolean;
  /** Builds again whenever a map or the config changes, until `signal` ends it. */
  watch?: boolean;
  /** Ends the build; finished maps are recorded. */
  signal?: AbortSignal;
  /** Called for every event. */
  onEvent?: (event: BuildEvent) => void;
}

const BUILD = [
  ...(['config', 'outDir', 'preset', 'threads', 'maxMemory', 'cache', 'cacheReadOnly', 'fleet', 'force'] as const),
  ...(['dryRun', 'bail', 'clean', 'module', 'watch', 'signal', 'onEvent'] as const),
];

/**
 * Bakes all outdated outputs of a config: `prep build` as a function.
 *
 *     const { rows } = await build({ config: 'prep.config.json' });
 *     const failed = rows.filter(({ status }) => status === 'failed');
 *
 * A failed map gives a row with status `failed` and its error; other maps continue.
 *
 * @returns the result of each map; with `watch`, of the last build
 * @throws {ConfigError} if the config cannot be used @throws {FleetError | CacheError} as they say
 */
export async function build(options: BuildOptions = {}): Promise<Summary> {
  refuseUnknown(options, ...BUILD);
  const { config, watch, signal, onEvent } = options;
  const read = async (): Promise<LoadedConfig> =>
    typeof config === 'object' ? { file: 'config', folder: '.', config: parseConfig(config) } : readConfig(config);
  if (!watch) return buildOnce(await read(), options);
  let summary: Summary = { rows: [], orphans: [], cleaned: false, untried: 0, faults: [] };
  const find = async () => {
    const loaded = await read();
    return inputsOf(loaded, await outputFolder(loaded, options));
  };
  const once = async () => {
    summary = await buildOnce(await read(), options);
  };
  const log = (text: string) => onEvent?.({ event: 'trouble', text });
  await watchInputs(find, once, {
    signal: signal ?? new AbortController().signal,
    log,
    failed: (error) => log(error instanceof Error ? error.message : String(error)),
  });
  return summary;
}

async function outputFolder(loaded: LoadedConfig, { outDir }: BuildOptions): Promise<string> {
  return outDir ?? outputFolderOf(loaded);
}

async function buildOnce(loaded: LoadedConfig, options: BuildOptions): Promise<Summary> {
  const { config, folder, file } = loaded;
  const {
    preset,
    fleet: address,
    force = false,
    dryRun = false,
    bail = false,
    clean = false,
    signal,
    onEvent,
  } = options;
  const targets = await findTargets(config, folder, file, { preset });
  const out = await outputFolder(loaded, options);
  const cache = dryRun ? undefined : await cacheOf(loaded, options);
  if (address !== undefined && !cache)
    throw new ConfigError('fleet needs a cache that the workers also see: inputs and outputs travel through it');
  const fleet =
    address === undefined || !cache || dryRun
      ? undefined
      : await openFleet(address, { cache, onEvent: (event) => onEvent?.(event) });
  try {
    return await buildTargets(targets, {
      folder,
      out,
      threads: options.threads ?? config.threads ?? 0,
      maxMemory: bytesOf(options.maxMemory ?? config.maxMemory ?? DEFAULT_MAX_MEMORY),
      force,
      dryRun,
      bail,
      clean,
      module: options.module ?? config.module ?? 'few',
      ...(cache && { cache }),
      ...(fleet && { remote: fleet }),
      ...(signal && { signal }),
      ...(onEvent && { onEvent }),
    });
  } finally {
    await fleet?.close();
    await cache?.close();
  }
}

async function cacheOf({ config, folder }: LoadedConfig, options: BuildOptions): Promise<SharedCache | undefined> {
  const address = options.cache ?? config.cache;
  if (address === undefined || address === false) return undefined;
  return openCache(address, {
    folder: options.cache === undefined ? folder : '.',
    fromConfig: options.cache === undefined,
    readOnly: options.cacheReadOnly ?? config.cacheReadOnly ?? false,
    onTrouble: (text) => options.onEvent?.({ event: 'trouble', text }),
  });
}

function bytesOf(memory: number | string): number {
  return typeof memory === 'number' ? memory : parseMemory(memory);
}

/**
 * Gives a config its type, for editors:
 * `export default defineConfig({ inputs: [{ maps: 'maps/*.tmj', preset: 'fastest' }] })`.
 *
 * @returns the config as it is
 */
export function defineConfig(config: Config): Config {
  return config;
}

/**
 * Chooses the artifacts of a map with the fastest queries, without a bake that takes minutes: `prep estimate` as a
 * function.
 *
 *     const { artifacts, because } = await chooseArtifacts('maps/land.map');
 *
 * @param map file of the map, or its bytes
 * @param reading how the map is read
 * @throws {MapError} if the map cannot be read
 */
export async function chooseArtifacts(
  map: string | Uint8Array,
  reading: ReadMapOptions = {},
): Promise<{ artifacts: string[]; because: string }> {
  return fastestFor((await readMap(map, reading)).grid);
}

/** Options of {@link runWorker}. */
export interface WorkerOptions extends Partial<Omit<WorkOptions, 'cache' | 'tool' | 'lockMs'>> {
  /** Address of the cache of the builds. */
  cache: string;
}

const WORKER = [...(['cache', 'threads', 'maxMemory', 'name', 'onEvent', 'signal', 'jobTimeoutMs', 'restMs'] as const)];

/** Most milliseconds of an answer of the cache, which a worker has to wait for. */
const CACHE_MS = 30_000;

/**
 * Bakes for builds on other machines until `signal` ends it: `prep worker` as a function.
 *
 *     await runWorker('redis://build.local', { cache: '/mnt/cache', signal });
 *
 * @param address Redis of the builds
 * @throws {ConfigError} if an address is none @throws {FleetError} if Redis cannot be reached
 */
export async function runWorker(address: string, input: WorkerOptions): Promise<void> {
  refuseUnknown(input, ...WORKER);
  const { cache: where, ...options } = input;
  const onTrouble = (text: string) => options.onEvent?.({ event: 'trouble', text });
  const cache = await openCache(where, { onTrouble, limitMs: CACHE_MS });
  try {
    await work(address, { ...options, cache });
  } finally {
    await cache.close();
  }
}
