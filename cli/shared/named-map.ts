/** Reading the one map that a command was given. */
import { DEFAULT_TERRAIN, type GameMap, readMap } from '../../src/index.js';
import { readCosts } from './costs.js';
import { readMapFile } from './input.js';
import { type MapArguments, readingOf } from './map-options.js';

/** @throws {MapError} naming what cannot be read, and the levels where none of several is named */
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
