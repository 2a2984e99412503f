/** Reading the file that `--costs` names. */

import { MapError } from '../../src/errors.js';
import { DEFAULT_TERRAIN, TERRAIN_LETTERS, terrainCosts, terrainProfile } from '../../src/maps/movingai.js';
import { readText } from './input.js';

/** Cost by letter, or rows of costs, one for each cell. */
export type Costs = Record<string, number> | number[][];

/** The costs of `--costs`. @throws {MapError} if its file is unusable */
export async function costsOf(argv: {
  costs?: string | undefined;
  maps: string[];
  terrain?: string | undefined;
}): Promise<Costs | undefined> {
  // Where no map is named, its config says which letters are open.
  const terrain = argv.terrain ?? (argv.maps.length > 0 ? DEFAULT_TERRAIN : TERRAIN_LETTERS);
  return argv.costs === undefined ? undefined : readCosts(argv.costs, terrain);
}

/** @throws {MapError} unless the file is a JSON object of costs for open letters, or a list of rows */
export async function readCosts(file: string, terrain: string): Promise<Costs> {
  const text = await readText(file);
  let costs: unknown;
  try {
    costs = JSON.parse(text);
  } catch {}
  // Cells are checked when the map is known.
  if (Array.isArray(costs) && costs.every(Array.isArray)) return costs;
  if (typeof costs !== 'object' || costs === null || Array.isArray(costs)) {
    throw new MapError(
      `${file}: expected a JSON object, cost by letter, for example {".":1,"S":3}, or a list of rows of costs`,
    );
  }
  const profile = terrainProfile(terrain);
  try {
    terrainCosts(costs as Record<string, number>, profile);
  } catch (error) {
    throw error instanceof MapError ? new MapError(`${file}: ${error.message}`) : error;
  }
  return costs as Record<string, number>;
}
