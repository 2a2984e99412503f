/** The maps of a command with their reading options: named ones, or the maps of the config or of a folder. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defined } from '../../src/core/options/option.js';
import { SURE_ENDINGS } from '../../src/maps/formats.js';
import { terrainProfile } from '../../src/maps/movingai.js';
import { mapLevels, type ReadMapOptions } from '../../src/maps/read-map.js';
import type { Config } from '../../src/pipeline/config/config.js';
import type { AgentReading } from '../../src/pipeline/config/reading.js';
import { UsageError } from './errors.js';
import { type Costs, laidOver, levelsGiven, readingOf } from './input.js';
import { baseName, type MapArguments } from './options.js';
import { warn } from './output.js';

export interface MapFile {
  file: string;
  /** Content of a map without a file: the floors of a config. */
  content?: string | undefined;
  /** Prefix of the names of its blobs; may contain folders if the map was not named. */
  name: string;
  /** Reading options, level included. */
  reading: ReadMapOptions;
  agents?: Record<string, AgentReading> | undefined;
}

export interface Work {
  maps: MapFile[];
  out: string;
}

export interface Given extends MapArguments {
  maps: string[];
  'out-dir'?: string | undefined;
  costs?: Costs | undefined;
  agent?: string | undefined;
  /** Whether a folder is one map, of tiles. Default: its maps are meant. */
  areFoldersMaps?: boolean;
}

export const DEFAULT_OUT = 'out';
const FOLDER = 'maps';
/** Maps that are listed if none is named. */
const LISTED = 5;

/** @throws {UsageError | ConfigError} if no map is named or found, or no map has the named level */
export async function workOf({ maps, 'out-dir': out, costs, agent, areFoldersMaps, ...argv }: Given): Promise<Work> {
  if (argv.terrain !== undefined) argv.terrain = terrainProfile(argv.terrain);
  const given = { ...(await readingOf(argv)), ...defined({ costs }) };
  const levels = levelsGiven(argv);
  if (maps.length === 0) {
    const work = await findWork();
    const chosen = work.maps.filter(({ reading }) => levels?.includes(reading.level ?? '') ?? true);
    const missing = levels?.find((name) => !chosen.some(({ reading }) => reading.level === name));
    if (missing !== undefined)
      throw new UsageError(`--map-levels has "${missing}", and no map has a level of this name`);
    const readingOfMap = (map: MapFile) => laidOver({ ...map.reading, ...agentOf(agent, map.agents) }, given);
    return { maps: chosen.map((map) => ({ ...map, reading: readingOfMap(map) })), out: out ?? work.out };
  }
  const reading = agent === undefined ? given : laidOver(await configAgent(agent), given);
  const files = areFoldersMaps ? maps.map(named) : await namedFiles(maps);
  const all = await Promise.all(files.map((file) => levelsOf(file, reading, levels)));
  return { maps: all.flat(), out: out ?? DEFAULT_OUT };
}

/** Reading options of an agent. @throws {UsageError} if there is none of that name */
function agentOf(name: string | undefined, agents: MapFile['agents']): ReadMapOptions {
  if (name === undefined) return {};
  const agent = agents && Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (!agent)
    throw new UsageError(`--agent is ${name}, the config has ${Object.keys(agents ?? {}).join(', ') || 'none'}`);
  const { artifacts: _, ...reading } = agent;
  return { ...reading, agent: name };
}

/** An agent of the config, for named maps. @throws {UsageError} without a config or such an agent */
export async function configAgent(name: string): Promise<ReadMapOptions> {
  const { readConfig } = await pipeline();
  const { config } = await readConfig();
  const { terrain, costs } = config;
  const below = defined({ terrain: terrain === undefined ? undefined : terrainProfile(terrain), costs });
  const agents: MapFile['agents'] = Object.assign({}, ...(config.inputs ?? []).map((one) => one.agents), config.agents);
  return { ...below, ...agentOf(name, agents) };
}

const named = (file: string) => ({ file, name: basename(file) });

/** The named files, and the maps of named folders by their paths in them. @throws {UsageError} if a folder has none */
export async function namedFiles(paths: readonly string[]): Promise<{ file: string; name: string }[]> {
  const filesAt = async (path: string) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [named(path)];
    // Imported here because the readers of pictures would delay bakes of named maps.
    const { mapsIn } = await import('./find-maps.js');
    return (await mapsIn(path)).map((name) => ({ file: join(path, name), name }));
  };
  return (await Promise.all(paths.map(filesAt))).flat();
}

/** A named map, or its levels. The bake reports unreadable maps. */
async function levelsOf(
  { file, ...map }: { file: string; name: string },
  reading: ReadMapOptions,
  wanted: string[] | undefined,
): Promise<MapFile[]> {
  const name = baseName(map.name);
  const levels = /\.(map|prep)$/i.test(file) ? [] : await mapLevels(file, reading).catch(() => []);
  if (levels.length === 0) return [{ file, name, reading: { ...reading, ...defined({ level: wanted?.[0] }) } }];
  const missing = wanted?.find((level) => !levels.includes(level));
  if (missing !== undefined)
    throw new UsageError(`--map-levels has "${missing}", which is not in ${file}; there are ${levels.join(', ')}`);
  return levels
    .filter((level) => wanted?.includes(level) ?? true)
    .map((level) => ({ file, name: `${name}.${level}`, reading: { ...reading, level } }));
}

/** Imported here because the schema library would delay bakes of named maps. */
const pipeline = async () => ({
  ...(await import('../../src/pipeline/config/output-folder.js')),
  ...(await import('../../src/pipeline/config/read-config.js')),
  ...(await import('../../src/pipeline/config/reading.js')),
  ...(await import('../../src/pipeline/config/targets.js')),
});

async function findWork(): Promise<Work> {
  const { outputFolderOf, readConfig } = await pipeline();
  if (readdirSync('.').some((name) => name.startsWith('prep.config.'))) {
    const loaded = await readConfig();
    const { config, folder, file } = loaded;
    return { maps: await take(config, folder, file), out: await outputFolderOf(loaded) };
  }
  const isMap = (name: string) => SURE_ENDINGS.some((kind) => name.endsWith(`.${kind}`));
  if (!existsSync(FOLDER) || !readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).some(isMap)) {
    throw new UsageError(
      `no maps given, and no prep.config.json or folder "${FOLDER}" with .${SURE_ENDINGS.join(', .')} ` +
        'files; name maps, or see prep init',
    );
  }
  return {
    maps: await take({ inputs: [{ maps: `${FOLDER}/**/*.{${SURE_ENDINGS}}`, preset: 'tiny' }] }, '.', FOLDER),
    out: DEFAULT_OUT,
  };
}

/** The maps of a config, each once. @param from name of the config */
async function take(config: Config, folder: string, from: string): Promise<MapFile[]> {
  const { findTargets, readOptions } = await pipeline();
  const maps = new Map<string, MapFile>();
  for (const { map, content, level, name, reading, world } of await findTargets(config, folder, from)) {
    if (world) continue;
    const file = join(folder, map);
    const key = level === undefined ? file : `${file}#${level}`;
    const named = { file, content, name, agents: reading.agents };
    if (!maps.has(key))
      maps.set(key, { ...named, reading: { ...readOptions(reading, folder), ...defined({ level }) } });
  }
  const files = [...maps.keys()];
  const more = files.length > LISTED ? `, and ${files.length - LISTED} more` : '';
  warn(`prep: no maps given; using ${files.length} from ${from}: ${files.slice(0, LISTED).join(', ')}${more}`);
  return [...maps.values()];
}
