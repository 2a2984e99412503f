/**
 * Jump distances of a priced grid: for every open cell and direction, the steps to the next stop, or minus the steps
 * that a run can be followed for.
 *
 * A run goes on where nothing but the cells that any run leads to are successors, and where the next cell costs as much
 * as this one. So all cells of a run but the first, which it starts from, cost the same, and its cost is a product. A
 * long run, diagonal or along a row (`../grid/beside.ts`), stops also where a jump point is in view along one of the
 * two straight directions that follow it: a *turning point*, which is no node of the graph.
 */
import { directionSteps, eachRunAgainst } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { runOrder } from '../grid/rules.js';
import { EditLog } from '../search/edit-log.js';
import { readWindows } from './successors.js';

export interface PricedJumps {
  /**
   * Int16Array(8 * cells), in steps: > 0 to the next stop, <= 0 minus the steps to the last cell of the run. After an
   * edit those along long runs are of no use.
   */
  distances: Int16Array;
  /** Uint8Array(cells), direction mask of the moves out of the cell. */
  legal: Uint8Array;
  /** Uint8Array(cells), direction mask of the arrivals that make the cell a jump point. */
  nodes: Uint8Array;
  /** Uint8Array(cells), direction mask of the arrivals after which a run does not go on. */
  ends: Uint8Array;
  /** Reads the window of a cell again. */
  read(cell: number): void;
  log: EditLog;
  /** Brings all up to date, where the grid changes. @returns cells whose windows are new */
  repair?(cells: Iterable<number>): number[];
}

/** @param isExact whether they follow from the grid alone, however it was edited; that takes longer on random costs */
export function pricedJumps(grid: Grid, isExact = false): PricedJumps {
  const { legal, nodes, ends, read } = readWindows(grid, isExact);
  const distances = new Int16Array(8 * grid.open.length);
  const turns = new Uint8Array(grid.open.length);
  const steps = directionSteps(grid.stride);
  const runs = grid.runs();
  const { long, before, after } = runOrder(grid);
  // Straight directions before the long ones that turn into them.
  const isLong = (d: number) => (long >> d) & 1;
  for (const d of [0, 2, 4, 6, 1, 3, 5, 7].sort((a, b) => isLong(a) - isLong(b))) {
    const step = steps[d];
    const earlier = isLong(d) ? 0 : (1 << before[d]) | (1 << after[d]);
    eachRunAgainst(runs, step, (from, end, delta) =>
      sweep(distances, legal, nodes, ends, turns, from, end, delta, d, step, earlier & long),
    );
  }
  return { distances, legal, nodes, ends, read, log: new EditLog(grid) };
}

/** One run of cells. A separate function, which is compiled soon: loads are too short for more. */
function sweep(
  distances: Int16Array,
  legal: Uint8Array,
  nodes: Uint8Array,
  ends: Uint8Array,
  turns: Uint8Array,
  from: number,
  end: number,
  delta: number,
  d: number,
  step: number,
  /** Directions that turn into this one. */
  before: number,
): void {
  const bit = 1 << d;
  for (let c = from; c !== end; c += delta) {
    if ((legal[c] & bit) === 0) continue;
    const next = c + step;
    let v = 1;
    if (((nodes[next] | turns[next]) & bit) === 0) {
      v = distances[8 * next + d];
      v = (ends[next] & bit) > 0 || v <= 0 ? ((ends[next] & bit) > 0 ? 0 : v) - 1 : v + 1;
    }
    distances[8 * c + d] = v;
    if (v > 0) turns[c] |= before;
  }
}

/** Direction masks of the moves out of each cell. */
export function legalMoves({ distances }: Pick<PricedJumps, 'distances'>): Uint8Array {
  const legal = new Uint8Array(distances.length >> 3);
  for (let i = 0; i < distances.length; i++) if (distances[i] !== 0) legal[i >> 3] |= 1 << (i & 7);
  return legal;
}
