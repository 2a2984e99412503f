/** Refusals of maps with cell costs that a bake would ignore, so that its answers would be those of another map. */
import { MapError } from '../errors.js';
import type { Grid } from './grid.js';

/** @param what is baked, in the plural @throws {MapError} if cells have costs */
export function refuseCosts({ costs }: Grid, what: string): void {
  if (costs) throw new MapError(`${what} are for maps without cell costs, and this map has them; bake it with prep ch`);
}
