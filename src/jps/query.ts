/**
 * JPS+ query: A* over the jump-point graph, optimal in integer octile costs.
 *
 * The goal is no node. Each expansion asks whether the goal lies on one of the node's canonical rays,
 * or where one of its diagonals comes level with it:
 *
 *     n . . . .        n sees g: two diagonal steps, then two straight ones
 *     . \ . . .
 *     . . \ - g
 *
 * The open list is a ring of buckets, half a step of f wide, each a linked list, last in first out: a third
 * faster than a binary heap (docs/decisions.md). With a consistent heuristic f never falls below the bucket
 * being emptied, and no edge raises it by more than twice its cost, so a ring that spans that rise holds all
 * that is open at once. Inside a bucket there is no order: a node may be expanded with a cost that is not
 * yet final, and again when it improves, so the search stops at the first bucket that cannot hold
 * anything below its best answer.
 */

import { directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { EVERYWHERE, holds, packPoint, X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { DIAGONAL, octile, STRAIGHT } from '../grid/step-costs.js';
import type { Engine } from '../search/engine.js';
import type { PathBuffer } from '../search/path.js';
import type { JumpDistances } from './build.js';
import { EDGE, type EdgeBounds, END, FIRST, jumpGraph, NODE, PARENT, POINT, SEES, STAMP } from './graph.js';

/** Width of a bucket. */
const BUCKET = STRAIGHT / 2;
/** A product is faster than a quotient, and costs are integers: no rounding takes one over the edge of a bucket. */
const PER_BUCKET = 1 / BUCKET;
/** A bucket with nothing in it. */
const EMPTY = -1;

/**
 * @param bounds goal bounds of this grid: fewer nodes are expanded, and the paths cost the same
 * @param stamp where the query counter starts; tests set it near its end
 */
export function jumpSearch(grid: Grid, jumps: JumpDistances, bounds?: EdgeBounds, stamp = 0): Engine {
  const graph = jumpGraph(grid, jumps, bounds);
  const { count, nodes, views, view } = graph;
  const { width, height, stride } = grid;
  const steps = directionSteps(stride);
  // Cost from the start, per node: a double, exact, and no map is long enough to overflow it.
  const g = new Float64Array(count + 1);
  const maxEdge = DIAGONAL * Math.min(width, height) + STRAIGHT * Math.max(width, height);
  const heads = new Int32Array(2 ** Math.ceil(Math.log2((2 * maxEdge) / BUCKET + 2))).fill(EMPTY);
  const mask = heads.length - 1;
  // Node and next item of its bucket, in turn.
  let items = new Int32Array(1024);
  nodes[NODE * count + PARENT] = -1;
  nodes[NODE * count + SEES + 1] = EVERYWHERE;
  let trail = new Int32Array(256);

  /** Cost at which a node sees the goal along a canonical direction, or Infinity. */
  const seenCost = (n: number, goalX: number, goalY: number): number => {
    const x = nodes[NODE * n + POINT] & X_MASK;
    const y = nodes[NODE * n + POINT] >> Y_SHIFT;
    const dx = goalX - x;
    const dy = goalY - y;
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    const level = ax < ay ? ax : ay;
    const rest = ax + ay - 2 * level;
    // The last direction, straight, and the diagonal before it.
    const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
    const diagonal = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
    if (level > 0) {
      if (level > views[8 * n + diagonal]) return Infinity;
      if (rest > 0 && rest > view((y + 1) * stride + x + 1 + level * steps[diagonal], straight)) return Infinity;
    } else if (rest > views[8 * n + straight]) return Infinity;
    return g[n] + level * DIAGONAL + rest * STRAIGHT;
  };

  const trace = (last: number, goal: number, cost: number, path: PathBuffer) => {
    let count = 1;
    trail[0] = goal;
    for (let n = last; n >= 0; n = nodes[NODE * n + PARENT]) {
      if (count === trail.length) trail = grown(trail);
      trail[count++] = nodes[NODE * n + POINT];
    }
    path.write(trail, count, cost / STRAIGHT);
  };

  const self: Engine = {
    expanded: 0,
    generated: 0,
    // One function with its state in locals: with several maps loaded the engine cannot treat what a closure
    // captures as constants, and the same code in pieces is a third slower.
    search(x0, y0, goalX, goalY, path) {
      if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
      if (stamp > 0x7fffffff - 4) {
        for (let i = STAMP; i < nodes.length; i += NODE) nodes[i] = 0;
        stamp = 0;
      }
      stamp += 2;
      g[count] = 0;
      nodes[NODE * count + POINT] = packPoint(x0, y0);
      nodes[NODE * count + STAMP] = stamp;
      const goal = packPoint(goalX, goalY);
      const lowest = octile(goalX - x0, goalY - y0);
      let best = Infinity;
      let last = count;
      let expanded = 0;
      let generated = 1;
      let used = 0;
      // Bucket being emptied and last one ever filled, counted from `lowest`, not wrapped.
      let current = 0;
      let lastBucket = -1;
      let n = count;
      graph.setStart(grid.cell(x0, y0), goal);
      // It ends: what is generated has made a node cheaper, and every edge costs something. A path leads over open cells, since edges and
      // views are read from distances that `buildJumpDistances` made of legal moves, wherever a blob says that jumps end.
      while (n >= 0) {
        const at = NODE * n;
        // The best successor stays out of the open list: with bounds it is mostly the only one, and next.
        let next = -1;
        let nextF = best;
        if (nodes[at + STAMP] === stamp) {
          expanded++;
          nodes[at + STAMP] = stamp + 1;
          if (nodes[at + FIRST] === 0) graph.complete(n);
          if (holds(nodes[at + SEES], nodes[at + SEES + 1], goal)) {
            const seen = seenCost(n, goalX, goalY);
            if (seen < best) {
              best = seen;
              last = n;
            }
          }
          const { edges } = graph;
          const base = g[n];
          for (let e = nodes[at + FIRST], end = nodes[at + END]; e < end; e += EDGE) {
            if (!holds(edges[e + 2], edges[e + 3], goal)) continue;
            let t = edges[e];
            const i = NODE * t;
            const cost = base + edges[e + 1];
            if (nodes[i + STAMP] >= stamp && g[t] <= cost) continue;
            let f = cost + octile((nodes[i + POINT] & X_MASK) - goalX, (nodes[i + POINT] >> Y_SHIFT) - goalY);
            if (f >= best) continue;
            nodes[i + STAMP] = stamp;
            nodes[i + PARENT] = n;
            g[t] = cost;
            generated++;
            if (f < nextF || next < 0) {
              const better = t;
              const betterF = f;
              t = next;
              f = nextF;
              next = better;
              nextF = betterF;
              if (t < 0) continue;
            }
            const bucket = ((f - lowest) * PER_BUCKET) | 0;
            if (bucket > lastBucket) lastBucket = bucket;
            if (2 * used === items.length) items = grown(items);
            items[2 * used] = t;
            items[2 * used + 1] = heads[bucket & mask];
            heads[bucket & mask] = used++;
          }
        }
        // Is there anything in a bucket before that of the successor?
        const bucket = next < 0 ? lastBucket + 1 : ((nextF - lowest) * PER_BUCKET) | 0;
        while (current < bucket && current <= lastBucket && heads[current & mask] === EMPTY) current++;
        if (current < bucket && current <= lastBucket) {
          if (lowest + current * BUCKET >= best) break;
          const item = heads[current & mask];
          n = items[2 * item];
          heads[current & mask] = items[2 * item + 1];
          if (next >= 0) {
            // It takes the item's place.
            if (bucket > lastBucket) lastBucket = bucket;
            items[2 * item] = next;
            items[2 * item + 1] = heads[bucket & mask];
            heads[bucket & mask] = item;
          }
        } else n = nextF < best ? next : -1;
      }
      for (; current <= lastBucket; current++) heads[current & mask] = EMPTY;
      self.expanded = expanded;
      self.generated = generated;
      if (best === Infinity) return false;
      trace(last, goal, best, path);
      return true;
    },
  };
  return self;
}
