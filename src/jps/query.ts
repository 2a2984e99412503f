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
 * The open list has three forms, since with goal bounds it mostly holds nothing and without them hundreds of nodes:
 * - the best successor of the last expansion stays out of it; while it is the only open node, its f is not even computed,
 * - up to {@link FEW} nodes are a short list without order, searched whole for the smallest f,
 * - more are a ring of buckets, half a step of f wide, each a linked list through the nodes, last in first out.
 *
 * With a consistent heuristic f never falls below the bucket being emptied, and no edge raises it by more than twice its
 * cost, so a ring that spans that rise holds all that is open at once. Inside a bucket there is no order: a node may be expanded
 * with a cost that is not yet final, and again when it improves, so the search stops at the first bucket that cannot hold
 * anything below its best answer.
 *
 * It ends whatever goal bounds say: they only take edges away, the others cost what they cost on the grid, and a node is opened
 * again only where its cost, an integer, has become smaller.
 *
 * Measured and decided: docs/decisions.md, "Open list: one aside, four unsorted, then a ring of half-step buckets, last in first out".
 */

import { type Grid, grown } from '../grid/grid.js';
import { holds, packPoint, X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { DIAGONAL, octile, STRAIGHT } from '../grid/step-costs.js';
import type { Engine } from '../search/engine.js';
import type { PathBuffer } from '../search/path.js';
import type * as layout from './graph.js';
import { type EdgeBounds, jumpGraph, PARENT, POINT } from './graph.js';
import { type JumpLines, straightJump } from './lines.js';
import type { Native } from './wasm.js';

/** Width of a bucket. */
const BUCKET = STRAIGHT / 2;
/** A product is faster than a quotient, and costs are integers: no rounding takes one over the edge of a bucket. */
const PER_BUCKET = 1 / BUCKET;
/** A bucket with nothing in it. */
const EMPTY = -1;
/** Longest short list; with 8, rooms were a tenth slower, with 2, game maps. */
const FEW = 4;

/** JPS+ over one grid. */
export interface JumpSearch extends Engine {
  /** Where the arena has the record of each jump point, for a map that changes. */
  readonly records: number;
}

/**
 * @param bounds goal bounds of this grid: fewer nodes are expanded, and the paths cost the same
 * @param native runs the search in WebAssembly, where the lines are in an arena of its; JavaScript takes over a query that it has no room for
 * @param stamp where the query counter starts; tests set it near its end
 */
export function jumpSearch(grid: Grid, lines: JumpLines, bounds?: EdgeBounds, native?: Native, stamp = 0): JumpSearch {
  const graph = jumpGraph(grid, lines, bounds);
  const { arena } = lines;
  const { start, startEdges } = graph;
  const maxEdge = DIAGONAL * Math.min(grid.width, grid.height) + STRAIGHT * Math.max(grid.width, grid.height);
  /** First item of each bucket. */
  const heads = new Int32Array(2 ** Math.ceil(Math.log2((2 * maxEdge) / BUCKET + 2))).fill(EMPTY);
  const mask = heads.length - 1;
  /** Node and next item of its bucket, in turn. A node that improves is in the ring twice: the later item finds it expanded. */
  let items = new Int32Array(1024);
  // In WebAssembly the ring's heads lie in the arena, 0 where a bucket is empty.
  const nativeHeads = native ? arena.take(heads.length) : 0;
  const run = native?.search(lines, graph, nativeHeads, heads.length);
  const first = arena.end;
  const fewNodes = new Int32Array(FEW);
  const fewCosts = new Float64Array(FEW);
  let trail = new Int32Array(256);

  /** Cost from a node to the goal along a canonical ray of its, or Infinity. */
  const seenCost = (n: number, goalX: number, goalY: number): number => {
    const POINT: typeof layout.POINT = 4;
    const VIEWS: typeof layout.VIEWS = 8;
    const { ints, shorts } = arena;
    const x = ints[n + POINT] & X_MASK;
    const y = ints[n + POINT] >> Y_SHIFT;
    const dx = goalX - x;
    const dy = goalY - y;
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    const level = ax < ay ? ax : ay;
    const rest = ax + ay - 2 * level;
    // The last direction, straight, and the diagonal before it.
    const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
    const diagonal = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
    const views = 2 * (n + VIEWS);
    if (level > 0) {
      if (level > shorts[views + diagonal]) return Infinity;
      const turnX = dx > 0 ? x + level : x - level;
      const turnY = dy > 0 ? y + level : y - level;
      if (rest > 0 && rest > Math.abs(straightJump(lines, turnX, turnY, straight))) return Infinity;
    } else if (rest > shorts[views + straight]) return Infinity;
    return level * DIAGONAL + rest * STRAIGHT;
  };

  /** Leaves the path to the goal in the buffer. @param last node from which the goal is seen @returns whether there is one */
  const finish = (last: number, goal: number, best: number, path: PathBuffer): boolean => {
    if (best === Infinity) return false;
    const { ints } = arena;
    let count = 1;
    trail[0] = goal;
    for (let n = last; n >= 0; n = ints[n + PARENT]) {
      if (count === trail.length) trail = grown(trail);
      trail[count++] = ints[n + POINT];
    }
    path.write(trail, count, best / STRAIGHT);
    return true;
  };

  const self: JumpSearch = {
    records: graph.records,
    expanded: 0,
    generated: 0,
    wasm: run !== undefined,
    // One function with its state in locals: with several maps loaded the engine cannot treat what a closure
    // captures as constants, and the same code in pieces is a third slower.
    search(startX, startY, endX, endY, path) {
      // The layout of records once more, in locals: what is imported is read from memory at every use, which took a tenth of a query.
      const STAMP: typeof layout.STAMP = 0;
      const PARENT: typeof layout.PARENT = 1;
      const COST: typeof layout.COST = 2;
      const POINT: typeof layout.POINT = 4;
      const END: typeof layout.END = 5;
      const SEES: typeof layout.SEES = 6;
      const NODE: typeof layout.NODE = 12;
      const EDGE: typeof layout.EDGE = 4;
      if (!grid.isOpen(startX, startY) || !grid.isOpen(endX, endY)) return false;
      // Coordinates may come as doubles, and everything computed from them would be doubles, too.
      const goalX = endX | 0;
      const goalY = endY | 0;
      const goal = packPoint(goalX, goalY);
      if (stamp > 0x7fffffff - 4) {
        for (let n = first; n < arena.end; n = arena.ints[n + END]) arena.ints[n + STAMP] = 0;
        stamp = 0;
      }
      stamp += 2;
      const allowed = bounds ? bounds.allowed(startX | 0, startY | 0, goal) : 255;
      const { trace } = self;
      if (run && !trace) {
        try {
          const last = run(startX, startY, goalX, goalY, stamp, allowed);
          self.expanded = arena.ints[2];
          self.generated = arena.ints[3];
          return finish(last, goal, arena.doubles[0], path);
        } catch {
          // No room for its open list: once more from the beginning, here.
          arena.ints.fill(0, nativeHeads, nativeHeads + heads.length);
          stamp += 2;
        }
      }
      graph.setStart(startX | 0, startY | 0, goal, allowed);
      let { ints, doubles } = arena;
      const lowest = octile(goalX - (startX | 0), goalY - (startY | 0));
      let best = Infinity;
      let last = start;
      let expanded = 0;
      let generated = 1;
      /** Length of the short list; -1 once the ring has taken over. */
      let few = 0;
      let used = 0;
      /** Bucket being emptied and last one ever filled, counted from `lowest`, not wrapped. */
      let current = 0;
      let lastBucket = -1;
      let n = start;
      let base = 0;
      let e = startEdges;
      for (;;) {
        expanded++;
        ints[n + STAMP] = stamp + 1;
        if (trace && trace(ints[n + POINT], n === start ? -1 : ints[ints[n + PARENT] + POINT], base / STRAIGHT) === true) {
          best = Infinity;
          break;
        }
        if (holds(ints[n + SEES], ints[n + SEES + 1], goal)) {
          const seen = base + seenCost(n, goalX, goalY);
          if (seen < best) {
            best = seen;
            last = n;
          }
        }
        // The best successor, and its f where it is known.
        let next = -1;
        let nextF = -1;
        for (const end = ints[n + END]; e < end; e += EDGE) {
          if (!holds(ints[e + 2], ints[e + 3], goal)) continue;
          let t = ints[e];
          if (t < 0) {
            t = graph.node(~t);
            if (arena.ints !== ints) ({ ints, doubles } = arena);
            ints[e] = t;
          }
          const cost = base + ints[e + 1];
          const state = ints[t + STAMP];
          if (state >= stamp && doubles[(t + COST) >> 1] <= cost) continue;
          let f = -1;
          if (next >= 0 || few !== 0 || best !== Infinity) {
            f = cost + octile((ints[t + POINT] & X_MASK) - goalX, (ints[t + POINT] >> Y_SHIFT) - goalY);
            if (f >= best) continue;
          }
          doubles[(t + COST) >> 1] = cost;
          ints[t + PARENT] = n;
          ints[t + STAMP] = stamp;
          generated++;
          // What is open is in the short list already, unless it is the best successor.
          const listed = few > 0 && state === stamp;
          if (t === next) {
            nextF = f;
            continue;
          }
          if (next < 0) {
            if (!listed) {
              next = t;
              nextF = f;
              continue;
            }
          } else {
            if (nextF < 0) {
              nextF = doubles[(next + COST) >> 1] + octile((ints[next + POINT] & X_MASK) - goalX, (ints[next + POINT] >> Y_SHIFT) - goalY);
            }
            if (f < nextF && !listed) {
              const worse = next;
              const worseF = nextF;
              next = t;
              nextF = f;
              t = worse;
              f = worseF;
            }
          }
          if (few >= 0) {
            let i = few;
            if (listed) for (i = 0; fewNodes[i] !== t; i++);
            if (i < FEW) {
              fewNodes[i] = t;
              fewCosts[i] = f;
              if (i === few) few++;
              continue;
            }
            // The ring takes over: this node goes there first, then those of the short list.
            current = 0x7fffffff;
          }
          for (;;) {
            const bucket = ((f - lowest) * PER_BUCKET) | 0;
            if (bucket > lastBucket) lastBucket = bucket;
            if (bucket < current) current = bucket;
            if (2 * used === items.length) items = grown(items);
            items[2 * used] = t;
            items[2 * used + 1] = heads[bucket & mask];
            heads[bucket & mask] = used++;
            if (few <= 0) break;
            t = fewNodes[--few];
            f = fewCosts[few];
          }
          few = -1;
        }
        if (few === 0) {
          if (next < 0 || nextF >= best) break;
          n = next;
        } else if (few > 0) {
          let least = 0;
          for (let i = 1; i < few; i++) if (fewCosts[i] < fewCosts[least]) least = i;
          if (next >= 0 && nextF <= fewCosts[least]) {
            if (nextF >= best) break;
            n = next;
          } else {
            if (fewCosts[least] >= best) break;
            n = fewNodes[least];
            // The successor takes its place, or the last one.
            if (next < 0) {
              next = fewNodes[--few];
              nextF = fewCosts[few];
            }
            fewNodes[least] = next;
            fewCosts[least] = nextF;
          }
        } else {
          // Is there anything in a bucket before that of the successor? What was expanded since it was listed does not count.
          const bucket = next < 0 ? lastBucket + 1 : ((nextF - lowest) * PER_BUCKET) | 0;
          n = -1;
          while (n < 0 && current < bucket && current <= lastBucket) {
            const item = heads[current & mask];
            if (item === EMPTY) {
              current++;
              continue;
            }
            if (lowest + current * BUCKET >= best) break;
            heads[current & mask] = items[2 * item + 1];
            if (ints[items[2 * item] + STAMP] !== stamp) continue;
            n = items[2 * item];
            if (next < 0) continue;
            // It takes the item's place.
            if (bucket > lastBucket) lastBucket = bucket;
            items[2 * item] = next;
            items[2 * item + 1] = heads[bucket & mask];
            heads[bucket & mask] = item;
          }
          if (n < 0) {
            // Of buckets that may hold something better none is left, unless the successor's is the first of them.
            if (next < 0 || nextF >= best) break;
            n = next;
          }
        }
        base = doubles[(n + COST) >> 1];
        e = n + NODE;
      }
      if (few < 0) for (; current <= lastBucket; current++) heads[current & mask] = EMPTY;
      self.expanded = expanded;
      self.generated = generated;
      return finish(last, goal, best, path);
    },
  };
  return self;
}
