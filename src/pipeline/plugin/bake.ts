/**
 * Bakes one map for a bundler's plugin. Each recipe has its own folder with a record, so that concurrent builds do not
 * share one and the next build finds the outputs.
 */
import { existsSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { escapePath } from 'tinyglobby';
import type { Codec } from '../../core/blob/layout.js';
import { ConfigError } from '../../core/errors.js';
import { sha256 } from '../../core/files/sha256.js';
import { defined } from '../../core/options/option.js';
import { parseMemory } from '../../core/threads/memory.js';
import type { Pool } from '../../core/threads/pool.js';
import { suggest } from '../../core/unknown-names.js';
import type { NavAsset } from '../../runtime/load-url.js';
import { assetOf } from '../build/asset.js';
import { build } from '../build/build.js';
import type { BuildEvent } from '../build/events.js';
import { neededBy, partsOf } from '../build/parts-of.js';
import { readRecord } from '../build/record.js';
import { allInputs, INPUT_KEYS, type Input, parseConfig } from '../config/config.js';
import { slashes } from '../config/inputs.js';
import type { PresetName } from '../config/presets.js';
import { CONFIG_NAMES, type LoadedConfig, readConfig } from '../config/read-config.js';
import { legendFiles } from '../config/reading.js';
import { findTargets, floorsMap, type Overrides, type Target } from '../config/targets.js';

/** Options of the plugins, the same as of an input of `prep.config.json`, for every map that the game imports. */
export interface PluginOptions
  extends Omit<Input, 'maps' | 'floors' | 'name' | 'exclude' | 'levels' | 'base' | 'pack'> {
  /**
   * A config file, relative to the root, in place of these options: its input that names the imported map decides.
   * Default without any option: `prep.config.json` in the root, or the preset `fastest`.
   */
  config?: string;
  /**
   * Options of a development server. `codec: 'none'`, its default, saves the time of compressing. `preset: 'tiny'`
   * saves the time of goal bounds; then the game needs a `load` that works without them.
   */
  dev?: { codec?: Codec; preset?: PresetName };
  /** Folder of baked maps, relative to the root. Default: node_modules/.cache/gridprep. */
  cache?: string;
  /** Number of threads. Default: 0, one per core. */
  threads?: number;
}

/** A blob on disk with the description of its map. */
export interface BakedMap {
  /** Absolute path of the blob. */
  file: string;
  asset: Omit<NavAsset, 'url'>;
  /** Names in `gridprep/parts` of the parts of a loader for it. */
  parts: string[];
  /** First digits of the blob's SHA-256. */
  version: string;
  /** Absolute paths of all files that decide it: the map, the files that it refers to, the config. */
  sources: string[];
  warnings: string[];
}

export interface Wanted {
  map: string;
  level?: string;
  agent?: string;
  /** Absolute path of a module that imports it. */
  importer?: string | undefined;
}

/** Names the options in errors. */
const OF_PLUGIN = 'options of the gridprep plugin';
/** Names of the options. */
const KNOWN = [
  ...INPUT_KEYS.filter((key) => !['maps', 'floors', 'name', 'exclude', 'levels', 'base', 'pack'].includes(key)),
  ...['config', 'dev', 'cache', 'threads'],
];

/** The last bake of each folder: main and worker graphs of a bundler need the same maps at the same time. */
const underWay = new Map<string, Promise<BakedMap>>();

/**
 * Bakes a map that is not up to date.
 * @param root folder of the bundler's project, absolute
 * @param instead overrides the options and the config
 * @param pool idle threads for the bake
 * @throws {ConfigError} if the options are invalid, no input names the map, or it does not have the level or agent
 * @throws {MapError} if the map cannot be read
 */
export async function bakeForBundle(
  wanted: Wanted,
  options: PluginOptions,
  root: string,
  instead: Overrides = {},
  pool?: Pool,
): Promise<BakedMap> {
  const loaded = await configOf(wanted.map, options, root);
  const isOfConfig = ({ floors, ...input }: Input) => floors && resolve(loaded.folder, floorsMap(input)) === wanted.map;
  if (!existsSync(wanted.map) && !allInputs(loaded.config).some(isOfConfig))
    throw new ConfigError(missing(wanted, root));
  const { target, levels } = await targetOf(wanted, loaded, instead);
  const recipe = sha256(JSON.stringify(target)).slice(0, 12);
  const out = join(cacheFolder(options, root), `${basename(target.name)}-${recipe}`);
  // A running bake may have read the files before they were saved.
  const before = underWay.get(out)?.catch(() => {}) ?? Promise.resolve();
  const baking = before.then(() => bakeTarget(target, loaded, out, options, pool));
  underWay.set(out, baking);
  const baked = await baking.finally(() => underWay.get(out) === baking && underWay.delete(out));
  const asset = { ...baked.asset, levels };
  if (wanted.agent === undefined) return { ...baked, asset };
  if (asset.agents.includes(wanted.agent))
    return { ...baked, asset: { ...asset, agent: wanted.agent, fingerprint: asset.fingerprints[wanted.agent] } };
  const there = asset.agents.length > 0 ? `there are ${asset.agents.join(', ')}` : 'name agents in the config';
  throw new ConfigError(`${target.map} has no agent "${wanted.agent}"; ${there}`);
}

async function bakeTarget(
  target: Target,
  { config, folder, file }: LoadedConfig,
  out: string,
  { threads }: PluginOptions,
  pool?: Pool,
): Promise<BakedMap> {
  const wasThere = existsSync(out);
  const maxMemory = config.maxMemory === undefined ? undefined : parseMemory(config.maxMemory);
  const warnings: string[] = [];
  const onEvent = (event: BuildEvent) => event.event === 'trouble' && warnings.push(event.text);
  const how = defined({ folder, out, threads: threads ?? config.threads ?? 0, maxMemory, pool });
  const { rows, faults } = await build([target], { ...how, onEvent });
  const [fault] = [...rows.flatMap(({ error }) => (error === undefined ? [] : [error])), ...faults];
  if (fault !== undefined) {
    // A failed map leaves no new folder.
    if (!wasThere) await rm(out, { recursive: true, force: true });
    throw fault;
  }
  const [output] = target.outputs;
  const blob = join(out, output.file);
  const entry = (await readRecord(out)).get(output.file);
  const bytes = await readFile(blob);
  const { asset, blobs } = assetOf(bytes, []);
  const map = resolve(folder, target.map);
  const beside = Object.keys(entry?.beside ?? {}).map((other) => resolve(dirname(map), other));
  const configs = existsSync(file) ? [resolve(file)] : [];
  const legends = legendFiles(config, folder).map((one) => resolve(one));
  return {
    file: blob,
    asset,
    parts: partsOf(neededBy(blobs)),
    version: entry?.sha256.slice(0, 8) ?? '',
    sources: [...(target.content === undefined ? [map] : []), ...beside, ...configs, ...legends],
    warnings,
  };
}

/** The config of a map: a file, or the plugin's options with that map. */
async function configOf(map: string, options: PluginOptions, root: string): Promise<LoadedConfig> {
  const { config, dev, cache, threads, ...input } = options;
  const name =
    config ?? (Object.keys(input).length > 0 ? undefined : CONFIG_NAMES.find((one) => existsSync(join(root, one))));
  if (name !== undefined) {
    if (existsSync(join(root, name))) return readConfig(join(root, name));
    throw new ConfigError(`${OF_PLUGIN}: config is "${name}", and there is no file ${join(root, name)}; name another`);
  }
  const unknown = Object.keys(input).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) throw new ConfigError(`${OF_PLUGIN}: ${unknown} is unknown; ${suggest(unknown, KNOWN)}`);
  const chosen = input.preset === undefined && input.artifacts === undefined ? { ...input, preset: 'fastest' } : input;
  const value = { inputs: [{ ...chosen, maps: escapePath(slashes(relative(root, map))) }] };
  try {
    return { file: OF_PLUGIN, folder: root, config: parseConfig(value, OF_PLUGIN) };
  } catch (error) {
    // The plugin has the options of one input.
    throw error instanceof ConfigError ? new ConfigError(error.message.replaceAll('inputs[0].', '')) : error;
  }
}

