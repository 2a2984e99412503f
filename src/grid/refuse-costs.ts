/** For bakes that know no cell costs, or know them under one move rule alone: what they make would answer for another map. */
import { MapError } from '../errors.js';
import type { Grid } from './grid.js';

/** @param what would be wrong, in the plural @throws {MapError} if the cells of a map do not all cost 1 */
export function refuseCosts({ costs }: Grid, what: string): void {
  if (!costs) return;
  const most = costs.reduce((a, b) => Math.max(a, b));
  throw new MapError(`${what} need a map whose cells all cost 1, this one has costs up to ${most}; bake it with prep jps or prep hpa`);
}

/** @param what is known of one move rule alone, in the plural @throws {MapError} if a map has another than no-corners */
export function refuseMoves({ moveRule }: Grid, what: string): void {
  if (moveRule !== 'no-corners')
    throw new MapError(`${what} know diagonals no-corners alone, this map is for ${moveRule}; bake it with prep hpa`);
}
