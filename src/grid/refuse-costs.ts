/** For bakes that know cell costs under one move rule alone: what they make would answer for another map. */
import { MapError } from '../errors.js';
import type { Grid } from './grid.js';

/** @param what is known of one move rule alone, in the plural @throws {MapError} if a map has another than no-corners */
export function refuseMoves({ moveRule }: Grid, what: string): void {
  if (moveRule !== 'no-corners')
    throw new MapError(`${what} know diagonals no-corners alone, this map is for ${moveRule}; bake it with prep hpa`);
}
