/**
 * JPS+ jump distances (Harabor & Grastien 2014): for every open cell and direction, the steps to the
 * next jump point, or minus the steps that can be made before the wall.
 *
 *     # # # # # #       from s eastward: the fourth cell is a jump point (its S opens up there),
 *     s . . * . .       so distance[s, E] = 3; without it the way would end at the wall: -5.
 *     . . # . . .
 *
 * Only a straight arrival makes a jump point (FORCED in `grid/directions.ts`). A diagonal stops at a
 * *turning point*: a cell that has a straight jump point in view along one of the diagonal's two
 * components. Both are *stops* here; with the stops known, one rule fills all eight planes:
 *
 *     illegal step: 0      lands on a stop: 1      else the neighbor's distance, one step longer
 *
 * Measured and decided: docs/decisions/loads.md.
 */
import { grown } from '../../core/arrays.js';
import { column, directionSteps, eachRunAgainst, FORCED, LEGAL, TURNS } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { axialOf } from '../../core/grid/hexes.js';
import { buildMoveJumps } from './moves/jumps.js';

export interface JumpDistances {
  /** Int16Array(8 * cells): > 0 steps to the next stop, <= 0 minus those to the wall. */
  distances: Int16Array;
  /** Uint8Array(cells, whole words): arrivals that stop: jump points (even bits), turning points (odd). */
  stops: Uint8Array;
  /** Every straight arrival at a jump point, ascending: Int32Array of 8 * cell + direction. */
  arrivals: Int32Array;
  /** Int32Array(words of stops): number of arrivals before each word that holds one. */
  before: Int32Array;
}

/**
 * Jump distances of JPS+ (Harabor & Grastien 2014): steps to the next jump point, or minus those to the wall.
 * @returns distances of every open cell, 0 for illegal directions; of hexagons in an offset layout on their axial grid
 */
export function buildJumpDistances(grid: Grid): JumpDistances {
  if (grid.moveRule !== 'no-corners') return moveDistances(axialOf(grid));
  const { open, stride } = grid;
  const runs = grid.runs();
  const legal = new Uint8Array(open.length);
  const stops = new Uint8Array((open.length + 3) & ~3);
  const before = new Int32Array(stops.length >> 2);
  const cells = new Int32Array(stride);
  let arrivals = new Int32Array(1024);
  let count = 0;
  let word = -1;
  for (let r = 0; r < runs.length; r += 2) {
    const stopCount = scanRun(open, stride, runs[r], runs[r + 1], legal, stops, cells);
    if (count + 4 * stopCount > arrivals.length) arrivals = grown(arrivals, 4 * stopCount);
    for (let i = 0; i < stopCount; i++) {
      const cell = cells[i];
      if (cell >> 2 !== word) {
        word = cell >> 2;
        before[word] = count;
      }
      for (let d = 0; d < 8; d += 2) {
        arrivals[count] = 8 * cell + d;
        count += (stops[cell] >> d) & 1;
      }
    }
  }
  const distances = new Int16Array(8 * open.length);
  const steps = directionSteps(stride);
  for (const d of [0, 2, 4, 6, 1, 3, 5, 7]) {
    eachRunAgainst(runs, steps[d], (from, end, delta) =>
      sweepRun(distances, legal, stops, from, end, delta, d, steps[d]),
    );
  }
  return { distances, stops, arrivals: arrivals.slice(0, count), before };
}

/** Number of cells that are jump points, from whichever directions. */
export function countJumpPoints({ stops }: Pick<JumpDistances, 'stops'>): number {
  return stops.reduce((n, s) => n + (s & 0b01010101 ? 1 : 0), 0);
}

/** Legal moves and jump points of a run of open cells; writes the jump points to `cells`. @returns their number */
function scanRun(
  open: Uint8Array,
  stride: number,
  from: number,
  to: number,
  legal: Uint8Array,
  stops: Uint8Array,
  cells: Int32Array,
): number {
  let stopCount = 0;
  let window = column(open, from, stride);
  for (let c = from; c < to; c++) {
    window = ((window << 3) | column(open, c + 1, stride)) & 511;
    legal[c] = LEGAL[window];
    stops[c] |= FORCED[window];
    // Without a branch: one that is hardly ever taken would be compiled wrongly first.
    cells[stopCount] = c;
    stopCount += -stops[c] >>> 31;
  }
  return stopCount;
}

/**
 * Fills direction d of one run, and marks turning points. Branch-free, since noisy maps mispredict; one direction at a
 * time, since a fresh process runs mostly uncompiled.
 */
function sweepRun(
  distances: Int16Array,
  legal: Uint8Array,
  stops: Uint8Array,
  from: number,
  end: number,
  delta: number,
  d: number,
  step: number,
): void {
  const turns = TURNS[d];
  for (let c = from, i = 8 * from + d; c !== end; c += delta, i += 8 * delta) {
    const next = distances[i + 8 * step];
    const stop = (stops[c + step] >> d) & 1;
    // 0 if the move is illegal, 1 if it lands on a stop, otherwise the neighbor's distance one step farther from zero.
    const v = (((next - 1 - 2 * (-next >> 31)) & (stop - 1)) | stop) & -((legal[c] >> d) & 1);
    distances[i] = v;
    stops[c] |= (-v >> 31) & turns;
  }
}

function moveDistances(grid: Grid): JumpDistances {
  const { distances, stops, nodes } = buildMoveJumps(grid);
  const before = new Int32Array(nodes.length >> 2);
  const arrivals: number[] = [];
  for (let c = 0, word = -1; c < nodes.length; c++) {
    if (nodes[c] > 0 && c >> 2 !== word) {
      word = c >> 2;
      before[word] = arrivals.length;
    }
    for (let d = 0; d < 8; d++) if ((nodes[c] >> d) & 1) arrivals.push(8 * c + d);
  }
  return { distances, stops, arrivals: Int32Array.from(arrivals), before };
}
