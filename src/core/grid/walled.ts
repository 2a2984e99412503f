/** Which maps may have walls between cells, in few bytes for games; bakes explain it in `refuse.ts`. */
import { MOST_WALLED_COST, MOST_WALLED_SIDE } from '../limits.js';
import type { Grid } from './grid.js';

/** What decides whether a map may have walls; also known of a blob before its cells are unpacked. */
export type Walled = Pick<Grid, 'width' | 'height' | 'moveRule' | 'size'> & {
  costs?: Uint8Array | undefined;
  wallCosts?: unknown;
};

/** What {@link mayHaveWalls} expects, for errors. */
export const WALLED =
  `sides to ${MOST_WALLED_SIDE}, size 1, diagonals never, or no-corners without costs, costs to ${MOST_WALLED_COST}, ` +
  'no wallCosts';

/** @returns facts about the map for errors, empty if engines find paths past its walls */
export function faultOfWalled(map: Walled): string {
  const { width, height, moveRule, size, costs, wallCosts } = map;
  const most = costs?.reduce((a, b) => Math.max(a, b)) ?? 1;
  const isAllowed =
    size < 2 &&
    (moveRule === 'never' || (moveRule === 'no-corners' && !costs)) &&
    Math.max(width, height) <= MOST_WALLED_SIDE &&
    !wallCosts &&
    most <= MOST_WALLED_COST;
  return isAllowed ? '' : `${width} x ${height} cells, size ${size}, diagonals ${moveRule}, costs to ${most}`;
}
