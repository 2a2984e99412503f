/** The costs of a map whose costs change. */
import { type Grid, MAX_COST } from '../grid/grid.js';
import type { LivePrices } from './cells.js';

/** @param grid whose costs are there as soon as a cell costs more than 1 */
export function livePrices(grid: Grid): LivePrices {
  const { open, size } = grid;
  let prices: Uint8Array | undefined = grid.costs?.map((cost) => cost || 1);
  let dear = grid.costs?.reduce((n, cost) => n + Number(cost > 1), 0) ?? 0;
  return {
    get dear() {
      return dear > 0;
    },
    get costs() {
      return prices;
    },
    check(cost) {
      if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST)
        throw new RangeError(`cost is ${cost}, allowed is a whole number from 1 to ${MAX_COST}`);
      if (cost > 1 && size > 1)
        throw new RangeError(`cost is ${cost}; the map is of walkers of ${size} x ${size} cells, whose costs cannot change`);
    },
    begin(cost) {
      if (cost <= 1 || prices) return;
      prices = new Uint8Array(open.length).fill(1);
      grid.costs = open.slice();
    },
    set(cell, cost) {
      if (prices) prices[cell] = cost;
    },
    settle(cell, before) {
      if (!grid.costs || !prices) return;
      grid.costs[cell] = open[cell] * prices[cell];
      dear += Number(grid.costs[cell] > 1) - Number(before > 1);
    },
  };
}
