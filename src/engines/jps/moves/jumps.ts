/**
 * Jump distances under any move rule. A *node* is an arrival after which there is a choice; a long ray stops at nodes,
 * and where a straight one that it sends out sees a node.
 */
import { directionSteps, windowAt } from '../../../core/grid/directions.js';
import { finish, type Grid, RUNS_A_STEP, runSteps, type Steps } from '../../../core/grid/grid.js';
import { movesOf } from '../../../core/grid/moves.js';
import { EditLog, repairRuns, sweepRuns, windowsRound } from '../../../core/search/edit-log.js';

export interface MoveJumps {
  /** As in `JumpDistances` of `../build.ts`; after an edit, distances along long rays are invalid. */
  distances: Int16Array;
  stops: Uint8Array;
  /** Uint8Array(cells, whole words): mask of arrivals that are nodes. */
  nodes: Uint8Array;
  windows: Uint16Array;
  log: EditLog;
}

/** Jump distances of a grid under its own rule; `movesOf` has the long directions. */
export const buildMoveJumps = (grid: Grid): MoveJumps => finish(moveJumpSteps(grid));

/** {@link buildMoveJumps} in steps. */
export function* moveJumpSteps(grid: Grid): Steps<MoveJumps> {
  const { stride, open } = grid;
  const nodes = new Uint8Array((open.length + 3) & ~3);
  const distances = new Int16Array(8 * open.length);
  const jumps = {
    distances,
    stops: nodes.slice(),
    nodes,
    windows: new Uint16Array(open.length),
    log: new EditLog(grid),
  };
  const { straight, readNodes, readStops, look } = readersOf(grid, jumps);
  const runs = yield* runSteps(grid);
  const each = function* (read: (cell: number) => void): Steps<void> {
    for (let r = 0; r < runs.length; r += 2) {
      for (let c = runs[r]; c < runs[r + 1]; c++) read(c);
      if (r % (2 * RUNS_A_STEP) === 0) yield;
    }
  };
  const sweep = (mask: number) => sweepRuns(distances, runs, directionSteps(stride), mask, look);
  yield* each((c) => {
    jumps.windows[c] = windowAt(open, c, stride);
    readNodes(c);
  });
  yield* sweep(straight);
  yield* each(readStops);
  yield* sweep(~straight);
  return jumps;
}

/** Brings the jumps of a grid up to date. @param cells whose openness is new @returns cells whose nodes are others */
export function repairMoveJumps(grid: Grid, jumps: MoveJumps, cells: Iterable<number>): number[] {
  const { open, stride } = grid;
  const { windows, distances, log } = jumps;
  const { straight, readNodes, readStops, look } = readersOf(grid, jumps);
  const around = windowsRound(cells, grid);
  const others: number[] = [];
  for (const c of around) {
    windows[c] = open[c] > 0 ? windowAt(open, c, stride) : 0;
    const before = jumps.nodes[c];
    readNodes(c);
    if (jumps.nodes[c] !== before) others.push(c);
  }
  const changed = repairRuns(distances, directionSteps(stride), straight, around, look);
  changed.forEach(readStops);
  log.add(changed);
  return others;
}

function readersOf({ moveRule, stride }: Grid, { distances, stops, nodes, windows }: MoveJumps) {
  const { legal, after, sides } = movesOf(moveRule);
  const steps = directionSteps(stride);
  return {
    /** Mask of the directions that long rays send out. */
    straight: sides.reduce((mask, side) => mask | side),
    readNodes(c: number): void {
      let mask = 0;
      for (let d = 0; d < 8; d++) if (after[8 * windows[c] + d] & ~(sides[d] | (1 << d))) mask |= 1 << d;
      nodes[c] = stops[c] = mask;
    },
    /** Arrivals along rays, when distances along straight runs are there. */
    readStops(c: number): void {
      let mask = nodes[c];
      for (let d = 0; d < 8; d++)
        for (let bits = after[8 * windows[c] + d] & sides[d]; bits !== 0; bits &= bits - 1)
          if (distances[8 * c + 31 - Math.clz32(bits & -bits)] > 0) mask |= 1 << d;
      stops[c] = mask;
    },
    look(c: number, d: number): number {
      if (((legal[windows[c]] >> d) & 1) === 0) return 0;
      const ahead = distances[8 * (c + steps[d]) + d];
      return (stops[c + steps[d]] >> d) & 1 ? 1 : ahead > 0 ? ahead + 1 : ahead - 1;
    },
  };
}
