/**
 * Distances without paths: of a pair, to the nearest of many goals, between all of some cells and all of others. Each
 * by what is quickest for the engine: tables are asked, contraction hierarchies searched once from each cell with
 * buckets (Knopp et al. 2007), otherwise a row is one flood, or a few queries.
 */
import { grown } from '../../core/arrays.js';
import { cellOf } from '../../core/grid/cells.js';
import { moreAlong } from '../../core/grid/entered.js';
import type { ReadonlyGrid } from '../../core/grid/grid.js';
import { leastCost } from '../../core/grid/hexes.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import type { Climb } from '../../core/search/engine.js';
import { siftDown, siftUp } from '../../core/search/heap.js';
import { PathBuffer } from '../../core/search/path.js';
import { type GridNav, inside, type Nav, type QueryOptions } from '../../runtime/nav.js';
import { checkPairs, type Field, flowField } from './field.js';

const buffer = /* @__PURE__ */ new PathBuffer();

/** Searches that {@link findNearest} makes at most before it floods. */
const MOST_SEARCHES = 48;

/**
 * What `findPath` would cost in steps, without the cells; Infinity if there is no path. A table answers if there is
 * one; then it is near-optimal. With an untrusted table over HPA* without stored paths, it may be lower than the cost
 * of any path, because no path is walked.
 *
 *     if (findDistance(nav, unit.x, unit.y, 37, 27) < 20) unit.attack();
 *
 * @param options as of `findPath`
 * @throws {RangeError} as `findPath`
 * @throws {BlobError} as `findPath`
 */
export function findDistance(nav: Nav, x0: number, y0: number, x1: number, y1: number, options?: QueryOptions): number {
  const { distance } = inside(nav);
  if (distance) return distance(x0, y0, x1, y1, options);
  return nav.findPathInto(x0, y0, x1, y1, buffer, options) ? buffer.cost : Infinity;
}

/**
 * The goal with the smallest {@link findDistance}; any of them if several are equally near. With `k` the indices of the
 * `k` nearest goals that can be reached, the nearest first.
 *
 *     const i = findNearest(nav, unit.x, unit.y, [3, 4, 30, 7]);
 *     if (i >= 0) unit.goTo(goals[2 * i], goals[2 * i + 1]);
 *     const three = findNearest(nav, unit.x, unit.y, goals, 3);
 *
 * @param goals x, y pairs
 * @param k how many, 1 or more
 * @returns index of the pair, -1 if none can be reached; with `k`, a list of up to `k` indices
 * @throws {RangeError | TypeError} as `findPath`, and if the goals are not pairs, or `k` is not a whole number of 1 or
 * more
 * @throws {BlobError} as `findPath`
 */
export function findNearest(nav: Nav, x0: number, y0: number, goals: ArrayLike<number>): number;
/** Indices of the `k` nearest goals that can be reached, the nearest first. */
export function findNearest(nav: Nav, x0: number, y0: number, goals: ArrayLike<number>, k: number): number[];
export function findNearest(nav: Nav, x0: number, y0: number, goals: ArrayLike<number>, k?: number): number | number[] {
  checkPairs(goals);
  if (k !== undefined && !(Number.isInteger(k) && k >= 1))
    throw new RangeError(`k is ${k}, allowed are whole numbers of 1 or more`);
  const { nearest } = inside(nav);
  if (nearest && k === undefined) return nearest(x0, y0, goals);
  const found = nearestOf(nav, x0, y0, goals, k ?? 1);
  return k === undefined ? (found[0] ?? -1) : found;
}

function nearestOf(nav: Nav, x0: number, y0: number, goals: ArrayLike<number>, k: number): number[] {
  const { grid, distance, linked } = inside(nav);
  // A link may be cheaper than any move.
  const octile = linked ? () => 0 : leastCost(grid);
  nav.isReachable(x0, y0, x0, y0);
  const open: { goal: number; least: number }[] = [];
  for (let i = 0; i < goals.length; i += 2) {
    if (nav.isReachable(x0, y0, goals[i], goals[i + 1]))
      open.push({ goal: i / 2, least: octile(goals[i] - x0, goals[i + 1] - y0) / STRAIGHT });
  }
  open.sort((a, b) => a.least - b.least);
  /** The nearest so far, in order; of those equally near the one that was found first. */
  const found: { goal: number; cost: number }[] = [];
  let field: Field | undefined;
  for (const [searches, { goal, least }] of open.entries()) {
    const most = found.length < k ? Infinity : found[k - 1].cost;
    // No path is shorter than the least cost.
    if (least >= most) break;
    const [x, y] = [goals[2 * goal], goals[2 * goal + 1]];
    // A field has the costs to the start.
    if (searches === MOST_SEARCHES && !distance && !grid.stepCosts) field = flowField(nav, [x0, y0], { maxCost: most });
    const cost = field ? field.distanceAt(x, y) : findDistance(nav, x0, y0, x, y);
    if (!(cost < most)) continue;
    let at = found.length;
    while (at > 0 && found[at - 1].cost > cost) at--;
    found.splice(at, 0, { goal, cost });
    if (found.length > k) found.pop();
  }
  return found.map(({ goal }) => goal);
}

/** Cells of the map for each query that a flood takes the place of. */
const CELLS_A_QUERY = 256;

/**
 * Cost in steps of the cheapest path from each of some cells to each of others: exact where the engine is, near-optimal
 * with HPA* and tables.
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
export function findDistances(map: Nav, from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
  const nav = inside(map);
  for (const [what, list] of [
    ['from', from],
    ['to', to],
  ] as const) {
    checkPairs(list, what);
    for (let i = 0; i < list.length; i += 2) cellOf(nav.grid, list[i], list[i + 1]);
  }
  if (nav.distance) return byQueries(nav, from, to);
  if (nav.version === 0 && !nav.linked) {
    const { grid, search } = nav.doubled ?? nav;
    const scale = nav.doubled ? 2 : 1;
    const inGrid = (list: ArrayLike<number>) => Array.from(list, (at) => scale * at);
    if (search.climb) return byBuckets(grid, search.climb, inGrid(from), inGrid(to)).map((cost) => cost / scale);
  }
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

function byBuckets(grid: ReadonlyGrid, climb: Climb, from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
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

/**
 * Climbs from a cell to all nodes above what it reaches directly, and visits those that no higher one reaches more
 * cheaply.
 */
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
