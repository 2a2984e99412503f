/**
 * Clearance, and the grid of a unit that covers a square of several cells.
 *
 * True clearance is from HAA* (Harabor & Botea 2008). A square is anchored at its top left cell. On the grid of
 * anchors the move rule is exactly the sweep of the square: beyond both ends a diagonal step sweeps two cells, one in
 * each of the placements next to it. So bakes of that grid do not depend on sizes.
 */

import { MapError } from '../errors.js';
import { MAX_SIZE } from '../limits.js';
import { Grid, type MoveRule } from './grid.js';
import { isHex } from './rules.js';
import { cornerWalls } from './walls.js';

/** Error text for larger units. */
export const WALLS_OF_ONE = 'walls between cells are for units of one cell; block cells in place of the walls';

/**
 * Side of the largest open square, without a wall in it, with its top left corner in a cell: Uint16Array(padded cells),
 * 0 if blocked.
 */
export function clearances({ open, stride, walls }: Pick<Grid, 'open' | 'stride' | 'walls'>): Uint16Array {
  const sides = new Uint16Array(open.length);
  // Right to left, bottom to top; the border's are 0.
  for (let c = open.length - stride - 2; c > stride; c--) {
    if (open[c] === 0) continue;
    const isEnd = walls && cornerWalls(walls, stride, c) > 0;
    sides[c] = isEnd ? 1 : 1 + Math.min(sides[c + 1], sides[c + stride], sides[c + stride + 1]);
  }
  return sides;
}

/**
 * The same cells under another move rule.
 * @returns the grid itself where it has the rule
 * @throws {RangeError} if cells become hexagons, and the grid is of larger units or has wall costs
 */
export function withMoves(grid: Grid, moveRule: MoveRule): Grid {
  if (grid.moveRule === moveRule) return grid;
  if (isHex({ moveRule }) && (grid.size > 1 || grid.wallCosts))
    throw new RangeError(`there are ${grid.size > 1 ? 'sizes' : 'wall costs'} only of squares, not of ${moveRule}`);
  const { width, height, terrain, size, open, costs, wallCosts, stepCosts, walls } = grid;
  return Object.assign(new Grid(width, height, terrain, moveRule, size, open), { costs, wallCosts, stepCosts, walls });
}

/**
 * The anchors of a square: the same map, a cell open where a square of `size` x `size` cells with its top left corner
 * there stands on open cells only. A placement costs what its most expensive cell costs.
 * @param grid of single cells
 * @param what names who does not fit, in the error
 * @throws {RangeError} if the size is not a whole number from 1 to {@link MAX_SIZE}, or the grid is one of anchors
 * already
 * @throws {MapError} if it fits nowhere
 */
export function anchorsOf(grid: Grid, size: number, what = 'map'): Grid {
  checkSize(size);
  if (size === 1) return grid;
  if (grid.size > 1)
    throw new RangeError(`the grid is of squares of ${grid.size} cells already; give that of single cells`);
  if (grid.walls) throw new MapError(`${what}: size is ${size}, and ${WALLS_OF_ONE}`);
  const anchors = anchorsIn(grid, size);
  if (!anchors.open.includes(1)) {
    const most = clearances(grid).reduce((a, b) => Math.max(a, b), 0);
    throw new MapError(
      `${what}: a square of ${size} x ${size} cells fits nowhere, the largest that does has ${most} x ${most}`,
    );
  }
  return anchors;
}

/** @throws {RangeError} if the size is not a whole number from 1 to {@link MAX_SIZE} */
export function checkSize(size: number): void {
  if (!Number.isInteger(size) || size < 1 || size > MAX_SIZE) {
    throw new RangeError(`size is ${size}, allowed is a whole number of cells from 1 to ${MAX_SIZE}`);
  }
}

/** As {@link anchorsOf}, of a part of a map, where the square may fit nowhere. */
export function anchorsIn(grid: Grid, size: number): Grid {
  const sides = clearances(grid);
  const anchors = new Grid(grid.width, grid.height, grid.terrain, grid.moveRule, size);
  for (let c = 0; c < sides.length; c++) anchors.open[c] = sides[c] >= size ? 1 : 0;
  if (grid.costs) anchors.costs = highestCosts(grid.costs, anchors);
  anchors.wallCosts = grid.wallCosts;
  anchors.stepCosts = grid.stepCosts;
  return anchors;
}

/** The highest cost in each placement: first of the columns of its rows, then of its rows. */
function highestCosts(costs: Uint8Array, { open, stride, size }: Grid): Uint8Array | undefined {
  const rows = highest(costs, size, 1);
  const squares = highest(rows, size, stride);
  let most = 0;
  for (let c = 0; c < squares.length; c++) {
    squares[c] *= open[c];
    if (squares[c] > most) most = squares[c];
  }
  return most > 1 ? squares : undefined;
}

/** The highest of `count` values, `step` apart, that begin at each place. */
function highest(values: Uint8Array, count: number, step: number): Uint8Array {
  const result = values.slice();
  for (let i = 1; i < count; i++) {
    for (let c = 0; c + i * step < values.length; c++)
      if (values[c + i * step] > result[c]) result[c] = values[c + i * step];
  }
  return result;
}
