/**
 * The maps of a command: which they are, reading them, and what all bakes share: blobs out, one line a map, one bad map does not stop the others.
 *
 * Measured and decided: docs/decisions.md, "Where no map is named".
 */
import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import type { InferredOptionTypes } from 'yargs';
import type { AgentReading, Config } from '../../src/build.js';
import {
  type Codec,
  Compressor,
  countOpen,
  DEFAULT_TERRAIN,
  type GameMap,
  type Grid,
  MAX_FILE_BYTES,
  MapError,
  mapLevels,
  type Places,
  placesOf,
  type ReadMapOptions,
  readMap,
  terrainProfile,
  writeFileAtomic,
} from '../../src/index.js';
import { type Costs, readCosts } from './costs.js';
import { exitCode, report, UsageError } from './errors.js';
import { ofMap, readInput } from './input.js';
import { laidOver, type MapArguments, readingOf } from './map-options.js';
import { type bakeOptions, baseName, size, wholeNumber } from './options.js';
import { print, printJson, warn } from './output.js';

export interface MapFile {
  file: string;
  /** What the names of its blobs begin with; may hold folders where it was not named. */
  name: string;
  /** How it is read, its level included. */
  reading: ReadMapOptions;
  /** Who walks on it, as the config says; by name. */
  agents?: Record<string, AgentReading>;
}

export interface Work {
  maps: MapFile[];
  /** Folder of the blobs. */
  out: string;
  /** Whether nothing was named. */
  found: boolean;
}

/** What was given on the command line. */
export interface Given extends MapArguments {
  maps: string[];
  out?: string | undefined;
  costs?: Costs | undefined;
  /** Of the config: who walks, where it is one of those. */
  agent?: string | undefined;
}

/** Written to where nothing says otherwise. */
export const DEFAULT_OUT = 'out';
/** Looked into where there is no config. */
const FOLDER = 'maps';
/** Names that are told. */
const TOLD = 5;

/** Kinds of maps that are taken from there; pictures are not, they may be of tiles. */
const KINDS = ['map', 'tmj', 'tmx', 'ldtk'];

/** @throws {UsageError | ConfigError} if no map is named, and none is found, or none has the level that is named */
export async function workOf({ maps, out, costs, agent, ...argv }: Given): Promise<Work> {
  if (argv.terrain !== undefined) argv.terrain = terrainProfile(argv.terrain);
  const given = { ...(await readingOf(argv)), ...(costs && { costs }) };
  const level = argv['map-level'];
  if (maps.length === 0) {
    const work = await findWork();
    const chosen = work.maps.filter(({ reading }) => level === undefined || reading.level === level);
    if (chosen.length === 0) throw new UsageError(`--map-level is ${JSON.stringify(level)}, and no map has a level of this name`);
    return {
      ...work,
      maps: chosen.map((map) => ({ ...map, reading: laidOver({ ...map.reading, ...agentOf(agent, map.agents) }, given) })),
      out: out ?? work.out,
    };
  }
  const reading = agent === undefined ? given : laidOver(await configAgent(agent), given);
  const named = await Promise.all(maps.map((file) => levelsOf(file, reading, level)));
  return { maps: named.flat(), out: out ?? DEFAULT_OUT, found: false };
}

/** How a map is read for an agent. @throws {UsageError} if there is none of that name */
function agentOf(name: string | undefined, agents: MapFile['agents']): ReadMapOptions {
  if (name === undefined) return {};
  const agent = agents && Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (!agent) throw new UsageError(`--agent is ${name}, the config has ${Object.keys(agents ?? {}).join(', ') || 'none'}`);
  const { artifacts: _, ...reading } = agent;
  return reading;
}

/** An agent of the config here, for maps that are named. @throws {UsageError} if there is no config, or no such agent */
export async function configAgent(name: string): Promise<ReadMapOptions> {
  const { readConfig } = await pipeline();
  const { config } = await readConfig();
  const { terrain, costs } = config;
  const below = { ...(terrain !== undefined && { terrain: terrainProfile(terrain) }), ...(costs && { costs }) };
  const agents = Object.assign({}, ...(config.inputs ?? []).map((input) => input.agents), config.agents) as MapFile['agents'];
  return { ...below, ...agentOf(name, agents) };
}

