/**
 * Landmarks of a priced grid (ALT; Goldberg & Harrelson 2005): the cheapest way between two cells costs at least the difference of their
 * costs from a landmark. Beside the octile distance at the least price, which knows nothing of dear ground, this is what keeps a search short.
 *
 * Costs are kept in 16 bits, in units of the highest that there can be; a bound is a unit less than the difference, so that rounding never makes it too
 * high. With 12 bits a third more nodes are expanded.
 *
 * Measured and decided: docs/decisions.md, "Priced maps: landmarks".
 */
import { labelComponents } from '../grid/components.js';
import { directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';

/** Most landmarks of a map. */
export const MOST_LANDMARKS = 16;
/** Of a cell that a landmark does not reach, and of blocked ones. */
export const OUT_OF_REACH = 0xffff;

/** Costs from some cells to all. */
export interface Landmarks {
  count: number;
  /** Uint16Array(count * cells) at count * cell + landmark: cost in units, rounded down; {@link OUT_OF_REACH} where there is no way. */
  costs: Uint16Array;
  /** What one of them stands for, on the doubled scale; without landmarks, what one would. */
  unit: number;
}

/** Chooses landmarks, each as far as can be from all before it, and floods the map from them. */
export function buildLandmarks(grid: Grid, count: number): Landmarks {
  const cells = grid.open.length;
  const costs = new Uint16Array(count * cells).fill(OUT_OF_REACH);
  const flood = cellFlood(grid);
  // The first is the cell farthest from one somewhere in the largest component. No cost there is more than twice as high.
  const around = flood(somewhere(grid));
  let source = farthest(around);
  const unit = Math.max(1, Math.ceil((source > 0 ? 2 * around[source] : 0) / (OUT_OF_REACH - 1)));
  const nearest = new Float64Array(cells).fill(Infinity);
  for (let l = 0; l < count && source > 0; l++) {
    const found = flood(source);
    for (let c = 0; c < cells; c++) {
      const cost = found[c];
      if (cost === Infinity) continue;
      costs[count * c + l] = cost / unit;
      if (cost < nearest[c]) nearest[c] = cost;
    }
    source = farthest(nearest);
  }
  return { count, costs, unit };
}

/** Least and greatest price of an open cell; 1 where there is none. */
export function priceRange({ costs, open }: Grid): { least: number; most: number } {
  let [least, most] = [256, 0];
  for (const price of costs ?? open) {
    if (price > 0 && price < least) least = price;
    if (price > most) most = price;
  }
  return most > 0 ? { least, most } : { least: 1, most: 1 };
}

/** The cell of the greatest finite cost; 0 if none is above 0. */
function farthest(costs: Float64Array): number {
  let cell = 0;
  let most = 0;
  for (let c = 0; c < costs.length; c++) {
    if (costs[c] > most && costs[c] < Infinity) {
      most = costs[c];
      cell = c;
    }
  }
  return cell;
}

/** Most maps are one large component and some specks: a cell of the largest. */
function somewhere(grid: Grid): number {
  const labels = labelComponents(grid);
  const sizes = new Map<number, number>();
  let [cell, most] = [0, 0];
  for (let c = 0; c < labels.length; c++) {
    if (labels[c] === 0) continue;
    const size = (sizes.get(labels[c]) ?? 0) + 1;
    sizes.set(labels[c], size);
    if (size > most) [cell, most] = [c, size];
  }
  return cell;
}

/**
 * Dijkstra (1959) in buckets as wide as the cheapest move, which need no order inside (Denardo & Fox 1979).
 * @returns what floods the map from a cell; costs on the doubled scale, Infinity where it does not lead, overwritten by the next flood
 */
function cellFlood(grid: Grid): (source: number) => Float64Array {
  const { open, stride } = grid;
  const weights = grid.costs ?? open;
  const steps = directionSteps(stride);
  const { least, most } = priceRange(grid);
  // Quotients, not products with the inverse: those may fall below the bucket of a cost that is a multiple of the width.
  const width = 2 * least * STRAIGHT;
  const heads = new Int32Array(2 ** Math.ceil(Math.log2((2 * most * DIAGONAL) / width + 2)));
  const mask = heads.length - 1;
  const costs = new Float64Array(open.length);
  // Cell, and next item of its bucket, in turn; item 0 is none.
  let items = new Int32Array(4096);
  let used = 0;
  let last = 0;
  const reach = (cell: number, cost: number) => {
    if (cost >= costs[cell]) return;
    costs[cell] = cost;
    const bucket = Math.floor(cost / width);
    if (bucket > last) last = bucket;
    if (2 * ++used + 1 >= items.length) items = grown(items);
    items[2 * used] = cell;
    items[2 * used + 1] = heads[bucket & mask];
    heads[bucket & mask] = used;
  };
  return (source) => {
    costs.fill(Infinity);
    used = last = 0;
    reach(source, 0);
    for (let bucket = 0; bucket <= last; bucket++) {
      const slot = bucket & mask;
      for (let item = heads[slot]; item > 0; item = items[2 * item + 1]) {
        const cell = items[2 * item];
        const cost = costs[cell];
        // Else it was reached for less after it was put here, and is done.
        if (Math.floor(cost / width) !== bucket) continue;
        const own = weights[cell];
        let before = weights[cell - 1];
        for (let d = 0; d < 8; d += 2) {
          const weight = weights[cell + steps[d]];
          if (weight > 0) {
            reach(cell + steps[d], cost + (own + weight) * STRAIGHT);
            const corner = cell + steps[(d + 7) & 7];
            if (before > 0 && weights[corner] > 0) reach(corner, cost + (own + weights[corner]) * DIAGONAL);
          }
          before = weight;
        }
      }
      heads[slot] = 0;
    }
    return costs;
  };
}
