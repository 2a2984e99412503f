/**
 * Wall costs: cells near a wall cost more, so that units keep off walls where there is room.
 *
 *     [4, 2]     # # # # # #     a cell at distance 1 costs 4 more, one at distance 2 costs 2 more;
 *                # 4 4 4 4 4     distances are those of a king, and outside of the map all is wall
 *                # 4 2 2 2 2
 *                # 4 2 . . .
 */

import { ensure, MapError } from '../errors.js';
import { MAX_COST, MOST_WALL_COSTS } from '../limits.js';
import { Grid } from './grid.js';

/**
 * The cost that the nearest wall adds to an open cell.
 * @param open of padded cells, inside a border of blocked ones
 * @param wallCosts by distance, from 1 on
 */
export function wallCostAt(open: Uint8Array, stride: number, cell: number, wallCosts: ArrayLike<number>): number {
  for (let r = 1; r <= wallCosts.length; r++) {
    const [top, bottom] = [cell - r * stride, cell + r * stride];
    for (let i = -r; i <= r; i++)
      if (!(open[top + i] && open[bottom + i] && open[cell + i * stride - r] && open[cell + i * stride + r]))
        return wallCosts[r - 1];
  }
  return 0;
}

/** @throws {RangeError} unless they are 1 to {@link MOST_WALL_COSTS} whole numbers from 0 to 254 */
export function checkWallCosts(wallCosts: ArrayLike<number>): void {
  const all = Array.from(wallCosts);
  const isCost = (cost: unknown) => Number.isInteger(cost) && (cost as number) >= 0 && (cost as number) < MAX_COST;
  if (all.length === 0 || all.length > MOST_WALL_COSTS || !all.every(isCost))
    throw new RangeError(
      `wallCosts is [${all.join(', ')}], allowed are 1 to ${MOST_WALL_COSTS} whole numbers from 0 to ${MAX_COST - 1}`,
    );
}

/**
 * The same cells with their wall costs.
 * @param wallCosts by distance, from 1 on
 * @param what names the map in errors
 * @throws {RangeError} as {@link checkWallCosts}, or if the grid is one of larger units
 * @throws {MapError} if a cell would cost more than 255
 */
export function withWallCosts(grid: Grid, wallCosts: ArrayLike<number>, what = 'map'): Grid {
  checkWallCosts(wallCosts);
  if (grid.size > 1) throw new RangeError(`the grid is of squares of ${grid.size} cells; give that of single cells`);
  const { width, height, terrain, moveRule, open, stride, costs = open, stepCosts, walls } = grid;
  const higher = costs.slice();
  for (let cell = stride; cell < open.length - stride; cell++) {
    if (!open[cell]) continue;
    const cost = costs[cell] + wallCostAt(open, stride, cell, wallCosts);
    if (cost > MAX_COST) {
      const [x, y] = [(cell % stride) - 1, Math.floor(cell / stride) - 1];
      throw new MapError(
        `${what}: cell ${x}, ${y} costs ${costs[cell]}, with its wall cost ${cost}; allowed is ${MAX_COST} at most`,
      );
    }
    higher[cell] = cost;
  }
  return Object.assign(new Grid(width, height, terrain, moveRule, 1, open), {
    // Also where no cell costs more than 1 yet, so that blobs have wall costs for cells that open later.
    costs: higher,
    wallCosts: Uint8Array.from(wallCosts),
    stepCosts,
    walls,
  });
}

/**
 * Costs of the cells without what their walls add: Uint8Array(padded cells), 1 where a cell is blocked.
 * @throws {BlobError} if a cell costs less than that: only a blob stores both
 */
export function groundCosts({ open, stride, costs = open, wallCosts = new Uint8Array(0) }: Grid): Uint8Array {
  let low = 255;
  const ground = costs.map((cost, cell) => {
    if (!open[cell]) return 1;
    const rest = cost - wallCostAt(open, stride, cell, wallCosts);
    if (rest < low) low = rest;
    return rest;
  });
  ensure(low > 0, 'lowest cost without wall costs', low, '1 or more');
  return ground;
}
