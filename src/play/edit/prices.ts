/** The costs of a map whose costs change. */
import { type Grid, MAX_COST } from '../../core/grid/grid.js';
import type { LivePrices } from './cells.js';

/**
 * A larger walker's cell costs what the dearest cell costs that it stands on.
 * @param grid whose costs are there as soon as a cell costs more than 1
 * @param ground cost of each padded cell, where it is known; for walkers of one cell it is that of the grid
 */
export function livePrices(grid: Grid, ground = grid.costs): LivePrices {
  const { open, size, stride } = grid;
  /** Where single cells are not known, what each placement costs stays as it is. */
  const isKnown = size === 1 || grid.costs === undefined || ground !== grid.costs;
  const side = isKnown ? size : 1;
  const baked = ground?.map((cost) => cost || 1);
  let prices = baked?.slice();
  // Dear cells may lie only where no larger walker fits, until an edit makes room there.
  if (prices) grid.costs ??= grid.open.slice();
  let dear = grid.costs?.reduce((n, cost) => n + Number(cost > 1), 0) ?? 0;

  const dearest = (of: Uint8Array, cell: number): number => {
    let most = 0;
    for (let row = cell; row < cell + side * stride; row += stride)
      for (let i = 0; i < side; i++) most = Math.max(most, of[row + i]);
    return most;
  };

  return {
    get dear() {
      return dear > 0;
    },
    get costs() {
      return prices;
    },
    baked,
    check(cost) {
      if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST)
        throw new RangeError(`cost is ${cost}, allowed is a whole number from 1 to ${MAX_COST}`);
      if (cost > 1 && !isKnown)
        throw new RangeError(
          `cost is ${cost}; a blob for walkers of ${size} x ${size} cells does not tell what single cells cost: give editable { follow }, the map of single cells`,
        );
    },
    begin(cost) {
      if (cost <= 1 || prices) return;
      prices = new Uint8Array(open.length).fill(1);
      grid.costs ??= open.slice();
    },
    set(cell, cost) {
      if (prices) prices[cell] = cost;
    },
    settle(cell, before) {
      if (!grid.costs || !prices) return;
      grid.costs[cell] = open[cell] && dearest(prices, cell);
      dear += Number(grid.costs[cell] > 1) - Number(before > 1);
    },
  };
}

/**
 * What the cells of single-cell walkers are like, where a larger walker's map was made from theirs.
 * @param ground baked map of single cells
 * @returns undefined where its squares are not those of the larger walker: agents may stand on other terrain
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
