/**
 * Clusters and their transitions (Botea, Mueller & Schaeffer 2004). A transition is a pair of open cells on both sides
 * of a border; each of the two cells is a node of the cluster that it lies in. Where cells have costs it lies where the
 * entrance, or each half of a wide one, is crossed for least.
 *
 *     . . a|b . .       an entrance three rows high, one transition in its middle: node a here, node b there
 *     . . a|b . .
 *     . . a|b . .
 */

import type { Grid } from '../../core/grid/grid.js';
import { cutsCorners } from '../../core/grid/rules.js';

/** Where clusters lie. Those at the right and lower edge of the map may be smaller. */
export interface Clusters {
  size: number;
  columns: number;
  rows: number;
}

export function clustersOf({ width, height }: Grid, size: number): Clusters {
  return { size, columns: Math.ceil(width / size), rows: Math.ceil(height / size) };
}

export interface EntranceRule {
  /** Entrances of at least this many cells have a transition at each end, shorter ones one in the middle. */
  entranceWidth: number;
}

/** Places (y * size + x) of a cluster's nodes, ascending; both sides of a border choose the same rows and columns. */
export function clusterNodes(grid: Grid, { size }: Clusters, cx: number, cy: number, rule: EntranceRule): number[] {
  const { open, costs, stride, width, height } = grid;
  const cut = cutsCorners(grid);
  const left = cx * size;
  const top = cy * size;
  const wide = Math.min(size, width - left);
  const high = Math.min(size, height - top);
  const corner = grid.cell(left, top);
  const places = new Set<number>();
  /** Cheapest crossing in [from, end), in either direction; ties to the first, `best` before all. */
  const cheapest = (first: number, step: number, outward: number, from: number, end: number, best = from): number => {
    if (!costs) return best;
    const price = (i: number) => costs[first + i * step] + costs[first + i * step + outward];
    for (let i = from; i !== end; i += from < end ? 1 : -1) if (price(i) < price(best)) best = i;
    return best;
  };
  const side = (first: number, place: number, step: number, placeStep: number, outward: number, length: number) => {
    let from = 0;
    for (let i = 0; i <= length; i++) {
      const c = first + i * step;
      // Where corners are cut, a diagonal between two walls leads across as well.
      for (const aside of cut && i < length && open[c] ? [-step, step] : []) {
        if (open[c + outward + aside] && !open[c + outward] && !open[c + aside]) places.add(place + i * placeStep);
      }
      if (i < length && open[c] && open[c + outward]) continue;
      const n = i - from;
      const middle = from + (n >> 1);
      if (n >= rule.entranceWidth) {
        places.add(place + cheapest(first, step, outward, from, middle) * placeStep);
        places.add(place + cheapest(first, step, outward, i - 1, middle - 1) * placeStep);
      } else if (n > 0) {
        const before = cheapest(first, step, outward, middle, from - 1);
        places.add(place + cheapest(first, step, outward, middle, i, before) * placeStep);
      }
      from = i + 1;
    }
  };
  side(corner, 0, 1, 1, -stride, wide);
  side(corner + (high - 1) * stride, (high - 1) * size, 1, 1, stride, wide);
  side(corner, 0, stride, size, -1, high);
  side(corner + wide - 1, wide - 1, stride, size, 1, high);
  return [...places].sort((a, b) => a - b);
}
