/** The costs of a map whose costs change. */

import type { Grid } from '../../core/grid/grid.js';
import { isStraight } from '../../core/grid/rules.js';
import { groundCosts, wallCostAt } from '../../core/grid/wall-costs.js';
import { MAX_COST, MOST_WALLED_COST } from '../../core/limits.js';

export type LivePrices = ReturnType<typeof livePrices>;

/**
 * A larger walker's cell costs as much as the most expensive cell that it stands on. Wall costs are not part of the
 * prices: they are added again where walls change.
 * @param grid whose costs are there as soon as a cell costs more than 1
 * @param single the baked map of single cells, where it is known; for walkers of one cell it is the grid
 */
export function livePrices(grid: Grid, single: Grid = grid) {
  const { open, size, stride } = grid;
  const { costs: ground } = single;
  /** If single cells are not known, edits do not change the costs of placements. */
  const isKnown = size === 1 || grid.costs === undefined || ground !== grid.costs;
  const side = isKnown ? size : 1;
  const walls = (isKnown && single.wallCosts) || [];
  const mostOfWalls = Math.max(0, ...walls);
  const baked = ground && (walls.length > 0 ? groundCosts(single) : ground.map((cost) => cost || 1));
  let prices = baked?.slice();
  const isTight = mostOfWalls > 0 && baked?.some((cost) => cost > MAX_COST - mostOfWalls);
  // Costly cells may lie only where no larger walker fits, until an edit makes room there.
  if (prices) grid.costs ??= grid.open.slice();
  /** Number of cells of each cost, at 0 the blocked ones; and number of cells that cost more than 1. */
  const counts = new Int32Array(MAX_COST + 1);
  let costly = 0;
  const count = (cost: number, more: number) => {
    counts[cost] += more;
    if (cost > 1) costly += more;
  };
  const countAll = (costs: Uint8Array) => {
    for (let cell = 0; cell < costs.length; cell++) count(costs[cell], 1);
  };
  if (grid.costs) countAll(grid.costs);

  /** @param cells open ones of the ground */
  const highest = (prices: Uint8Array, cells: Uint8Array, cell: number): number => {
    let most = 0;
    for (let row = cell; row < cell + side * stride; row += stride)
      for (let i = 0; i < side; i++) most = Math.max(most, prices[row + i] + wallCostAt(cells, stride, row + i, walls));
    return most;
  };

  return {
    /** Distance up to which a wall adds to the costs of cells. */
    near: walls.length,
    isKnown,
    get hasCosts(): boolean {
      return costly > 0;
    },
    /** The least cost of an open cell, 1 where there is none. */
    get least(): number {
      return Math.max(
        1,
        counts.findIndex((cells, cost) => cost > 0 && cells > 0),
      );
    },
    /**
     * Cost of each padded cell of the ground, also where it is blocked; undefined while none was needed, and where none
     * can change.
     */
    get costs(): Uint8Array | undefined {
      return isKnown ? prices : undefined;
    },
    baked: isKnown ? baked : undefined,
    /**
     * The edited map of single cells; undefined if their costs are not known.
     * @param cells open ones of the ground
     */
    single(cells: Uint8Array): Grid | undefined {
      if (!isKnown) return undefined;
      const costs = prices?.map((cost, cell) => cost + (cells[cell] && wallCostAt(cells, stride, cell, walls)));
      return Object.assign(single.copy(), { size: 1, open: cells.slice(), costs });
    },
    /**
     * @param ground open cells now
     * @param write does the changes to cells and costs
     * @param near cells whose costs depend on them
     * @throws {RangeError} if a new wall would make a cell cost more than is allowed
     */
    checkWalls(ground: Uint8Array, write: (to: Uint8Array, costs: Uint8Array) => void, near: () => Int32Array): void {
      if (!isTight || !prices) return;
      const [to, costs] = [ground.slice(), prices.slice()];
      write(to, costs);
      for (const cell of near()) {
        const cost = to[cell] && costs[cell] + wallCostAt(to, stride, cell, walls);
        const [x, y] = [(cell % stride) - 1, Math.floor(cell / stride) - 1];
        if (cost > MAX_COST)
          throw new RangeError(
            `cell ${x}, ${y} costs ${costs[cell]}, with its wall cost ${cost}; allowed is ${MAX_COST} at most`,
          );
      }
    },
    /** @throws {RangeError} if cells of this map cannot cost that */
    check(cost: number): void {
      if (cost !== 1 && grid.walls && !(cost <= MOST_WALLED_COST && isStraight(grid)))
        throw new RangeError(
          `cost is ${cost}, with walls between cells allowed are 1 to ${MOST_WALLED_COST}, only under diagonals never`,
        );
      if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST - mostOfWalls)
        throw new RangeError(`cost is ${cost}, allowed is a whole number from 1 to ${MAX_COST - mostOfWalls}`);
      if (cost > 1 && !isKnown)
        throw new RangeError(
          `cost is ${cost}; a blob for walkers of ${size} x ${size} cells does not tell what single cells cost: ` +
            'give editable { follows }, the map of single cells',
        );
    },
    /** Makes `costs`, before a cell gets one above 1. */
    begin(): void {
      prices ??= new Uint8Array(open.length).fill(1);
      if (grid.costs) return;
      grid.costs = open.slice();
      countAll(grid.costs);
    },
    /**
     * Brings the grid's cost of a cell up to date.
     * @param before what it was, 0 where the cell was blocked
     * @param cells open ones of the ground
     */
    settle(cell: number, before: number, cells: Uint8Array): void {
      if (!grid.costs || !prices) return;
      grid.costs[cell] = open[cell] && highest(prices, cells, cell);
      count(before, -1);
      count(grid.costs[cell], 1);
    },
  };
}

/**
 * The cells of single-cell walkers, where a larger walker's map was made from theirs.
 * @param ground baked map of single cells
 * @returns undefined if its squares are not the placements of the larger walker: agents may stand on other terrain
 */
export function groundUnder({ open, costs, size, stride, width, height }: Grid, ground: Grid): Grid | undefined {
  if (ground.size !== 1 || ground.width !== width || ground.height !== height) return undefined;
  for (let cell = stride; cell < open.length - stride; cell++) {
    let stands = 1;
    let most = 0;
    for (let row = 0; row < size && stands; row++) {
      for (let i = 0; i < size && stands; i++) {
        const c = cell + row * stride + i;
        stands = ground.open[c] ?? 0;
        most = Math.max(most, ground.costs?.[c] ?? 1);
      }
    }
    if (stands !== open[cell] || (stands && most !== (costs?.[cell] ?? 1))) return undefined;
  }
  return ground;
}
