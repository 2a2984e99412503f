/** The folder of the benchmark maps: `../shared/maps` next to the project, or GRIDPREP_MAPS. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grid } from '../src/core/grid/grid.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios, type Scenario } from '../src/maps/scen.js';

const folder = process.env.GRIDPREP_MAPS ?? '../shared/maps';

/** Whether the maps are here; tests that need them are skipped, visibly, where they are not. */
export const haveSharedMaps = existsSync(folder);

/** Files of all maps, e.g. `../shared/maps/dao/arena.map`. */
export function sharedMaps(): string[] {
  if (!haveSharedMaps) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.map'))
    .map((file) => join(folder, file))
    .sort();
}

/** @param name e.g. `dao/arena` */
export function sharedMap(name: string): Grid {
  return readSharedMap(join(folder, `${name}.map`));
}

export function readSharedMap(file: string): Grid {
  return parseMap(readFileSync(file), { file });
}

/** @param name e.g. `dao/arena` */
export function sharedScenarios(name: string): Scenario[] {
  return readSharedScenarios(join(folder, `${name}.map`));
}

/** Scenarios of a map file. */
export function readSharedScenarios(file: string): Scenario[] {
  return parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
}