/** A map that is named, or its levels. What cannot be read is said when it is baked. */
async function levelsOf(file: string, reading: ReadMapOptions, wanted: string | undefined): Promise<MapFile[]> {
  const name = baseName(basename(file));
  const levels = /\.(map|prep)$/i.test(file) ? [] : await mapLevels(file, reading).catch(() => []);
  if (levels.length === 0) return [{ file, name, reading: { ...reading, ...(wanted !== undefined && { level: wanted }) } }];
  if (wanted !== undefined && !levels.includes(wanted))
    throw new UsageError(`--map-level is ${JSON.stringify(wanted)}, which ${file} has not; there are ${levels.join(', ')}`);
  return levels
    .filter((level) => wanted === undefined || level === wanted)
    .map((level) => ({ file, name: `${name}.${level}`, reading: { ...reading, level } }));
}

/** Loaded only where no map is named: its schema library is a fifth of the start of a bake. */
const pipeline = () => import('../../src/build.js');

async function findWork(): Promise<Work> {
  const { readConfig } = await pipeline();
  if (readdirSync('.').some((name) => name.startsWith('prep.config.'))) {
    const { config, folder, file } = await readConfig();
    return { ...(await take(config, folder, file)), out: join(folder, config.out) };
  }
  const isMap = (name: string) => KINDS.some((kind) => name.endsWith(`.${kind}`));
  if (!existsSync(FOLDER) || !readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).some(isMap)) {
    throw new UsageError(
      `no map is named, and here is neither a prep.config.json nor a folder "${FOLDER}" with .${KINDS.join(', .')} files; name maps, or see prep init`,
    );
  }
  return { ...(await take({ inputs: [{ maps: `${FOLDER}/**/*.{${KINDS}}`, preset: 'tiny' }] }, '.', FOLDER)), out: DEFAULT_OUT };
}

/** The maps of a config, each once. @param from what to call it */
async function take(config: Config, folder: string, from: string): Promise<Omit<Work, 'out'>> {
  const { findTargets, readOptions } = await pipeline();
  const maps = new Map<string, MapFile>();
  for (const { map, level, name, reading, world } of await findTargets(config, folder, from)) {
    // Too large to be baked whole.
    if (world) continue;
    const file = join(folder, map);
    const key = level === undefined ? file : `${file}#${level}`;
    if (!maps.has(key))
      maps.set(key, {
        file,
        name,
        reading: { ...readOptions(reading, folder), ...(level !== undefined && { level }) },
        ...(reading.agents && { agents: reading.agents }),
      });
  }
  const files = [...maps.keys()];
  const more = files.length > TOLD ? `, and ${files.length - TOLD} more` : '';
  warn(`prep: no map is named: taking ${files.length} of ${from}: ${files.slice(0, TOLD).join(', ')}${more}`);
  return { maps: [...maps.values()], found: true };
}

/** Reads a map, or what else stands for one. @throws {MapError} if it is larger than a map can be: before it is read */
export async function readMapFile(file: string): Promise<Uint8Array> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > MAX_FILE_BYTES) throw new MapError(`${file}: the file has ${size} bytes, allowed are ${MAX_FILE_BYTES}`);
  return readInput(file);
}

/** Reads the one map that a command was given. @throws {MapError} naming what cannot be read, and the levels where none of several is named */
export async function readNamedMap(file: string, argv: MapArguments & { costs?: string | undefined }): Promise<GameMap> {
  const costs = argv.costs === undefined ? undefined : await readCosts(argv.costs, argv.terrain ?? DEFAULT_TERRAIN);
  const level = argv['map-level'];
  return readMap(await readMapFile(file), {
    ...(await readingOf(argv)),
    ...(costs && { costs }),
    ...(level !== undefined && { level }),
    file,
  });
}

/** Values of the options of every bake. */
interface BakeArguments extends InferredOptionTypes<typeof bakeOptions> {
  maps: string[];
  costs?: Costs | undefined;
}

