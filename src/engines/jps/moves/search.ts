/** JPS+ under any move rule: A* over nodes, half as fast as `../query/search.ts` (docs/decisions/move-rules.md). */

import { grown } from '../../../core/arrays.js';
import { directionSteps } from '../../../core/grid/directions.js';
import type { Grid } from '../../../core/grid/grid.js';
import { movesOf } from '../../../core/grid/moves.js';
import { countBits } from '../../../core/grid/rank.js';
import { type CellBoxes, EVERYWHERE, holds, packPoint, SPARE, X_MASK, Y_SHIFT } from '../../../core/grid/rectangle.js';
import { STRAIGHT } from '../../../core/grid/step-costs.js';
import { lower, POINT_STEPS, upper } from '../../../core/search/edit-log.js';
import { emptyWays, lineWriter } from '../../../core/search/empty-ways.js';
import type { Engine } from '../../../core/search/engine.js';
import { Heap } from '../../../core/search/heap.js';
import type { PathBuffer } from '../../../core/search/path.js';
import { type MoveJumps, repairMoveJumps } from './jumps.js';
import { growNodes, newNodes } from './nodes.js';

/** Ints of an edge: target, cost, and the corners of the rectangle of goals that it is good for. */
const EDGE = 4;
/** Ints of edges that may be dead before all are made again. */
const ROOM = 1 << 16;

/** What goal bounds tell of a cell and direction; made in `../../bounds/move-boxes.ts`. */
export interface MoveBounds extends CellBoxes {
  /** The same of all directions of a mask together. */
  hull(cell: number, mask: number, corners: Int32Array): void;
}

/**
 * @param jumps of this grid, by {@link buildMoveJumps}
 * @returns a search that can be repaired: nodes are numbered when a search first meets them, the start is node 0
 */