function missing({ map, importer }: Wanted, root: string): string {
  const name = slashes(relative(root, map));
  const importing = importer === undefined ? 'the game imports' : `${slashes(relative(root, importer))} imports`;
  return `${importing} ${name}, and there is no such file; paths start from the module, or with / from the root`;
}

async function targetOf(
  { map, level }: Wanted,
  { config, folder, file }: LoadedConfig,
  instead: Overrides,
): Promise<{ target: Target; levels: string[] }> {
  const all = await findTargets(config, folder, file, { pack: true, ...instead });
  const name = slashes(relative(folder, map));
  const targets = all.filter((target) => !target.world && resolve(folder, target.map) === map);
  if (targets.length === 0)
    throw new ConfigError(`${file}: no input names ${name}, which the game imports; add it to the maps of one`);
  const levels = targets.flatMap((target) => (target.level === undefined ? [] : [target.level]));
  const target = level === undefined && targets.length === 1 ? targets[0] : targets.find((one) => one.level === level);
  if (target) return { target, levels };
  const there = levels.length > 0 ? `there are ${levels.join(', ')}` : 'it is one map';
  if (level !== undefined) throw new ConfigError(`${name} has no level "${level}"; ${there}`);
  const example = `${name}?level=${encodeURIComponent(levels[0])}&nav`;
  throw new ConfigError(`${name} has several levels, ${levels.join(', ')}; name one, for example ${example}`);
}

/** The cache in `node_modules`, but not through a link, because development servers do not serve linked files. */
function cacheFolder({ cache }: PluginOptions, root: string): string {
  if (cache !== undefined) return resolve(root, cache);
  const packages = join(root, 'node_modules');
  const isHere = existsSync(packages) && realpathSync(packages) === join(realpathSync(root), 'node_modules');
  return isHere ? join(packages, '.cache/gridprep') : join(root, '.gridprep');
}
