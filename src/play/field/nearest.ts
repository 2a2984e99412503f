/**
 * Distances without paths, and the nearest of many goals, for any engine. Where the map has a table, it is asked.
 *
 * Measured and decided: docs/decisions/units.md.
 */
import { leastCost } from '../../core/grid/hexes.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { inside, type Nav } from '../../core/runtime/nav.js';
import { PathBuffer } from '../../core/search/path.js';
import { checkPairs, flowField } from './field.js';

/** What a search would have written. */
class CostOnly extends PathBuffer {
  override write(_points: ArrayLike<number>, _count: number, cost: number): void {
    this.cost = cost;
  }
}

const buffer = /* @__PURE__ */ new CostOnly();

/** Searches that {@link findNearest} makes at most before it floods. */
const MOST_SEARCHES = 48;

/**
 * Cost in steps of the path that `findPath` would find, Infinity where there is none; nothing of the path is written. From a table where the map has one: near-optimal then.
 * Of an untrusted table over HPA* without stored paths it may be less than any path costs: `findPath` checks what it walks, this walks nothing.
 *
 *     if (findDistance(nav, unit.x, unit.y, 37, 27) < 20) unit.attack();
 *
 * @throws {RangeError} as `findPath`
 * @throws {BlobError} as `findPath`
 */
export function findDistance(nav: Nav, x0: number, y0: number, x1: number, y1: number): number {
  const { distance } = inside(nav);
  if (distance) return distance(x0, y0, x1, y1);
  return nav.findPathInto(x0, y0, x1, y1, buffer) ? buffer.cost : Infinity;
}

/**
 * The goal with the smallest {@link findDistance}; of equally near ones any.
 *
 *     const i = findNearest(nav, unit.x, unit.y, [3, 4, 30, 7]);
 *     if (i >= 0) unit.goTo(goals[2 * i], goals[2 * i + 1]);
 *
 * @param goals x, y pairs
 * @returns index of the pair, -1 when none can be reached
 * @throws {RangeError | TypeError} as `findPath`, and if the goals are not pairs
 * @throws {BlobError} as `findPath`
 */
export function findNearest(nav: Nav, x0: number, y0: number, goals: ArrayLike<number>): number {
  checkPairs(goals);
  const { nearest, grid } = inside(nav);
  const least = leastCost(grid);
  if (nearest) return nearest(x0, y0, goals);
  nav.isReachable(x0, y0, x0, y0);
  const open: { goal: number; least: number }[] = [];
  for (let i = 0; i < goals.length; i += 2) {
    if (nav.isReachable(x0, y0, goals[i], goals[i + 1]))
      open.push({ goal: i / 2, least: least(goals[i] - x0, goals[i + 1] - y0) / STRAIGHT });
  }
  open.sort((a, b) => a.least - b.least);
  let best = Infinity;
  let closest = -1;
  for (const [searches, { goal, least }] of open.entries()) {
    // No path is shorter than the least cost.
    if (least >= best) break;
    if (searches === MOST_SEARCHES) {
      const rest = open.slice(searches).flatMap((one) => [goals[2 * one.goal], goals[2 * one.goal + 1]]);
      const path = flowField(nav, rest, { from: [x0, y0], maxCost: best }).findPath(x0, y0);
      if (!path || path.cost >= best) break;
      const [x, y] = path.cells.slice(-2);
      return open.find((one) => goals[2 * one.goal] === x && goals[2 * one.goal + 1] === y)?.goal ?? closest;
    }
    const cost = findDistance(nav, x0, y0, goals[2 * goal], goals[2 * goal + 1]);
    if (cost < best) {
      best = cost;
      closest = goal;
    }
  }
  return closest;
}
