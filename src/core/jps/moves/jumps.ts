/**
 * Jump distances under any move rule. A *node* is an arrival after which there is a choice; a long ray stops at nodes,
 * and where a straight one that it sends out sees a node.
 */
import { directionSteps } from '../../grid/directions.js';
import type { Grid } from '../../grid/grid.js';
import { movesOf, windowsOf } from '../../grid/moves.js';

/** As `JumpDistances` of `../build.ts`, with what it takes to search them. */
export interface MoveJumps {
  distances: Int16Array;
  stops: Uint8Array;
  arrivals: Int32Array;
  before: Int32Array;
  /** Uint8Array(cells, whole words): mask of arrivals that are nodes, listed in `arrivals`, counted in `before`. */
  nodes: Uint8Array;
  windows: Uint16Array;
}

/** Jump distances of a grid under its own rule; long directions are those of `movesOf`. */
export function buildMoveJumps(grid: Grid): MoveJumps {
  const { open, stride } = grid;
  const { legal, after, long, sides } = movesOf(grid.moveRule);
  const windows = windowsOf(grid);
  const runs = grid.runs();
  const nodes = new Uint8Array((open.length + 3) & ~3);
  const before = new Int32Array(nodes.length >> 2);
  const arrivals: number[] = [];
  for (let r = 0; r < runs.length; r += 2) {
    for (let c = runs[r]; c < runs[r + 1]; c++) {
      for (let d = 0; d < 8; d++) {
        if ((after[8 * windows[c] + d] & ~(sides[d] | (1 << d))) === 0) continue;
        if (nodes[c] === 0 && isFirst(nodes, c)) before[c >> 2] = arrivals.length;
        nodes[c] |= 1 << d;
        arrivals.push(8 * c + d);
      }
    }
  }
  const stops = nodes.slice();
  const distances = new Int16Array(8 * open.length);
  const steps = directionSteps(stride);
  const sweep = (d: number) => {
    const step = steps[d];
    const isLong = (long >> d) & 1;
    const fill = (c: number) => {
      if (((legal[windows[c]] >> d) & 1) === 0) return;
      const next = c + step;
      if (isLong && ((stops[next] >> d) & 1) === 0 && seesNode(next, d)) stops[next] |= 1 << d;
      const n = distances[8 * next + d];
      distances[8 * c + d] = (stops[next] >> d) & 1 ? 1 : n > 0 ? n + 1 : n - 1;
    };
    // The neighbor is always done.
    if (step < 0) for (let r = 0; r < runs.length; r += 2) for (let c = runs[r]; c < runs[r + 1]; c++) fill(c);
    else for (let r = runs.length - 2; r >= 0; r -= 2) for (let c = runs[r + 1] - 1; c >= runs[r]; c--) fill(c);
  };
  const seesNode = (c: number, d: number) => {
    for (let bits = after[8 * windows[c] + d] & sides[d]; bits !== 0; bits &= bits - 1) {
      if (distances[8 * c + 31 - Math.clz32(bits & -bits)] > 0) return true;
    }
    return false;
  };
  for (let d = 0; d < 8; d++) if (((long >> d) & 1) === 0) sweep(d);
  for (let d = 0; d < 8; d++) if ((long >> d) & 1) sweep(d);
  return { distances, stops, arrivals: Int32Array.from(arrivals), before, nodes, windows };
}

/** Is a cell the first of its word that has a node? */
function isFirst(nodes: Uint8Array, c: number): boolean {
  for (let other = c & ~3; other < c; other++) if (nodes[other] !== 0) return false;
  return true;
}
