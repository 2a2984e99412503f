/**
 * Fringe Search (Bjoernsson, Enzenberger, Holte & Schaeffer 2005): iterative deepening that resumes where the last
 * threshold stopped. The frontier is an unsorted linked list; with `buckets` one list for each range of f, so that a
 * sweep passes only entries it may expand.
 */
import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { type Baseline, baselineOf, HEURISTICS, legalMoves, newStatistics, report, type Weighted } from './baseline.js';

export interface FringeOptions extends Weighted {
  /** Begin each threshold at the start: iterative deepening with a table of costs, without which it is exponential. */
  restart: boolean;
  /** One list for each half step of f. */
  buckets: boolean;
}

const BUCKET = STRAIGHT / 2;

/** Exact without cell costs, with an admissible heuristic and weight 1. List changes count as heap operations. */
export function fringe(grid: Grid, options: Partial<FringeOptions> = {}): Baseline {
  const { h = 'octile', w = 1, restart = false, buckets = false } = options;
  const estimate = HEURISTICS[h];
  const { stride } = grid;
  const cells = grid.open.length;
  const legal = legalMoves(grid);
  const steps = directionSteps(stride);
  const g = new Float64Array(cells);
  const parent = new Int32Array(cells);
  /** The list that is swept, beginning and ending at `head`, which is a corner of the border. */
  const after = new Int32Array(cells);
  const before = new Int32Array(cells);
  const head = 0;
  /** First cell of each bucket above the one that is swept; the rest follow by `after`. */
  let later: number[] = [];
  /** The query's stamp where g is valid, and the sweep's where the cell was in the list with that g. */
  const known = new Uint32Array(cells);
  const swept = new Uint32Array(cells);
  const listed = new Uint8Array(cells);
  const statistics = newStatistics();
  let stamp = 0;
  let sweeps = 0;
  let size = 0;
  let goalX = 0;
  let goalY = 0;

  const fOf = (cell: number) => g[cell] + w * estimate(goalX - (cell % stride), goalY - ((cell / stride) | 0));
  const link = (place: number, cell: number) => {
    after[cell] = after[place];
    before[cell] = place;
    before[after[place]] = cell;
    after[place] = cell;
  };
  const changed = (difference: number) => {
    size += difference;
    statistics.heapOperations++;
  };
  const unlink = (cell: number) => {
    after[before[cell]] = after[cell];
    before[after[cell]] = before[cell];
    changed(-1);
  };
  const bucketOf = (cell: number) => Math.floor(fOf(cell) / BUCKET);
  /** Puts a cell into its bucket, as a ring with the others there. */
  const defer = (cell: number) => {
    const bucket = bucketOf(cell);
    const first = later[bucket] ?? -1;
    if (first < 0) after[cell] = before[cell] = cell;
    else link(first, cell);
    later[bucket] = cell;
  };
  /** Makes the lowest bucket the list. @returns the threshold, or Infinity where no bucket is left */
  const takeBucket = (): number => {
    const bucket = later.findIndex((first) => first >= 0);
    if (bucket < 0) return Infinity;
    link(before[later[bucket]], head);
    later[bucket] = -1;
    return (bucket + 1) * BUCKET;
  };
  const begin = (start: number) => {
    for (let cell = after[head]; cell !== head; cell = after[cell]) listed[cell] = 0;
    after[head] = before[head] = head;
    later = [];
    known[start] = stamp;
    swept[start] = ++sweeps;
    g[start] = 0;
    link(head, start);
    listed[start] = size = 1;
  };

  /** Replaces a cell by its successors. @returns the first of them, or the cell that followed */
  const expand = (cell: number, threshold: number): number => {
    statistics.expanded++;
    report(statistics, grid, cell, parent[cell], g[cell] / STRAIGHT);
    for (let mask = legal[cell]; mask !== 0; mask &= mask - 1) {
      const d = 31 - Math.clz32(mask & -mask);
      const next = cell + steps[d];
      const cost = g[cell] + (d & 1 ? DIAGONAL : STRAIGHT);
      if (known[next] !== stamp) statistics.generated++;
      else if (g[next] < cost || (g[next] === cost && swept[next] === sweeps)) continue;
      else if (listed[next] === 1) {
        const bucket = buckets ? bucketOf(next) : -1;
        if (later[bucket] === next) later[bucket] = after[next] === next ? -1 : after[next];
        unlink(next);
      }
      known[next] = stamp;
      swept[next] = sweeps;
      g[next] = cost;
      parent[next] = cell;
      listed[next] = 1;
      if (buckets && fOf(next) > threshold) defer(next);
      else link(cell, next);
      changed(1);
    }
    if (size > statistics.largestOpen) statistics.largestOpen = size;
    const next = after[cell];
    unlink(cell);
    listed[cell] = 0;
    return next;
  };

  /** Expands up to the threshold. @returns the next threshold; Infinity where nothing is left, -1 at the goal */
  const sweep = (goal: number, threshold: number): number => {
    let next = Infinity;
    for (let cell = after[head]; cell !== head; ) {
      statistics.lookedAt++;
      const f = fOf(cell);
      if (f > threshold || (buckets && cell === goal)) {
        if (f < next) next = f;
        cell = after[cell];
        continue;
      }
      if (cell === goal) return -1;
      cell = expand(cell, threshold);
    }
    if (!buckets) return next;
    // A bucket holds a range of f: the goal is final when its bucket is done.
    return known[goal] === stamp && fOf(goal) <= threshold ? -1 : takeBucket();
  };

  return baselineOf(grid, parent, statistics, (start, goal) => {
    goalX = goal % stride;
    goalY = Math.floor(goal / stride);
    stamp++;
    statistics.generated++;
    begin(start);
    for (let threshold = fOf(start); threshold >= 0; ) {
      threshold = sweep(goal, threshold);
      if (threshold === Infinity) return Infinity;
      if (restart && threshold >= 0) begin(start);
    }
    return g[goal];
  });
}
