/**
 * Queries on a contraction hierarchy (Geisberger et al. 2008; over subgoals: Uras & Koenig 2014), optimal in integer
 * octile costs.
 *
 * If the line from start to goal is open and no path can cost less, it is the path. Any other optimal path leads over
 * subgoals, and the first and the last of them are reached directly by start and goal. Two searches climb from these
 * along edges to higher ranks. Some optimal path goes up to a highest subgoal, its *apex*, and down again, so the
 * searches meet there. Both are A* towards the other end, in one queue: when its first entry cannot beat the best
 * meeting, no other can.
 *
 * If a higher subgoal reaches a node at a lower cost than the search did, the node is on no optimal path. It is
 * *stalled*: not expanded. Equal costs do not stall, because one of two equal ways must remain.
 *
 * All loops end for any hierarchy. Ranks rise along a climb, so each node's cost improves finitely often. Ranks fall
 * while a shortcut is unpacked. No edge and no answer costs more than all open cells together.
 *
 * Measured and decided: docs/decisions/contraction-hierarchies.md.
 */

import { grown } from '../../core/arrays.js';
import { assertPath } from '../../core/errors.js';
import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { packPoint, X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import type { Engine } from '../../core/search/engine.js';
import { siftDown, siftUp } from '../../core/search/heap.js';
import type { PathBuffer } from '../../core/search/path.js';
import type { LabelQuery } from './labels.js';
import type { ProveEdge } from './proof.js';
import type { Hierarchy } from './replay.js';
import { ALL, OCTILE_LINES, reachRoom, SUBGOAL, type SubgoalMap } from './subgoals.js';
import { unpacker } from './unpack.js';

/** Instead of an apex: the line from start to goal, or no path. */
const LINE = -1;
const NOWHERE = -2;
/** Numbers of a node: its costs from start and goal, Infinity until it is reached, and its x and y. */
const NODE = 4;

/**
 * @param hierarchy of the subgoals of this grid
 * @param rule of its moves
 * @param labels of the hierarchy: used instead of a search, unless the search is traced
 * @param prove verifies each edge of a path
 */
export function hierarchySearch(
  grid: Grid,
  map: SubgoalMap,
  hierarchy: Hierarchy,
  rule = OCTILE_LINES,
  labels?: LabelQuery,
  prove?: ProveEdge,
): Engine {
  const { ranks, points, first, targets, costs } = hierarchy;
  const { stride } = grid;
  const { marks, numbers } = map;
  const { scan, line, distance, turn, unit, write } = rule;
  const steps = directionSteps(stride);
  const bound = rule.maxStep * grid.open.length + 1;
  // Bounds a search over a forged hierarchy. Others look at a hundredth as many edges.
  const mostLooks = 64 * (targets.length + points.length);
  const nodes = new Float64Array(NODE * points.length).fill(Infinity);
  for (let r = 0; r < points.length; r++) {
    nodes[NODE * r + 2] = points[r] & X_MASK;
    nodes[NODE * r + 3] = points[r] >> Y_SHIFT;
  }
  // By 2 * rank + side: the lower node that it was reached from, and the edge between them; -1 at the ends of a path.
  const parents = new Int32Array(4 * points.length);
  const reached = new Int32Array(reachRoom(grid));
  const reachCosts = new Float64Array(reached.length);
  // The open list, a binary heap: cost so far plus octile distance, and 2 * rank + side.
  let keys = new Float64Array(1024);
  let items = new Int32Array(1024);
  let touched = new Int32Array(1024);
  let climb = new Int32Array(64);
  let trail = new Int32Array(1024);
  let length = 0;

  const append = (point: number) => {
    if (length === trail.length) {
      // Only if the arrays of a mapped blob were changed: no path has more cells than the map.
      assertPath(length <= grid.open.length);
      trail = grown(trail);
    }
    trail[length++] = point;
  };

  /**
   * Writes the ranks that an end of a path reaches directly, and their costs; only its own rank if it is a subgoal.
   * @returns how many
   */
  const ends = (cell: number): number => {
    reached[0] = numbers[cell];
    reachCosts[0] = 0;
    const count = (marks[cell] & SUBGOAL) === 0 ? scan(map, steps, cell, ALL, reached, reachCosts) : 1;
    for (let e = 0; e < count; e++) reached[e] = ranks[reached[e]];
    return count;
  };

  const unpack = unpacker(hierarchy, !!turn, append);

  /** Appends the points of an edge and of the rank that it leads to. @returns that rank */
  const follow = (edge: number, to: number): number => {
    const at = length - 1;
    unpack(edge >> 1, edge & 1);
    append(points[to]);
    prove?.(edge, trail, at, length);
    return to;
  };

  /** Writes the path over a node that both sides have reached, from goal to start. */
  const trace = (apex: number, start: number, cost: number, path: PathBuffer) => {
    let depth = 0;
    let r = apex;
    for (; parents[4 * r + 2] >= 0; r = parents[4 * r + 2]) {
      if (depth === climb.length) climb = grown(climb);
      climb[depth++] = r;
    }
    if (turn) append(turn(trail[0], points[r]));
    append(points[r]);
    while (depth-- > 0) r = follow(2 * parents[4 * climb[depth] + 3] + 1, climb[depth]);
    while (parents[4 * r] >= 0) r = follow(2 * parents[4 * r + 1], parents[4 * r]);
    append(start);
    write(path, trail, length, cost / unit);
  };

  const self: Engine = {
    expanded: 0,
    generated: 0,
    climb: {
      unit,
      reached,
      reachCosts,
      first,
      targets,
      costs,
      distance,
      ends,
      line: (cell, dx, dy) => line(map, steps, cell, dx, dy),
    },
    // One function with its state in locals, as in `../jps/query/search.ts`.
    search(x0, y0, goalX, goalY, path) {
      self.expanded = 0;
      self.generated = 0;
      if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
      const start = grid.cell(x0, y0);
      length = 0;
      append(packPoint(goalX, goalY));
      const straight = line(map, steps, start, goalX - x0, goalY - y0);
      const least = distance(goalX - x0, goalY - y0);
      const onExpand = self.trace;
      let best = straight < bound ? straight : bound;
      let apex = straight < bound ? LINE : NOWHERE;
      let size = 0;
      let used = 0;
      let expanded = 0;
      let left = mostLooks;
      const read = labels && !onExpand && best > least;
      if (read) {
        labels.reset(best);
        for (let side = 0; side < 2; side++) {
          const end = ends(side ? grid.cell(goalX, goalY) : start);
          for (let e = 0; e < end; e++) {
            if (side) labels.meet(reached[e], reachCosts[e]);
            else labels.reach(reached[e], reachCosts[e]);
          }
        }
        used = labels.reached;
        if (labels.hub >= 0) {
          best = labels.least;
          apex = labels.hub;
          labels.trace(parents);
        }
      }
      for (let step = 0; best > least && !read; step++) {
        // The first two steps expand the ends of the path, the others nodes.
        let item = step - 2;
        let key = 0;
        if (step > 1) {
          if (size === 0 || keys[0] >= best) break;
          key = keys[0];
          item = items[0];
          siftDown(keys, items, --size);
        }
        const side = item & 1;
        const otherX = side ? x0 : goalX;
        const otherY = side ? y0 : goalY;
        const r = item >> 1;
        let base = 0;
        let from = 0;
        let end = 1;
        let heads: Int32Array = reached;
        let prices: Float64Array = reachCosts;
        if (r < 0) {
          const cell = side ? grid.cell(goalX, goalY) : start;
          if (onExpand) onExpand(side ? packPoint(goalX, goalY) : packPoint(x0, y0), -1, 0, side > 0);
          end = ends(cell);
        } else {
          const at = NODE * r;
          base = nodes[at + side];
          // Stale: the node was reached at a lower cost since.
          if (key > base + distance(nodes[at + 2] - otherX, nodes[at + 3] - otherY)) continue;
          from = first[r];
          end = first[r + 1];
          left -= end - from + 1;
          if (left < 0) {
            apex = NOWHERE;
            break;
          }
          heads = targets;
          prices = costs;
          let e = end - 1;
          while (e >= from && nodes[NODE * targets[e] + side] + costs[e] >= base) e--;
          if (e >= from) continue;
          expanded++;
          if (onExpand) {
            const p = parents[4 * r + 2 * side];
            const behind = p >= 0 ? points[p] : side ? packPoint(goalX, goalY) : packPoint(x0, y0);
            if (onExpand(points[r], behind, base / unit, side > 0) === true) {
              apex = NOWHERE;
              break;
            }
          }
        }
        if (size + end - from > items.length) {
          items = grown(items, end);
          keys = grown(keys, end);
        }
        if (used + end - from > touched.length) touched = grown(touched, end);
        for (let e = from; e < end; e++) {
          const t = heads[e];
          const to = NODE * t;
          const cost = base + prices[e];
          const old = nodes[to + side];
          if (old <= cost) continue;
          const f = cost + distance(nodes[to + 2] - otherX, nodes[to + 3] - otherY);
          if (f >= best) continue;
          nodes[to + side] = cost;
          if (old === Infinity) touched[used++] = to + side;
          parents[4 * t + 2 * side] = r;
          parents[4 * t + 2 * side + 1] = e;
          const meeting = cost + nodes[to + 1 - side];
          if (meeting < best) {
            best = meeting;
            apex = t;
          }
          siftUp(keys, items, size++, f, 2 * t + side);
        }
      }
      self.expanded = expanded;
      self.generated = used;
      if (!read) for (let i = 0; i < used; i++) nodes[touched[i]] = Infinity;
      if (apex === NOWHERE) return false;
      if (apex === LINE) {
        if (goalX !== x0 || goalY !== y0) append(packPoint(x0, y0));
        write(path, trail, length, best / unit);
      } else trace(apex, packPoint(x0, y0), best, path);
      return true;
    },
  };
  return self;
}
