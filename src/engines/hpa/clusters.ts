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

/** A side of a cluster: a row or column of cells, and the way out of the cluster. */
interface Side {
  /** First cell, and what leads to the next. */
  cell: number;
  step: number;
  /** What leads to the cell across the border. */
  outward: number;
  length: number;
  /** Place (y * size + x) of the first cell in the cluster, and what leads to that of the next. */
  place: number;
  placeStep: number;
}

/** Places (y * size + x) of a cluster's nodes, ascending; both sides of a border choose the same rows and columns. */
export function clusterNodes(grid: Grid, { size }: Clusters, cx: number, cy: number, rule: EntranceRule): number[] {
  const { stride } = grid;
  const wide = Math.min(size, grid.width - cx * size);
  const high = Math.min(size, grid.height - cy * size);
  const cell = grid.cell(cx * size, cy * size);
  const [right, bottom] = [wide - 1, high - 1];
  const places = new Set<number>();
  // Without spread fields, which take ten times as long.
  const addRow = (cell: number, outward: number, place: number) =>
    addSide(grid, rule, { cell, step: 1, outward, length: wide, place, placeStep: 1 }, places);
  const addColumn = (cell: number, outward: number, place: number) =>
    addSide(grid, rule, { cell, step: stride, outward, length: high, place, placeStep: size }, places);
  addRow(cell, -stride, 0);
  addRow(cell + bottom * stride, stride, bottom * size);
  addColumn(cell, -1, 0);
  addColumn(cell + right, 1, right);
  return [...places].sort((a, b) => a - b);
}

/** Adds the places of transitions on one side. */
function addSide(grid: Grid, { entranceWidth }: EntranceRule, side: Side, places: Set<number>): void {
  const { open } = grid;
  const { cell, step, outward, length, place, placeStep } = side;
  const cut = cutsCorners(grid);
  let from = 0;
  for (let i = 0; i <= length; i++) {
    const c = cell + i * step;
    if (cut && i < length && crossesSlantwise(open, c, step, outward)) places.add(place + i * placeStep);
    if (i < length && open[c] && open[c + outward]) continue;
    // The entrance from `from` to before i has ended.
    const n = i - from;
    const middle = from + (n >> 1);
    if (n >= entranceWidth) {
      places.add(place + cheapest(grid, side, from, middle) * placeStep);
      places.add(place + cheapest(grid, side, i - 1, middle - 1) * placeStep);
    } else if (n > 0) {
      const before = cheapest(grid, side, middle, from - 1);
      places.add(place + cheapest(grid, side, middle, i, before) * placeStep);
    }
    from = i + 1;
  }
}

/** Whether a diagonal between two walls leads out of a cell, where corners are cut. */
function crossesSlantwise(open: Uint8Array, cell: number, step: number, outward: number): boolean {
  if (!open[cell] || open[cell + outward]) return false;
  const leads = (aside: number) => open[cell + outward + aside] > 0 && !open[cell + aside];
  return leads(-step) || leads(step);
}

/** The cheapest crossing in [from, end), in either direction; ties to the first, `best` before all. */
function cheapest({ costs }: Grid, { cell, step, outward }: Side, from: number, end: number, best = from): number {
  if (!costs) return best;
  const price = (i: number) => costs[cell + i * step] + costs[cell + i * step + outward];
  for (let i = from; i !== end; i += from < end ? 1 : -1) if (price(i) < price(best)) best = i;
  return best;
}
