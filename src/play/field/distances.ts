/**
 * Distances between all of some cells and all of others, by what is quickest for the engine: tables are asked, contraction
 * hierarchies searched once from each cell with buckets (Knopp et al. 2007), otherwise each row is one flood, or few queries.
 */
import { grown } from '../../core/arrays.js';
import { cellOf } from '../../core/grid/cells.js';
import { moreAlong } from '../../core/grid/entered.js';
import { type GridNav, inside, type Nav } from '../../core/runtime/nav.js';
import type { Climb } from '../../core/search/engine.js';
import { siftDown, siftUp } from '../../core/search/heap.js';
import { checkPairs, type Field, flowField } from './field.js';
import { findDistance } from './nearest.js';

/** Cells of the map for each query that a flood takes the place of. */
const CELLS_A_QUERY = 256;

/**
 * Cost in steps of the cheapest path from each of some cells to each of others: exact where the engine is, near-optimal with HPA* and tables.
 *
 *     const costs = findDistances(nav, [2, 2, 9, 4], [37, 27, 30, 7]);
 *     costs[1 * 2 + 0]; // from 9, 4 to 37, 27: Infinity if there is no path
 *
 * @param from x, y pairs
 * @param to x, y pairs
 * @returns Float64Array(from pairs * to pairs), a row for each of `from`
 * @throws {TypeError} if one is no list
 * @throws {RangeError} if one is not pairs, or a cell is not on the map
 */
export function findDistances(of: Nav, from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
  const nav = inside(of);
  for (const [what, list] of [
    ['from', from],
    ['to', to],
  ] as const) {
    checkPairs(list, what);
    for (let i = 0; i < list.length; i += 2) cellOf(nav.grid, list[i], list[i + 1]);
  }
  const { climb } = nav.search;
  if (nav.distance) return byQueries(nav, from, to);
  if (climb && nav.version === 0) return byBuckets(nav, climb, from, to);
  // Fields lead to their goals. If paths cost the same both ways, the shorter list is flooded from.
  const isTurned = nav.grid.stepCosts !== undefined || to.length < from.length;
  const [few, many] = isTurned ? [to, from] : [from, to];
  if ((many.length / 2) * CELLS_A_QUERY < nav.width * nav.height) return byQueries(nav, from, to);
  const [rows, columns] = [few.length / 2, many.length / 2];
  const costs = new Float64Array(rows * columns);
  let field: Field | undefined;
  for (let r = 0; r < rows; r++) {
    field = flowField(nav, [few[2 * r], few[2 * r + 1]], { reuse: field });
    for (let c = 0; c < columns; c++)
      costs[isTurned ? c * rows + r : r * columns + c] = field.distanceAt(many[2 * c], many[2 * c + 1]);
  }
  return costs;
}

function byQueries(nav: GridNav, from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
  const columns = to.length / 2;
  return Float64Array.from({ length: (from.length / 2) * columns }, (_, i) => {
    const [r, c] = [2 * Math.floor(i / columns), 2 * (i % columns)];
    return findDistance(nav, from[r], from[r + 1], to[c], to[c + 1]);
  });
}

function byBuckets({ grid }: GridNav, climb: Climb, from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
  const { unit, distance, line } = climb;
  const columns = to.length / 2;
  const costs = new Float64Array((from.length / 2) * columns).fill(Infinity);
  const visit = climber(climb);
  // Lists through the entries, one for each node: target, cost from there, next entry.
  const heads = new Int32Array(climb.first.length).fill(-1);
  const [targets, prices, nexts]: number[][] = [[], [], []];
  for (let c = 0; c < columns; c++)
    if (grid.isOpen(to[2 * c], to[2 * c + 1]))
      visit(grid.cell(to[2 * c], to[2 * c + 1]), (node, cost) => {
        nexts.push(heads[node]);
        prices.push(cost);
        heads[node] = targets.push(c) - 1;
      });
  for (let r = 0; 2 * r < from.length; r++) {
    const [x, y] = [from[2 * r], from[2 * r + 1]];
    if (!grid.isOpen(x, y)) continue;
    const row = costs.subarray(r * columns, (r + 1) * columns);
    const cell = grid.cell(x, y);
    visit(cell, (node, cost) => {
      for (let e = heads[node]; e >= 0; e = nexts[e]) {
        const sum = cost + prices[e];
        if (sum < row[targets[e]]) row[targets[e]] = sum;
      }
    });
    for (let c = 0; c < columns; c++) {
      const [u, v] = [to[2 * c], to[2 * c + 1]];
      // A straight way leads over no node; nothing is cheaper than it could be.
      if (row[c] > distance(u - x, v - y) && grid.isOpen(u, v)) row[c] = Math.min(row[c], line(cell, u - x, v - y));
      row[c] = (row[c] + moreAlong(grid, cell, grid.cell(u, v)) * (unit / 2)) / unit;
    }
  }
  return costs;
}

type Visit = (node: number, cost: number) => void;

/** Climbs from a cell to all nodes above what it reaches directly, and visits those that no higher one reaches more cheaply. */
function climber({ ends, reached, reachCosts, first, targets, costs }: Climb): (cell: number, visit: Visit) => void {
  const best = new Float64Array(first.length).fill(Infinity);
  let keys = new Float64Array(256);
  let items = new Int32Array(256);
  let touched = new Int32Array(256);
  return (cell, visit) => {
    let [size, used] = [0, 0];
    const reach = (node: number, cost: number) => {
      if (best[node] <= cost) return;
      if (best[node] === Infinity) {
        if (used === touched.length) touched = grown(touched);
        touched[used++] = node;
      }
      best[node] = cost;
      if (size === items.length) {
        items = grown(items);
        keys = grown(keys);
      }
      siftUp(keys, items, size++, cost, node);
    };
    for (let e = ends(cell) - 1; e >= 0; e--) reach(reached[e], reachCosts[e]);
    while (size > 0) {
      const [cost, node] = [keys[0], items[0]];
      siftDown(keys, items, --size);
      if (cost > best[node]) continue;
      let isStalled = false;
      for (let e = first[node]; e < first[node + 1] && !isStalled; e++) isStalled = best[targets[e]] + costs[e] < cost;
      if (isStalled) continue;
      visit(node, cost);
      for (let e = first[node]; e < first[node + 1]; e++) reach(targets[e], cost + costs[e]);
    }
    for (let i = 0; i < used; i++) best[touched[i]] = Infinity;
  };
}
