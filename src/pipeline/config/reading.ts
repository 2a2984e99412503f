/** Reading options of an input's maps, as in the record. */
import { join } from 'node:path';
import { ConfigError } from '../../core/errors.js';
import { readRegular } from '../../core/files/regular.js';
import { MAX_FILE_BYTES } from '../../core/limits.js';
import { defined, mapped } from '../../core/options/option.js';
import type { Options } from '../../engines/artifact.js';
import { FORMAT_OPTIONS, type FormatOptions } from '../../maps/formats.js';
import { DEFAULT_TERRAIN, terrainCosts, terrainProfile } from '../../maps/movingai.js';
import type { Meaning } from '../../maps/plane.js';
import type { ReadMapOptions } from '../../maps/read-map.js';
import type { Config, Input } from './config.js';

/** Options of an input whose default is the config's. */
const FILES = ['format', 'blank', 'open', 'root'] as const;
const MOVES = ['diagonals', 'wallCosts', 'stepCosts', 'walls', 'links'] as const;
type Shared = (typeof FILES | typeof MOVES)[number];

/** Plain JSON without absent options, so that older records stay valid. */
export interface Reading extends Pick<ReadMapOptions, Exclude<Shared, 'root'>>, FormatOptions {
  /** Sorted open letters of MovingAI maps. */
  terrain: string;
  /** Cost of a cell by its letter, sorted. */
  costs: Record<string, number>;
  /** Folder that all files of a map must lie in, relative to the config. */
  root?: string;
  /** Footprint, if there are no agents. */
  size?: number;
  /** Agents by name, in config order; absent if there are none. */
  agents?: Record<string, AgentReading>;
}

export interface AgentReading extends Pick<Reading, 'terrain' | 'costs' | 'diagonals' | 'wallCosts' | 'stepCosts'> {
  size: number;
  /** Names of artifacts, if not all are baked. */
  artifacts?: readonly string[];
}

export function readOptions(
  { root, agents, ...reading }: Reading,
  folder: string,
): Omit<ReadMapOptions, 'file' | 'level'> {
  const names = agents && Object.keys(agents);
  return { ...reading, ...defined({ agents: names, root: root === undefined ? undefined : join(folder, root) }) };
}

/** @throws {ConfigError} if a letter with a cost is not open, or a palette or legend cannot be read */
export async function readingOf(
  config: Config,
  input: Omit<Input, 'maps'>,
  letters: string | undefined,
  folder: string,
  where: string,
): Promise<Reading> {
  const terrain = terrainProfile(letters ?? input.terrain ?? config.terrain ?? DEFAULT_TERRAIN);
  const costs = sorted(input.costs ?? config.costs ?? {}, terrain, where);
  const size = input.size ?? config.size ?? 1;
  const agents = agentsOf(config, input, { terrain, costs, size }, where);
  const pick = (keys: readonly Shared[]) => Object.fromEntries(keys.map((key) => [key, input[key] ?? config[key]]));
  // The input overrides the config. Legend files are read here, because their content decides outputs.
  const formats: Record<string, Options> = {};
  for (const { name } of FORMAT_OPTIONS) {
    if (!config[name] && !input[name]) continue;
    const one: Options & { legend?: unknown } = { ...config[name], ...input[name] };
    if (typeof one.legend === 'string')
      one.legend = await readLegend(join(folder, one.legend), `${where}.${name}.legend`);
    formats[name] = one;
  }
  // The order decides the keys of outputs in shared caches.
  const files = { terrain, costs, ...pick(FILES), ...formats };
  return defined({ ...files, ...pick(MOVES), size: size > 1 && !agents ? size : undefined, agents }) as Reading;
}

function agentsOf(
  config: Config,
  input: Pick<Input, 'agents'>,
  below: Pick<Reading, 'terrain' | 'costs'> & { size: number },
  where: string,
): Record<string, AgentReading> | undefined {
  const agents = input.agents ?? config.agents;
  if (!agents || Object.keys(agents).length === 0) return undefined;
  return mapped(
    agents,
    ({ size = below.size, diagonals, wallCosts, stepCosts, terrain, costs, artifacts }, name): AgentReading => {
      const profile = terrain === undefined ? below.terrain : terrainProfile(terrain);
      const prices = costs ? sorted(costs, profile, `${where}: agent ${name}`) : below.costs;
      const crossed = Object.fromEntries(Object.entries(prices).filter(([letter]) => profile.includes(letter)));
      return defined({ terrain: profile, costs: crossed, size, diagonals, wallCosts, stepCosts, artifacts });
    },
  );
}

type Legend = Readonly<Record<string, Meaning>>;

async function readLegend(file: string, where: string): Promise<Legend> {
  let value: unknown;
  try {
    value = JSON.parse((await readRegular(file, MAX_FILE_BYTES)).toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigError(`${where}: ${file}: ${(error as Error).message.split(',')[0]}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Legend;
  throw new ConfigError(`${where}: ${file}: expected a JSON object, for example {"#000000":"blocked"}`);
}

export function legendFiles(config: Config, folder: string): string[] {
  const values = [config, ...(config.inputs ?? []), ...(config.worlds ?? [])].flatMap((one) =>
    FORMAT_OPTIONS.map(({ name }) => (one[name] as { legend?: unknown } | undefined)?.legend),
  );
  return values.filter((value) => typeof value === 'string').map((file) => join(folder, file));
}

function sorted(costs: Record<string, number>, terrain: string, where: string): Record<string, number> {
  try {
    terrainCosts(costs, terrain);
  } catch (error) {
    throw new ConfigError(`${where}.costs: ${(error as Error).message}`);
  }
  return Object.fromEntries(Object.entries(costs).sort(([a], [b]) => (a < b ? -1 : 1)));
}
