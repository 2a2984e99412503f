/**
 * Jump distances of a weighted grid: for every open cell and straight direction, the steps to the next stop, or minus
 * the steps that a run can be followed for.
 *
 * A run continues where all successors are cells that any run leads to, and where the next cell costs as much as this
 * one. So all cells of a run but the first, which it starts from, cost the same, and its cost is a product. A
 * long run, diagonal or along a row, stops also where a jump point is in view along one of the two straight directions
 * that follow it: a *turning point*, which is no node of the graph. Searches walk long runs.
 */
import { directionSteps } from '../../core/grid/directions.js';
import { finish, type Grid, runSteps, type Steps } from '../../core/grid/grid.js';
import { runOrder } from '../../core/grid/rules.js';
import { EditLog, repairRuns, sweepRuns, windowsRound } from '../../core/search/edit-log.js';
import { windowSteps } from './successors.js';

export interface WeightedJumps {
  /** Int16Array(8 * cells), straight runs: > 0 steps to the next stop, <= 0 minus those to the end of the run. */
  distances: Int16Array;
  /** Uint8Array(cells), direction mask of the moves out of the cell. */
  legal: Uint8Array;
  /** Uint8Array(cells), direction mask of the arrivals that make the cell a jump point. */
  nodes: Uint8Array;
  /** Uint8Array(cells), direction mask of the arrivals after which a run ends. */
  ends: Uint8Array;
  read(cell: number): void;
  log: EditLog;
  /** Brings all up to date, where the grid changes. @returns cells whose windows are new */
  repair?(cells: Iterable<number>): number[];
}

/** @param isExact whether they depend on the grid only, however it was edited; that takes longer on random costs */
export const weightedJumps = (grid: Grid, isExact = false): WeightedJumps => finish(weightedSteps(grid, isExact));

/** {@link weightedJumps} in steps. */
export function* weightedSteps(grid: Grid, isExact = false): Steps<WeightedJumps> {
  const distances = new Int16Array(8 * grid.open.length);
  const jumps = { distances, ...(yield* windowSteps(grid, isExact)), log: new EditLog(grid) };
  yield* sweepRuns(
    distances,
    yield* runSteps(grid),
    directionSteps(grid.stride),
    runOrder(grid).short,
    lookOf(grid, jumps),
  );
  return jumps;
}

/** @returns distance of a cell in a straight direction, by that of the next cell */
export function lookOf({ stride }: Grid, { distances, legal, nodes, ends }: WeightedJumps) {
  const steps = directionSteps(stride);
  return (c: number, d: number): number => {
    if (((legal[c] >> d) & 1) === 0) return 0;
    const next = c + steps[d];
    if ((nodes[next] >> d) & 1) return 1;
    const ahead = (ends[next] >> d) & 1 ? 0 : distances[8 * next + d];
    return ahead > 0 ? ahead + 1 : ahead - 1;
  };
}

/** Jumps that are repaired around edits. They depend on the grid only, however it was edited. */
export function liveWeightedJumps(grid: Grid): WeightedJumps {
  const jumps = weightedJumps(grid, true);
  const look = lookOf(grid, jumps);
  jumps.repair = (cells) => {
    const windows = windowsRound(cells, grid);
    windows.forEach(jumps.read);
    jumps.log.add(repairRuns(jumps.distances, directionSteps(grid.stride), runOrder(grid).short, windows, look));
    return windows;
  };
  return jumps;
}

/** Direction masks of the moves out of each cell, by jump distances. */
export function legalMoves({ distances }: Pick<WeightedJumps, 'distances'>): Uint8Array {
  const legal = new Uint8Array(distances.length >> 3);
  for (let i = 0; i < distances.length; i++) if (distances[i] !== 0) legal[i >> 3] |= 1 << (i & 7);
  return legal;
}
