/** JPS+ under any move rule: A* over nodes, half as fast as `../query/search.ts` (docs/decisions/move-rules.md). */

import { grown } from '../../arrays.js';
import { DX, DY, directionSteps } from '../../grid/directions.js';
import type { Grid } from '../../grid/grid.js';
import { movesOf } from '../../grid/moves.js';
import { rank } from '../../grid/rank.js';
import { type CellBoxes, EVERYWHERE, holds, packPoint, SPARE, X_MASK, Y_SHIFT } from '../../grid/rectangle.js';
import { isHex, isStraight } from '../../grid/rules.js';
import { STRAIGHT } from '../../grid/step-costs.js';
import type { Engine } from '../../search/engine.js';
import { Heap } from '../../search/heap.js';
import type { PathBuffer } from '../../search/path.js';
import { emptyWays } from './empty-ways.js';
import type { MoveJumps } from './jumps.js';

/** Ints of an edge: target, cost, and the corners of the rectangle of goals that it is good for. */
const EDGE = 4;

/** What goal bounds tell of a cell and direction; made in `../../bounds/move-boxes.ts`. */
export interface MoveBounds extends CellBoxes {
  /** The same of all directions of a mask together. */
  hull(cell: number, mask: number, corners: Int32Array): void;
}

/** @param jumps of this grid, by {@link buildMoveJumps} */
export function moveSearch(grid: Grid, jumps: MoveJumps, bounds?: MoveBounds): Engine {
  const { stride } = grid;
  const { distances, nodes, arrivals, before, windows } = jumps;
  const { legal, after, long, sides, costs, distance } = movesOf(grid.moveRule);
  const four = isStraight(grid);
  const hex = isHex(grid);
  const steps = directionSteps(stride);
  const words = new Uint32Array(nodes.buffer, nodes.byteOffset, nodes.length >> 2);
  const count = arrivals.length;
  // The start comes after the nodes.
  const start = count;
  const g = new Float64Array(count + 1);
  const parents = new Int32Array(count + 1);
  const stamps = new Int32Array(count + 1);
  const points = new Int32Array(count + 1);
  const firstEdge = new Int32Array(count + 1).fill(-1);
  const endEdge = new Int32Array(count + 1);
  /** How far a goal is seen along each direction, before a turn. */
  const views = new Int16Array(8 * (count + 1));
  let edges = new Int32Array(1024);
  let edgeCount = 0;
  const box = new Int32Array(2);
  const hull = new Int32Array(2);
  /** Corners of the rectangle of goals that a node is good for; 0 until they are asked for. */
  const hulls = new Int32Array(bounds ? 2 * count : 0);
  /** Goal of the edges that are being made, or -1 for any. */
  let wanted = -1;
  const heap = new Heap();
  let trail = new Int32Array(256);
  let stamp = 0;
  const wayOver = emptyWays(grid);

  for (let n = 0; n < count; n++) {
    const cell = arrivals[n] >> 3;
    points[n] = packPoint((cell % stride) - 1, Math.floor(cell / stride) - 1);
  }

  const addEdge = (cell: number, d: number, cost: number) => {
    const t = rank(words, before, -1, cell, d);
    let [low, high] = [box[0], box[1]];
    if (bounds) {
      if (hulls[2 * t + 1] === 0) {
        bounds.hull(cell, after[8 * windows[cell] + d], hull);
        hulls[2 * t] = hull[0];
        hulls[2 * t + 1] = hull[1];
      }
      hull[0] = hulls[2 * t];
      hull[1] = hulls[2 * t + 1];
      if (wanted >= 0 && !holds(hull[0], hull[1], wanted)) return;
      low = packPoint(
        Math.max(low & X_MASK, hull[0] & X_MASK),
        Math.max((low >> Y_SHIFT) & X_MASK, (hull[0] >> Y_SHIFT) & X_MASK),
      );
      high =
        packPoint(
          Math.min(high & X_MASK, hull[1] & X_MASK),
          Math.min((high >> Y_SHIFT) & X_MASK, (hull[1] >> Y_SHIFT) & X_MASK),
        ) + SPARE;
      if (((high - low) & SPARE) !== SPARE) return;
    }
    if (edgeCount + EDGE > edges.length) edges = grown(edges);
    edges[edgeCount] = t;
    edges[edgeCount + 1] = cost;
    edges[edgeCount + 2] = low;
    edges[edgeCount + 3] = high;
    edgeCount += EDGE;
  };

  /** Adds the edges of a node that leave its cell in the directions of a mask. */
  const expand = (n: number, cell: number, mask: number) => {
    firstEdge[n] = edgeCount;
    for (let d = 0; d < 8; d++) {
      views[8 * n + d] = 0;
      if (((mask >> d) & 1) === 0) continue;
      box[0] = 0;
      box[1] = EVERYWHERE;
      bounds?.box(cell, d, box);
      let v = distances[8 * cell + d];
      if (((long >> d) & 1) === 0) {
        views[8 * n + d] = Math.abs(v);
        if (v > 0) addEdge(cell + v * steps[d], d, v * STRAIGHT);
        continue;
      }
      let run = 0;
      let at = cell;
      for (; v > 0; v = distances[8 * at + d]) {
        run += v;
        at += v * steps[d];
        const far = run * costs[d];
        if ((nodes[at] >> d) & 1) {
          addEdge(at, d, far);
          v = 0;
          break;
        }
        for (let bits = after[8 * windows[at] + d] & sides[d]; bits !== 0; bits &= bits - 1) {
          const side = 31 - Math.clz32(bits & -bits);
          const s = distances[8 * at + side];
          if (s > 0) addEdge(at + s * steps[side], side, far + s * STRAIGHT);
        }
      }
      views[8 * n + d] = run - v;
    }
    endEdge[n] = edgeCount;
  };

  /** Cost from a node to a goal that it sees, or Infinity. */
  const seenCost = (n: number, goalX: number, goalY: number): number => {
    const x = points[n] & X_MASK;
    const y = points[n] >> Y_SHIFT;
    const { ray, level, straight, rest } = wayOver(goalX - x, goalY - y);
    if (level === 0) return rest <= views[8 * n + straight] ? rest * STRAIGHT : Infinity;
    if (level > views[8 * n + ray]) return Infinity;
    const turn = Math.imul(y + 1, stride) + x + 1 + level * steps[ray];
    if (rest > 0 && rest > Math.abs(distances[8 * turn + straight])) return Infinity;
    return level * costs[ray] + rest * STRAIGHT;
  };

  const note = (n: number, point: number): number => {
    if (n === trail.length) trail = grown(trail);
    trail[n] = point;
    return n + 1;
  };

  /** Points from the goal back to the start, with the turns between them that a buffer would not make. */
  const finish = (last: number, goal: number, best: number, path: PathBuffer): boolean => {
    if (best === Infinity) return false;
    let k = note(0, goal);
    let to = goal;
    for (let n = last; n >= 0; n = parents[n]) {
      const at = points[n];
      if (four || hex) {
        const [x, y] = [at & X_MASK, at >> Y_SHIFT];
        const { ray, level } = wayOver((to & X_MASK) - x, (to >> Y_SHIFT) - y);
        k = note(k, packPoint(x + level * DX[ray], y + level * DY[ray]));
      }
      k = note(k, at);
      to = at;
    }
    path.write(trail, k, best / STRAIGHT);
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
        stamps.fill(0);
        stamp = 1;
      }
      heap.size = 0;
      points[start] = packPoint(x0 | 0, y0 | 0);
      parents[start] = -1;
      g[start] = 0;
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
      expand(start, cell, allowed);
      wanted = -1;
      let best = Infinity;
      let last = start;
      let expanded = 0;
      let generated = 1;
      const { trace } = self;
      for (let n = start; ; ) {
        const base = g[n];
        expanded++;
        if (n === start) edgeCount = kept;
        else if (firstEdge[n] < 0)
          expand(n, arrivals[n] >> 3, after[8 * windows[arrivals[n] >> 3] + (arrivals[n] & 7)]);
        if (trace?.(points[n], n === start ? -1 : points[parents[n]], base / STRAIGHT) === true) {
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
  };
  return self;
}
