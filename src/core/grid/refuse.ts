/** Refusals of maps that a bake has no answers for: they would be those of another map. */
import { MapError } from '../errors.js';
import type { Grid } from './grid.js';
import { isHex } from './rules.js';

/** @param what is baked, in the plural @throws {MapError} if cells have costs */
export function refuseCosts({ costs }: Grid, what: string): void {
  if (costs) throw new MapError(`${what} are for maps without cell costs, and this map has them; bake it with prep ch`);
}

/** @param what is baked, in the plural @throws {MapError} if cells are hexagons */
export function refuseHexes(grid: Grid, what: string): void {
  if (isHex(grid))
    throw new MapError(`${what} are for maps of squares, and this one is of hexagons; bake it with prep bounds`);
}

/** @param what is baked, in the plural @throws {MapError} if walls stand between cells */
export function refuseWalls({ walls }: Pick<Grid, 'walls'>, what: string): void {
  if (walls)
    throw new MapError(`${what} are for maps without walls between cells, and this map has them; bake it with prep ch`);
}

/** @throws {MapError} if cells are hexagons and have costs */
export function refusePricedHexes(grid: Grid): void {
  if (grid.costs && isHex(grid))
    throw new MapError('no engine finds paths on hexagons whose cells have costs; leave the costs out');
}
