/**
 * The oracle of goal bounds: plain heap Dijkstra over (cell, arrival direction) states that keeps all tied first moves.
 * The canonical rule is spelled out once more from its definition, with no table and no jump distance.
 */

import { DX, DY } from '../src/core/grid/directions.js';
import type { Grid } from '../src/core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../src/core/grid/step-costs.js';
import { weightedJumps } from '../src/engines/weighted/jumps.js';
import { successorsOf } from '../src/engines/weighted/successors.js';

/** Arrival direction of the source, from which every direction is canonical. */
const NONE = 8;
const STATES = 9;

/** minX, minY, maxX, maxY of the goals of each direction; empty for a direction that no optimal path starts with. */
export type OracleBoxes = number[][];

export function oracleBoxes(grid: Grid, source: number): OracleBoxes {
  const { stride, open, costs } = grid;
  const successors = costs ? weightedSuccessors(grid) : canonicalSuccessors(grid);
  const g = new Float64Array(STATES * open.length).fill(Infinity);
  const firsts = new Uint8Array(g.length);
  const done = new Uint8Array(g.length);
  const heap: [cost: number, state: number][] = [];
  const start = STATES * source + NONE;
  g[start] = 0;
  push(heap, 0, start);
  while (heap.length > 0) {
    const [cost, state] = pop(heap);
    if (done[state]) continue;
    done[state] = 1;
    const cell = Math.floor(state / STATES);
    for (const d of successors(cell, state % STATES)) {
      const next = STATES * (cell + DX[d] + DY[d] * stride) + d;
      const price = costs ? costs[cell] + costs[Math.floor(next / STATES)] : 1;
      const total = cost + price * (d % 2 ? DIAGONAL : STRAIGHT);
      const first = state === start ? 1 << d : firsts[state];
      if (total < g[next]) {
        g[next] = total;
        firsts[next] = first;
        push(heap, total, next);
      } else if (total === g[next]) firsts[next] |= first;
    }
  }
  const boxes: OracleBoxes = Array.from({ length: 8 }, () => []);
  for (let cell = 0; cell < open.length; cell++) {
    if (cell === source) continue;
    const arrivals = g.subarray(STATES * cell, STATES * cell + NONE);
    const best = Math.min(...arrivals);
    if (best === Infinity) continue;
    let mask = 0;
    for (let a = 0; a < 8; a++) if (arrivals[a] === best) mask |= firsts[STATES * cell + a];
    const [x, y] = [(cell % stride) - 1, Math.floor(cell / stride) - 1];
    for (let d = 0; d < 8; d++) {
      if (((mask >> d) & 1) === 0) continue;
      const [minX, minY, maxX, maxY] = boxes[d].length > 0 ? boxes[d] : [x, y, x, y];
      boxes[d] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)];
    }
  }
  return boxes;
}

/** Directions that are gone on in from a cell after an arrival. */
type Successors = (cell: number, arrival: number) => number[];

const DIRECTIONS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Directions that remain where cells have costs, which `successors.test.ts` proves. */
function weightedSuccessors(grid: Grid): Successors {
  const mask = successorsOf(grid);
  const { legal } = weightedJumps(grid);
  return (cell, arrival) => DIRECTIONS.filter((d) => ((arrival === NONE ? legal[cell] : mask(cell, arrival)) >> d) & 1);
}

/** Directions that are legal and canonical. */
const canonicalSuccessors =
  ({ open, stride }: Grid): Successors =>
  (cell, arrival) => {
    const at = (...directions: number[]) =>
      open[directions.reduce((c, d) => c + DX[d & 7] + DY[d & 7] * stride, cell)] === 1;
    const canonical = arrival === NONE ? [...DIRECTIONS] : [arrival];
    if (arrival < NONE && arrival % 2 === 1) canonical.push((arrival + 1) & 7, (arrival + 7) & 7);
    if (arrival < NONE && arrival % 2 === 0) {
      for (const [side, diagonal] of [
        [arrival + 2, arrival + 1],
        [arrival + 6, arrival + 7],
      ]) {
        if (at(side) && !at(arrival + 4, side)) canonical.push(side & 7, diagonal & 7);
      }
    }
    return canonical.filter((d) => at(d) && (d % 2 === 0 || (at(d + 1) && at(d + 7))));
  };

function push(heap: [number, number][], cost: number, state: number): void {
  let i = heap.length;
  for (let up = (i - 1) >> 1; i > 0 && heap[up][0] > cost; i = up, up = (i - 1) >> 1) heap[i] = heap[up];
  heap[i] = [cost, state];
}

function pop(heap: [number, number][]): [number, number] {
  const top = heap[0];
  const last = heap.pop();
  if (heap.length === 0 || !last) return top;
  let i = 0;
  for (let child = 1; child < heap.length; child = 2 * i + 1) {
    if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++;
    if (heap[child][0] >= last[0]) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return top;
}
