/** A* cell by cell (Hart, Nilsson & Raphael 1968) with all that the documents vary (docs/decisions/bench.md). */
import { clearances } from '../../core/grid/clearance.js';
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { holds, packPoint } from '../../core/grid/rectangle.js';
import { isStraight } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT, unitOf } from '../../core/grid/step-costs.js';
import { type Baseline, baselineOf, HEURISTICS, type Listed, legalMoves, newStatistics, report } from './baseline.js';
import { binaryHeap } from './open-lists.js';

/** Share of g in a key: below 1 in all, so that it orders equal f only. With cell costs g may have 42 bits. */
const TIE = { 'large-g': -1, 'small-g': 1, any: 0 };
const [SHARE, SHARE_WITH_COSTS] = [2 ** -33, 2 ** -42];

export interface AStarOptions extends Listed {
  /** Of nodes with equal f, the one expanded first: with the larger g, the smaller g, or any. */
  ties: keyof typeof TIE;
  /** Expand the best successor immediately if nothing in the open list is better: saves a push and a pop. */
  aside: boolean;
  /** Most expansions, and most milliseconds, looked at every 256 nodes. */
  nodes: number;
  ms: number;
  /** Use long links; paths may be longer than the shortest. They are not made where cells have costs. */
  links: boolean;
}

/** Exact with a heuristic that never overestimates, weight 1, no links and no limits. */
export function aStar(grid: Grid, options: Partial<AStarOptions> = {}): Baseline {
  const { h = 'octile', w = 1, ties = 'large-g', aside = false, links = false, bounds } = options;
  const { openList = binaryHeap, nodes = Infinity, ms = Infinity } = options;
  const { stride, costs } = grid;
  const cells = grid.open.length;
  const unit = unitOf(grid);
  // Of four moves the octile distance knows too little.
  const estimate = HEURISTICS[h === 'octile' && isStraight(grid) ? 'manhattan' : h];
  const tie = TIE[ties] * (costs ? SHARE_WITH_COSTS : SHARE);
  // The doubled scale where cells have costs, the least of which is 1.
  const weight = costs ? 2 * w : w;
  const legal = legalMoves(grid);
  const steps = directionSteps(stride);
  const radius = links && !costs ? longLinks(grid) : new Uint8Array(cells).fill(1);
  const open = openList(cells);
  const g = new Float64Array(cells);
  const parent = new Int32Array(cells);
  /** Stamp of the query that last reached a cell, plus 1 once it has closed it; lower stamps are stale. */
  const state = new Uint32Array(cells);
  const corners = new Int32Array(2);
  const statistics = newStatistics();
  let stamp = 0;

  /** @returns cost of the path to the goal, or Infinity */
  const run = (start: number, goal: number, linked: boolean): number => {
    const goalX = goal % stride;
    const goalY = Math.floor(goal / stride);
    const goalPoint = packPoint(goalX - 1, goalY - 1);
    const deadline = ms < Infinity ? performance.now() + ms : Infinity;
    let expanded = 0;
    let generated = 1;
    let operations = 0;
    let largest = 1;
    const push = (cell: number, key: number) => {
      open.push(cell, key);
      operations++;
    };
    // The best successor so far, not in the open list.
    let held = start;
    let heldKey = 0;
    let goalKey = Infinity;
    open.clear(weight * estimate(goalX - (start % stride), goalY - Math.floor(start / stride)));
    stamp += 2;
    g[start] = 0;
    state[start] = stamp;
    for (;;) {
      let cell = held;
      const lowest = open.lowest();
      if (Math.min(lowest, heldKey) >= goalKey) break;
      if (held < 0 || lowest < heldKey) {
        if (held >= 0) push(held, heldKey);
        cell = open.pop();
        operations++;
      }
      held = -1;
      heldKey = Infinity;
      if (state[cell] !== stamp) continue;
      if (expanded >= nodes || ((expanded & 255) === 255 && performance.now() > deadline)) {
        statistics.limited = true;
        break;
      }
      state[cell] = stamp + 1;
      expanded++;
      report(statistics, grid, cell, parent[cell], g[cell] / unit);
      const x = cell % stride;
      const y = (cell / stride) | 0;
      const far = linked && Math.max(Math.abs(goalX - x), Math.abs(goalY - y)) > LARGEST_RADIUS;
      const length = far ? radius[cell] : 1;
      for (let mask = legal[cell]; mask !== 0; mask &= mask - 1) {
        const d = 31 - Math.clz32(mask & -mask);
        if (bounds) {
          bounds.box(cell, d, corners);
          if (!holds(corners[0], corners[1], goalPoint)) continue;
        }
        const next = cell + length * steps[d];
        const cost = g[cell] + length * (d & 1 ? DIAGONAL : STRAIGHT) * (costs ? costs[cell] + costs[next] : 1);
        open.find?.(next);
        const known = state[next] >= stamp;
        if (known && (g[next] <= cost || (state[next] > stamp && !open.loose))) continue;
        if (!known) generated++;
        const wasOpen = state[next] === stamp;
        g[next] = cost;
        parent[next] = cell;
        state[next] = stamp;
        const nextKey = cost + tie * cost + weight * estimate(goalX - x - length * DX[d], goalY - y - length * DY[d]);
        if (next === goal) goalKey = nextKey;
        else if (wasOpen) {
          open.lower(next, nextKey);
          operations++;
        } else if (aside && nextKey < heldKey) {
          if (held >= 0) push(held, heldKey);
          held = next;
          heldKey = nextKey;
        } else push(next, nextKey);
      }
      if (open.size() > largest) largest = open.size();
    }
    statistics.expanded += expanded;
    statistics.generated += generated;
    statistics.lookedAt = statistics.generated;
    statistics.heapOperations += operations;
    statistics.largestOpen = Math.max(statistics.largestOpen, largest);
    return goalKey === Infinity ? Infinity : g[goal];
  };

  return baselineOf(grid, parent, statistics, (start, goal) => {
    const cost = run(start, goal, links);
    // It is not proven that long links reach every cell that moves reach.
    return cost === Infinity && links && !statistics.limited ? run(start, goal, false) : cost;
  });
}

/** Squares smaller than this are not worth a link; longer links are not made, nor used where the goal is as near. */
export const [LEAST_RADIUS, LARGEST_RADIUS] = [4, 8];

/**
 * Long links ("smartLOD"): a cell in the middle of an open square gets eight links to the square's edge in place of its
 * eight moves. Paths found over them are legal, but not always optimal.
 * @returns Uint8Array(cells), the length of a cell's links in steps, or 1 where it has only its moves
 */
export function longLinks(grid: Grid): Uint8Array {
  const clearance = clearances(grid);
  const lengths = new Uint8Array(clearance.length).fill(1);
  for (let radius = LEAST_RADIUS; radius <= LARGEST_RADIUS; radius++) {
    const middle = radius * (grid.stride + 1);
    for (const [cell, side] of clearance.entries()) if (side > 2 * radius) lengths[cell + middle] = radius;
  }
  return lengths;
}
