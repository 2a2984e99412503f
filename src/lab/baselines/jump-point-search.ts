/**
 * Jump point search, one form for all its accelerations: what differs is how the next jump point is found
 * (`jumpers.ts`), and whether the diagonal turning points are nodes or are pruned: then a node's successors are the
 * straight jump points only, found by walking through the turning points in place.
 *
 *     n . . . .        n sees the goal g: two diagonal steps, then two straight ones. Every expansion tests that in its
 *     . \ . . .        canonical directions, so scans ignore the goal.
 *     . . \ - g
 *
 * A cell that is reached at equal cost by several canonical ways keeps the successors of all of them.
 */
import { canonicalAfter, DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { movesOf, windowsOf } from '../../core/grid/moves.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { type Baseline, baselineOf, HEURISTICS, newStatistics, report, type Weighted } from './baseline.js';
import { IndexedHeap } from './indexed-heap.js';
import type { Jumper } from './jumpers.js';

const TIE = 1 - 2 ** -33;

interface JumpOptions extends Weighted {
  /** No nodes at turning points; only without corner cutting. */
  prune: boolean;
}

/** Exact without cell costs, with a heuristic that never overestimates and weight 1. */
export function jumpPointSearch(grid: Grid, jumper: Jumper, options: Partial<JumpOptions> = {}): Baseline {
  const { prune = false, h = 'octile', w = 1 } = options;
  const estimate = HEURISTICS[h];
  const { open: openCells, stride } = grid;
  const { straight, diagonal, sides } = jumper;
  const cells = openCells.length;
  const steps = directionSteps(stride);
  const open = new IndexedHeap(cells);
  const g = new Float64Array(cells);
  const parent = new Int32Array(cells);
  /** Stamp of the query that last reached a cell, plus 1 once it has closed it; lower stamps are stale. */
  const state = new Uint32Array(cells);
  /** Direction masks of a cell: canonical at its g, and those of them not expanded yet. */
  const canonical = new Uint8Array(cells);
  const pending = new Uint8Array(cells);
  const statistics = newStatistics();
  let stamp = 0;
  let goalX = 0;
  let goalY = 0;
  let goalCost = Infinity;
  // Not in `parent`, since the goal may also be a node.
  let goalParent = 0;

  const uncut = (cell: number, d: number): number =>
    d & 1 ? (1 << d) | (1 << (d - 1)) | (1 << ((d + 1) & 7)) : canonicalAfter(openCells, steps, cell, d);
  const successors = grid.moveRule === 'no-corners' ? uncut : canonicalMoves(grid);

  const push = (cell: number, cost: number, isOpen: boolean) => {
    const f = cost * TIE + w * estimate(goalX - (cell % stride), goalY - ((cell / stride) | 0));
    if (isOpen) open.lower(cell, f);
    else open.push(cell, f);
    statistics.heapOperations++;
  };

  /** A way from `from` to `cell` that arrives in direction d. */
  const reach = (from: number, cell: number, cost: number, d: number) => {
    const known = state[cell] >= stamp;
    if (known && g[cell] < cost) return;
    const mask = successors(cell, d);
    const wasOpen = state[cell] === stamp;
    if (known && g[cell] === cost) {
      const more = mask & ~canonical[cell];
      canonical[cell] |= more;
      pending[cell] |= more;
      if (more === 0 || wasOpen) return;
    } else {
      if (!known) statistics.generated++;
      g[cell] = cost;
      parent[cell] = from;
      canonical[cell] = pending[cell] = mask;
    }
    state[cell] = stamp;
    push(cell, cost, wasOpen);
  };

  const reachGoal = (from: number, cost: number) => {
    if (cost >= goalCost) return;
    if (goalCost === Infinity) statistics.generated++;
    goalCost = cost;
    goalParent = from;
  };

  const expand = (cell: number) => {
    const x = cell % stride;
    const y = (cell / stride) | 0;
    const dx = goalX - x;
    const dy = goalY - y;
    // A path to a goal in sight: diagonal steps in direction `before`, -1 if there are none, then `rest` in `last`.
    const level = Math.min(Math.abs(dx), Math.abs(dy));
    const rest = Math.abs(Math.abs(dx) - Math.abs(dy));
    const last = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
    const before = level === 0 ? -1 : dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
    let mask = pending[cell];
    pending[cell] = 0;
    for (; mask !== 0; mask &= mask - 1) {
      const d = 31 - Math.clz32(mask & -mask);
      if (d & 1) expandDiagonal(cell, x, y, d, d === before ? level : Infinity, last, rest);
      else expandStraight(cell, x, y, d, level === 0 && d === last ? rest : Infinity);
    }
  };

  /** @param toGoal steps to the goal in this direction; Infinity if it is elsewhere */
  const expandStraight = (cell: number, x: number, y: number, d: number, toGoal: number) => {
    const cost = g[cell];
    const v = straight(cell, x, y, d);
    if (v > 0) reach(cell, cell + v * steps[d], cost + v * STRAIGHT, d);
    if (toGoal <= Math.abs(v)) reachGoal(cell, cost + toGoal * STRAIGHT);
  };

  /** @param level diagonal steps after which the goal is `rest` steps away in direction `last`; Infinity if never */
  const expandDiagonal = (cell: number, x: number, y: number, d: number, level: number, last: number, rest: number) => {
    const cost = g[cell];
    const step = steps[d];
    for (let run = 0; ; ) {
      const v = diagonal(cell + run * step, x + run * DX[d], y + run * DY[d], d);
      if (level > run && level <= run + Math.abs(v)) {
        const isSeen =
          rest === 0 || rest <= Math.abs(straight(cell + level * step, x + level * DX[d], y + level * DY[d], last));
        if (isSeen) reachGoal(cell, cost + level * DIAGONAL + rest * STRAIGHT);
      }
      if (v <= 0) return;
      run += v;
      const turn = cell + run * step;
      if (!prune) {
        reach(cell, turn, cost + run * DIAGONAL, d);
        return;
      }
      for (let i = 0; i < 2; i++) {
        const side = (d - 1 + 2 * i) & 7;
        const s = sides[i];
        if (s > 0) reach(cell, turn + s * steps[side], cost + run * DIAGONAL + s * STRAIGHT, side);
      }
    }
  };

  return baselineOf(grid, parent, statistics, (start, goal) => {
    goalX = goal % stride;
    goalY = Math.floor(goal / stride);
    jumper.looked = 0;
    open.clear();
    stamp += 2;
    goalCost = Infinity;
    g[start] = 0;
    statistics.generated++;
    state[start] = stamp;
    canonical[start] = pending[start] = 255;
    push(start, 0, false);
    while (open.lowest() < goalCost * TIE) {
      statistics.largestOpen = Math.max(statistics.largestOpen, open.size);
      statistics.heapOperations++;
      const cell = open.pop();
      state[cell] = stamp + 1;
      statistics.expanded++;
      report(statistics, grid, cell, parent[cell], g[cell] / STRAIGHT);
      expand(cell);
    }
    statistics.lookedAt = jumper.looked;
    if (goalCost < Infinity) parent[goal] = goalParent;
    return goalCost;
  });
}

/** Mask of the moves to try after an arrival, under any rule. */
function canonicalMoves(grid: Grid): (cell: number, d: number) => number {
  const { after } = movesOf(grid.moveRule);
  const windows = windowsOf(grid);
  return (cell, d) => after[8 * windows[cell] + d];
}