export function moveSearch(grid: Grid, jumps: MoveJumps, bounds?: MoveBounds): Engine {
  const { stride } = grid;
  const { distances, nodes, stops, windows, log } = jumps;
  const { legal, after, long, sides, costs, distance } = movesOf(grid.moveRule);
  const steps = directionSteps(stride);
  /** Number of the first node of each cell, 0 for none; nodes of a cell are in the order of their directions. */
  const numbers = new Int32Array(grid.open.length);
  let count = 1;
  const known = newNodes();
  let edges = new Int32Array(1024);
  let edgeCount = 0;
  let dead = 0;
  const box = new Int32Array(2);
  const hull = new Int32Array(2);
  /** Corners of the box of cells that edges are read from. */
  let low = 0;
  let high = 0;
  /** Goal for which edges are made, at the start; -1 for any goal. */
  let wanted = -1;
  const heap = new Heap();
  let trail = new Int32Array(256);
  let stamp = 0;
  const wayOver = emptyWays(grid);
  const write = lineWriter(grid);

  const numberOf = (cell: number, d: number, point: number): number => {
    if (numbers[cell] === 0) {
      numbers[cell] = count;
      for (let bits = nodes[cell]; bits !== 0; bits &= bits - 1) {
        if (count === known.g.length) growNodes(known);
        known.points[count] = point;
        known.arrivals[count++] = 8 * cell + 31 - Math.clz32(bits & -bits);
      }
    }
    return numbers[cell] + countBits(nodes[cell] & ((1 << d) - 1));
  };

  const addEdge = (cell: number, d: number, point: number, cost: number) => {
    if (wanted < 0) see(point);
    const t = numberOf(cell, d, point);
    let [from, to] = [box[0], box[1]];
    if (bounds) {
      const { hulls } = known;
      if (hulls[2 * t + 1] === 0) {
        bounds.hull(cell, after[8 * windows[cell] + d], hull);
        hulls[2 * t] = hull[0];
        hulls[2 * t + 1] = hull[1];
      }
      if (wanted >= 0 && !holds(hulls[2 * t], hulls[2 * t + 1], wanted)) return;
      from = upper(from, hulls[2 * t]) - SPARE;
      to = lower(to, hulls[2 * t + 1]) + SPARE;
      if (((to - from) & SPARE) !== SPARE) return;
    }
    if (edgeCount + EDGE > edges.length) edges = grown(edges);
    edges[edgeCount] = t;
    edges[edgeCount + 1] = cost;
    edges[edgeCount + 2] = from;
    edges[edgeCount + 3] = to;
    edgeCount += EDGE;
  };

  const see = (point: number) => {
    low = lower(low, point);
    high = upper(high, point);
  };

  /** Steps along a long ray to its next stop, or minus those to its end. */
  const jump = (cell: number, d: number): number => {
    if (log.edits === 1) return distances[8 * cell + d];
    let run = 0;
    for (let at = cell; legal[windows[at]] & (1 << d); run++) {
      at += steps[d];
      if (stops[at] & (1 << d)) return run + 1;
    }
    return -run;
  };

  /** Adds the edges of a node that leave its cell in the directions of a mask. */
  const expand = (n: number, cell: number, mask: number) => {
    known.firstEdge[n] = edgeCount;
    const from = known.points[n];
    low = from;
    high = from + SPARE;
    for (let d = 0; d < 8; d++) {
      known.views[8 * n + d] = 0;
      if (((mask >> d) & 1) === 0) continue;
      box[0] = 0;
      box[1] = EVERYWHERE;
      bounds?.box(cell, d, box);
      if (((long >> d) & 1) === 0) {
        const v = distances[8 * cell + d];
        known.views[8 * n + d] = Math.abs(v);
        if (v > 0) addEdge(cell + v * steps[d], d, from + v * POINT_STEPS[d], v * STRAIGHT);
        continue;
      }
      let run = 0;
      let at = cell;
      let v = jump(cell, d);
      for (; v > 0; v = jump(at, d)) {
        run += v;
        at += v * steps[d];
        const far = run * costs[d];
        const point = from + run * POINT_STEPS[d];
        if (nodes[at] & (1 << d)) {
          addEdge(at, d, point, far);
          v = 0;
          break;
        }
        for (let bits = after[8 * windows[at] + d] & sides[d]; bits !== 0; bits &= bits - 1) {
          const side = 31 - Math.clz32(bits & -bits);
          const s = distances[8 * at + side];
          if (s > 0) addEdge(at + s * steps[side], side, point + s * POINT_STEPS[side], far + s * STRAIGHT);
        }
      }
      run -= v;
      known.views[8 * n + d] = run;
      if (wanted < 0) see(from + run * POINT_STEPS[d]);
    }
    known.endEdge[n] = edgeCount;
    known.edits[n] = log.edits;
    known.lows[n] = low;
    known.highs[n] = high;
  };

  /** Makes the edges of a node unless it has them, and no edit has reached them. */
  const refresh = (n: number) => {
    const { edits, lows, highs, firstEdge, endEdge, arrivals } = known;
    if (edits[n] > 0) {
      if (log.isSound(edits[n], lows[n], highs[n])) {
        edits[n] = log.edits;
        return;
      }
      dead += endEdge[n] - firstEdge[n];
    }
    const cell = arrivals[n] >> 3;
    expand(n, cell, after[8 * windows[cell] + (arrivals[n] & 7)]);
  };

  const seenCost = (n: number, goalX: number, goalY: number): number => {
    const { points, views } = known;
    const x = points[n] & X_MASK;
    const y = points[n] >> Y_SHIFT;
    const { ray, level, straight, rest } = wayOver(goalX - x, goalY - y);
    if (level === 0) return rest <= views[8 * n + straight] ? rest * STRAIGHT : Infinity;
    if (level > views[8 * n + ray]) return Infinity;
    const turn = Math.imul(y + 1, stride) + x + 1 + level * steps[ray];
    if (rest > 0 && rest > Math.abs(distances[8 * turn + straight])) return Infinity;
    return level * costs[ray] + rest * STRAIGHT;
  };

  const finish = (last: number, goal: number, best: number, path: PathBuffer): boolean => {
    if (best === Infinity) return false;
    let k = 1;
    trail[0] = goal;
    for (let n = last; n >= 0; n = known.parents[n]) {
      if (k === trail.length) trail = grown(trail);
      trail[k++] = known.points[n];
    }
    write(path, trail, k, best / STRAIGHT);
    return true;
  };

  const self: Engine = {
    expanded: 0,
    generated: 0,
    search(x0, y0, x1, y1, path) {
      if (!grid.isOpen(x0, y0) || !grid.isOpen(x1, y1)) return false;
      const [goalX, goalY] = [x1 | 0, y1 | 0];
      const goal = packPoint(goalX, goalY);
      if (++stamp === 0x7fffffff) {
        known.stamps.fill(0);
        stamp = 1;
      }
      heap.size = 0;
      known.points[0] = packPoint(x0 | 0, y0 | 0);
      known.parents[0] = -1;
      known.g[0] = 0;
      const cell = grid.cell(x0 | 0, y0 | 0);
      // Its edges lie behind all others, and are freed immediately.
      const kept = edgeCount;
      let allowed = legal[windows[cell]];
      if (bounds) {
        for (let d = 0; d < 8; d++) {
          bounds.box(cell, d, box);
          if (!holds(box[0], box[1], goal)) allowed &= ~(1 << d);
        }
      }
      wanted = goal;
      expand(0, cell, allowed);
      wanted = -1;
      let best = Infinity;
      let last = 0;
      let expanded = 0;
      let generated = 1;
      const { trace } = self;
      let { g, parents, stamps, points, firstEdge, endEdge, edits } = known;
      for (let n = 0; ; ) {
        const base = g[n];
        expanded++;
        if (n === 0) edgeCount = kept;
        else if (edits[n] !== log.edits) {
          refresh(n);
          ({ g, parents, stamps, points, firstEdge, endEdge, edits } = known);
        }
        if (trace?.(points[n], n === 0 ? -1 : points[parents[n]], base / STRAIGHT) === true) {
          best = Infinity;
          break;
        }
        const seen = base + seenCost(n, goalX, goalY);
        if (seen < best) {
          best = seen;
          last = n;
        }
        // The best successor stays out of the heap.
        let next = -1;
        let nextKey = Infinity;
        for (let e = firstEdge[n], end = endEdge[n]; e < end; e += EDGE) {
          if (!holds(edges[e + 2], edges[e + 3], goal)) continue;
          const t = edges[e];
          const cost = base + edges[e + 1];
          if (stamps[t] === stamp && g[t] <= cost) continue;
          const key = cost + distance((points[t] & X_MASK) - goalX, (points[t] >> Y_SHIFT) - goalY);
          if (key >= best) continue;
          g[t] = cost;
          parents[t] = n;
          stamps[t] = stamp;
          generated++;
          if (key < nextKey) {
            if (next >= 0) heap.push(nextKey, next);
            next = t;
            nextKey = key;
          } else heap.push(key, t);
        }
        if (heap.size > 0 && heap.keys[0] < nextKey) {
          if (heap.keys[0] >= best) break;
          const top = heap.pop();
          if (next >= 0) heap.push(nextKey, next);
          n = top;
        } else {
          if (next < 0 || nextKey >= best) break;
          n = next;
        }
      }
      self.expanded = expanded;
      self.generated = generated;
      return finish(last, goal, best, path);
    },
    repair(cells) {
      for (const cell of repairMoveJumps(grid, jumps, cells)) numbers[cell] = 0;
      if (2 * dead < edgeCount + ROOM) return;
      numbers.fill(0);
      known.edits.fill(0);
      count = 1;
      dead = edgeCount = 0;
    },
  };
  return self;
}
