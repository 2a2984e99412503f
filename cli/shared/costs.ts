/** Reading the file that `--costs` names. */
import { MapError, terrainCosts, terrainProfile } from '../../src/index.js';
import { readText } from './input.js';

/** @throws {MapError} naming the file, unless it is a JSON object of costs for letters that `terrain` opens */
export async function readCosts(file: string, terrain: string): Promise<Record<string, number>> {
  const text = await readText(file);
  let costs: unknown;
  try {
    costs = JSON.parse(text);
  } catch {}
  if (typeof costs !== 'object' || costs === null || Array.isArray(costs)) {
    throw new MapError(`${file}: expected a JSON object, cost by letter, for example {".":1,"S":3}`);
  }
  const profile = terrainProfile(terrain);
  try {
    terrainCosts(costs as Record<string, number>, profile);
  } catch (error) {
    throw error instanceof MapError ? new MapError(`${file}: ${error.message}`) : error;
  }
  return costs as Record<string, number>;
}