/** What every bake function takes. */
interface CommonOptions {
  map: string;
  /** What else the map says, for the metadata. */
  places?: Places;
  /** The file that will be written. */
  output: string;
  codec: Codec;
  zstdLevel: number;
  compressor: Compressor;
}

/** A file that was named, and what is in it. */
interface Input {
  file: string;
  source: Uint8Array;
}

/** What is baked, and what else its file says. */
interface Opened {
  grid: Grid;
  places?: Places;
}

/** A blob, and what else is to be said of it: for programs, and at the end of the line for people. */
interface Baked {
  blob: Uint8Array;
  facts: { values: object; text: string };
}

interface BakeManner {
  /** Maps at once; two keep the threads busy while one is read or written, more would only hold memory. */
  atOnce: number;
  /** Makes the grid of what was read. */
  open: (source: Uint8Array, reading: ReadMapOptions & { file: string }) => Promise<Opened>;
}

/** @param artifact the blobs are OUT/NAME.ARTIFACT.prep */
export async function bakeMaps(
  artifact: string,
  argv: BakeArguments,
  bake: (grid: Grid, common: CommonOptions, input: Input) => Promise<Uint8Array | Baked>,
  { atOnce = 2, open = openMap }: Partial<BakeManner> = {},
): Promise<void> {
  const { codec, 'zstd-level': zstdLevel } = argv;
  wholeNumber('zstd-level', zstdLevel, 1, 22);
  const jobs = wholeNumber('jobs', argv.jobs, 0, 256);
  const { maps, out } = await workOf(argv);
  const outputs = outputFiles(maps, out, artifact);
  const compressor = new Compressor(jobs);
  if (codec === 'zstd') compressor.warmUp();
  const limit = pLimit(atOnce);
  let worst = 0;
  const bakeMap = async ({ file, reading }: MapFile, output: string) => {
    try {
      const start = performance.now();
      const source = await readMapFile(file);
      const { grid, places } = await open(source, { ...reading, file });
      const baked = await bake(
        grid,
        { map: basename(file), ...(places && { places }), output, codec, zstdLevel, compressor },
        { file, source },
      );
      const { blob, facts } = 'blob' in baked ? baked : { blob: baked, facts: undefined };
      await writeFileAtomic(output, blob);
      announce(argv.json, { map: file, mapBytes: source.length, blob: output, blobBytes: blob.length, start }, grid, facts);
    } catch (error) {
      report(ofMap(file, error));
      worst = Math.max(worst, exitCode(error));
    }
  };
  await Promise.all(maps.map((map, i) => limit(bakeMap, map, outputs[i])));
  await compressor.close();
  process.exitCode = worst;
}

/** A map, by default: what else may be baked, commands open themselves. */
export async function openMap(source: Uint8Array, reading: ReadMapOptions & { file: string }): Promise<Opened> {
  const map = await readMap(source, reading);
  return { grid: map.grid, places: placesOf(map) };
}

/** @throws {UsageError} if two maps would be written to the same file */
function outputFiles(maps: MapFile[], out: string, artifact: string): string[] {
  const sources = new Map<string, string>();
  return maps.map(({ file: map, name }) => {
    const file = join(out, `${name}.${artifact}.prep`);
    const other = sources.get(file);
    if (other !== undefined)
      throw new UsageError(`${other} and ${map} would both be written to ${file}; bake them into different folders with -o`);
    sources.set(file, map);
    return file;
  });
}

/** One line of what was baked. @param start when it was begun, as `performance.now()` */
export function announce(
  json: boolean,
  { start, ...line }: { map: string; mapBytes: number; blob: string; blobBytes: number; start: number },
  grid: Grid,
  facts?: Baked['facts'],
): void {
  const openCells = countOpen(grid);
  const seconds = (performance.now() - start) / 1000;
  const bytesPerOpenCell = line.blobBytes / openCells;
  if (json) printJson({ ...line, openCells, seconds, bytesPerOpenCell, ...facts?.values });
  else {
    print(
      `${line.map} ${size(line.mapBytes)} -> ${line.blob} ${size(line.blobBytes)}  ${bytesPerOpenCell.toFixed(3)} bytes per open cell (${openCells})  ${seconds.toFixed(2)} s${facts?.text ?? ''}`,
    );
  }
}
