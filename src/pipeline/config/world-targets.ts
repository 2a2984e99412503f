/** Targets of the worlds of a config. */
import { stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { Codec } from '../../core/blob/layout.js';
import { WRITE_DEFAULTS } from '../../core/blob/write.js';
import { ConfigError, HpaError } from '../../core/errors.js';
import { WORLD as WORLD_OPTIONS } from '../../core/options/bake.js';
import { type Complete, defaultsOf, defined } from '../../core/options/option.js';
import type { Options } from '../../engines/artifact.js';
import { INDEX_NAME } from '../../world/folder.js';
import { worldLayout } from '../../world/layout.js';
import { reasonAgainst, WORLD_RULES } from '../../world/section.js';
import type { Config, World } from './config.js';
import { nameOf } from './inputs.js';
import { type Reading, readingOf } from './reading.js';

export const WORLD = 'world';

/** Options that override the config. */
export interface Instead {
  terrain?: string | undefined;
  codec?: Codec | undefined;
  zstdLevel?: number | undefined;
}

/** The worlds of a config. @throws {ConfigError} if there is no such map, or tiles do not hold whole clusters */
export async function worldTargets(config: Config, folder: string, file: string, instead: Instead) {
  const all = (config.worlds ?? []).map((world, i) =>
    targetsOf(config, world, folder, `${file}: worlds[${i}]`, instead),
  );
  return (await Promise.all(all)).flat();
}

async function targetsOf(config: Config, world: World, folder: string, where: string, instead: Instead) {
  const map = relative(resolve(folder), resolve(folder, world.map)).replaceAll(sep, '/');
  await stat(resolve(folder, map)).catch(() => {
    throw new ConfigError(`${where}.map is ${JSON.stringify(world.map)}, and there is no such file or folder`);
  });
  const { tile, cluster, entranceWidth, storePaths } = { ...defaultsOf(WORLD_OPTIONS), ...world } as Complete<
    typeof WORLD_OPTIONS
  >;
  checkTiles(tile, cluster, where);
  const { agents, ...reading } = await readingOf(config, world, instead.terrain, folder, where);
  const options: Options = { tile, cluster, entranceWidth, storePaths };
  const codec = instead.codec ?? world.codec ?? config.codec ?? WRITE_DEFAULTS.codec;
  const zstdLevel = instead.zstdLevel ?? world.zstdLevel ?? config.zstdLevel ?? WRITE_DEFAULTS.zstdLevel;
  const name = nameOf(map, world.base ?? config.base, folder, where);
  const targetOf = (read: Reading, agent?: string) => {
    const named = agent === undefined ? name : `${name}.${agent}`;
    checkMoves(read, agent, where);
    const index = { file: `${named}.world/${INDEX_NAME}`, artifacts: [{ name: WORLD, options, codec, zstdLevel }] };
    return defined({ map, name: named, reading: read, outputs: [index], world: true as const, agent });
  };
  if (!agents) return [targetOf(reading)];
  // A world is HPA*, which agents may not list among their artifacts.
  const walkers = Object.entries(agents).filter(([, { artifacts }]) => artifacts?.includes('hpa') ?? true);
  if (walkers.length === 0)
    throw new ConfigError(`${where}: no agent has hpa among its artifacts, which worlds are made of; give it to one`);
  return walkers.map(([agent, { artifacts: __, size, ...changed }]) =>
    targetOf({ ...reading, ...changed, ...(size > 1 && { size }) }, agent),
  );
}

function checkMoves({ diagonals = 'no-corners' }: Reading, agent: string | undefined, where: string): void {
  if (WORLD_RULES.includes(diagonals)) return;
  const who = agent === undefined ? 'diagonals are' : `agent ${agent} has the diagonals`;
  throw new ConfigError(
    `${where}: ${who} ${diagonals}, ${reasonAgainst(diagonals)}; those of worlds are ${WORLD_RULES.join(', ')}`,
  );
}

function checkTiles(tiles: number, cluster: number, where: string): void {
  try {
    worldLayout(1, 1, tiles, cluster);
  } catch (error) {
    throw error instanceof HpaError ? new ConfigError(`${where}: ${error.message}`) : error;
  }
}
