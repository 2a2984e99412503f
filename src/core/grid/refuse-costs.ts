/** Refusals of maps with cell costs that a bake would ignore, so that its answers would be those of another map. */
import { MapError } from '../errors.js';
import { PRICED_RULES } from './beside.js';
import type { Grid } from './grid.js';

/** @param what is baked, in the plural @throws {MapError} if a map has a move rule that is not known */
export function refuseMoves({ moveRule }: Grid, what: string): void {
  if (PRICED_RULES.includes(moveRule)) return;
  throw new MapError(
    `${what} know diagonals ${PRICED_RULES.join(', ')}, this map is for ${moveRule}; bake it with prep hpa`,
  );
}

/** @param what is baked, in the plural @throws {MapError} if cells have costs */
export function refuseCosts({ costs }: Grid, what: string): void {
  if (costs) throw new MapError(`${what} are for maps without cell costs, and this map has them; bake it with prep ch`);
}
