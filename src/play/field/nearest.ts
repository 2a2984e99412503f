/** Distances without paths, and the nearest of many goals, for any engine. Where the map has a table, it is asked. */
import { leastCost } from '../../core/grid/hexes.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { inside, type Nav, type QueryOptions } from '../../core/runtime/nav.js';
import { PathBuffer } from '../../core/search/path.js';
import { checkPairs, type Field, flowField } from './field.js';

const buffer = /* @__PURE__ */ new PathBuffer();

/** Searches that {@link findNearest} makes at most before it floods. */
const MOST_SEARCHES = 48;

/**
 * Cost in steps of the path that `findPath` would find, Infinity where there is none; the cells of the path are not
 * written. Taken from a table if there is one; then it is near-optimal. With an untrusted table over HPA* without
 * stored paths, it may be lower than the cost of any path, because no path is walked.
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
