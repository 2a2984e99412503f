/** Refusals of maps that a bake does not support: its paths would be wrong. */

import { MapError } from '../errors.js';
import { MOST_WALLED_COST, MOST_WALLED_SIDE } from '../limits.js';
import { WALLS_OF_ONE } from './clearance.js';
import { doubled } from './doubled.js';
import { isDirected } from './entered.js';
import type { Grid } from './grid.js';
import { isHex, isStraight } from './rules.js';

/** @param what is baked, in the plural @throws {MapError} if cells have costs */
export function refuseCosts(grid: Grid, what: string): void {
  if (grid.costs)
    throw new MapError(
      `${what} are for maps without cell costs, and this map has them; ` +
        `bake it with prep ${isDirected(grid) ? 'jps' : 'ch'}`,
    );
}

/** @param what is baked, in the plural @throws {MapError} if cells are hexagons */
export function refuseHexes(grid: Grid, what: string): void {
  if (isHex(grid))
    throw new MapError(
      `${what} are for maps of squares, and this one is of hexagons; bake it with prep ${grid.costs ? 'ch' : 'bounds'}`,
    );
}

/** @param what is baked, in the plural @throws {MapError} if paths differ from paths under average step costs */
export function refuseDirected(grid: Grid, what: string): void {
  if (isDirected(grid))
    throw new MapError(
      `${what} are for steps that cost the average of both cells, and here they cost what the entered cell costs, ` +
        `under diagonals ${grid.moveRule}; bake this map with prep jps, or set diagonals to never`,
    );
}

/** @param what is baked, in the plural @throws {MapError} if walls stand between cells */
export function refuseWalls({ walls }: Pick<Grid, 'walls'>, what: string): void {
  if (walls)
    throw new MapError(`${what} are for maps without walls between cells, and this map has them; bake it with prep ch`);
}

const WITH_WALLS = 'with walls between cells';

/** Why no engine finds paths past the walls of a map: its move rule, its costs or its size; undefined if they do. */
export function faultOfWalls({ walls, width, height, moveRule, size, costs, wallCosts }: Grid): string | undefined {
  if (!walls) return undefined;
  if (size > 1) return WALLS_OF_ONE;
  const rule = { moveRule };
  if (isHex(rule)) return 'walls between cells are for maps of squares, and this one is of hexagons';
  if (moveRule !== 'no-corners' && !isStraight(rule))
    return `diagonals is ${moveRule}, ${WITH_WALLS} allowed are no-corners and never; or block cells instead`;
  if (Math.max(width, height) > MOST_WALLED_SIDE)
    return `map is ${width} x ${height} cells, ${WITH_WALLS} ${MOST_WALLED_SIDE} a side are allowed; cut it up`;
  if (wallCosts) return 'wallCosts are for maps without walls between cells; leave one of them out';
  if (costs && !isStraight(rule))
    return `cells have costs, ${WITH_WALLS} allowed only under diagonals never; set that, or leave the costs out`;
  const tooHigh = costs?.find((cost) => cost > MOST_WALLED_COST);
  return tooHigh === undefined
    ? undefined
    : `a cell costs ${tooHigh}, ${WITH_WALLS} allowed are 1 to ${MOST_WALLED_COST}`;
}

/** The grid that engines search: {@link doubled}. @throws {MapError} if none finds paths past the walls of the map */
export function searchable(map: Grid): Grid {
  const fault = faultOfWalls(map);
  if (fault) throw new MapError(fault);
  return doubled(map);
}
