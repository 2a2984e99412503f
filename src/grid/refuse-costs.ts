/** For bakes that know no cell costs: what they make would answer as if every cell cost the same. */
import { MapError } from '../errors.js';
import type { Grid } from './grid.js';

/** @param what would be wrong, in the plural @throws {MapError} if the cells of a map do not all cost 1 */
export function refuseCosts({ costs }: Grid, what: string): void {
  if (!costs) return;
  const most = costs.reduce((a, b) => Math.max(a, b));
  throw new MapError(`${what} need a map whose cells all cost 1, this one has costs up to ${most}; bake it with prep jps or prep hpa`);
}
