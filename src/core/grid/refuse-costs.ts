/** For bakes that know cell costs under some move rules: what they make would answer for another map. */
import { MapError } from '../errors.js';
import { PRICED_RULES } from './beside.js';
import type { Grid } from './grid.js';

/** @param what is baked, in the plural @throws {MapError} if a map has a move rule that is not known */
export function refuseMoves({ moveRule }: Grid, what: string, rules = PRICED_RULES): void {
  if (rules.includes(moveRule)) return;
  const known = rules.length > 1 ? rules.join(', ') : `${rules[0]} alone`;
  throw new MapError(`${what} know diagonals ${known}, this map is for ${moveRule}; bake it with prep hpa`);
}
