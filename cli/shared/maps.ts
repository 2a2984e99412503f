/** Which maps a command works on: those that are named; else those of the config here, read as it says; else those of the folder `maps`. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Config, findTargets, readConfig } from '../../src/build.js';
import { DEFAULT_TERRAIN, terrainProfile } from '../../src/index.js';
import { UsageError } from './errors.js';
import { baseName } from './options.js';
import { warn } from './output.js';

export interface MapFile {
  file: string;
  /** What the names of its blobs begin with; may hold folders where it was not named. */
  name: string;
  terrain: string;
  costs: Record<string, number>;
}

export interface Work {
  maps: MapFile[];
  /** Folder of the blobs. */
  out: string;
  /** Whether nothing was named. */
  found: boolean;
}

/** What was given on the command line. */
export interface Given {
  maps: string[];
  out?: string | undefined;
  terrain?: string | undefined;
  costs?: Record<string, number> | undefined;
}

/** Written to where nothing says otherwise. */
export const DEFAULT_OUT = 'out';
/** Looked into where there is no config. */
const FOLDER = 'maps';
/** Names that are told. */
const TOLD = 5;

/** @throws {UsageError | ConfigError} if no map is named, and none is found */
export async function workOf({ maps, out, terrain, costs }: Given): Promise<Work> {
  const profile = terrain === undefined ? undefined : terrainProfile(terrain);
  if (maps.length > 0) {
    const reading = { terrain: profile ?? DEFAULT_TERRAIN, costs: costs ?? {} };
    return { maps: maps.map((file) => ({ file, name: baseName(basename(file)), ...reading })), out: out ?? DEFAULT_OUT, found: false };
  }
  const work = await findWork();
  for (const map of work.maps) Object.assign(map, profile !== undefined && { terrain: profile }, costs && { costs });
  return { ...work, out: out ?? work.out };
}

async function findWork(): Promise<Work> {
  if (readdirSync('.').some((name) => name.startsWith('prep.config.'))) {
    const { config, folder, file } = await readConfig();
    return { ...(await take(config, folder, file)), out: join(folder, config.out) };
  }
  if (!existsSync(FOLDER) || !readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.map'))) {
    throw new UsageError(
      `no map is named, and here is neither a prep.config.json nor a folder "${FOLDER}" with .map files; name maps, or see prep init`,
    );
  }
  return { ...(await take({ inputs: [{ maps: `${FOLDER}/**/*.map`, preset: 'tiny' }] }, '.', FOLDER)), out: DEFAULT_OUT };
}

/** The maps of a config, each once. @param from what to call it */
async function take(config: Config, folder: string, from: string): Promise<Omit<Work, 'out'>> {
  const maps = new Map<string, MapFile>();
  for (const { map, name, reading } of await findTargets(config, folder, from)) {
    const file = join(folder, map);
    if (!maps.has(file)) maps.set(file, { file, name, ...reading });
  }
  const files = [...maps.keys()];
  const more = files.length > TOLD ? `, and ${files.length - TOLD} more` : '';
  warn(`prep: no map is named: taking ${files.length} of ${from}: ${files.slice(0, TOLD).join(', ')}${more}`);
  return { maps: [...maps.values()], found: true };
}
