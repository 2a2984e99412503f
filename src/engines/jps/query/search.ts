/**
 * JPS+ query: A* over the jump-point graph, optimal in integer octile costs.
 *
 * The goal is no node. Each expansion asks whether the goal lies on one of the node's canonical rays, or where one of
 * its diagonals comes level with it:
 *
 *     n . . . .        n sees g: two diagonal steps, then two straight ones
 *     . \ . . .
 *     . . \ - g
 *
 * The open list has three forms, since with goal bounds it mostly holds nothing and without them hundreds of nodes:
 * - the best successor of the last expansion stays out of it; while it is the only open node, its f is not even
 *   computed,
 * - up to {@link FEW} nodes, with goal bounds {@link FEW_BOUNDED}, are a list sorted by f, the smallest last,
 * - more are a ring of buckets, half a step of f wide, each a linked list through the nodes, last in first out.
 *
 * With a consistent heuristic f never falls below the bucket being emptied, and no edge raises it by more than twice
 * its cost, so a ring that spans that rise holds all that is open at the same time. Inside a bucket there is no order:
 * a node may be expanded with a cost that is not yet final, and again when it improves, so the search stops at the
 * first bucket that cannot hold anything below its best answer.
 *
 * It terminates with any goal bounds: they only remove edges, the others cost what they cost on the grid, and a node is
 * opened again only if its cost, an integer, has decreased.
 *
 * Measured and decided: docs/decisions/jps-query.md.
 */

import { grown } from '../../../core/arrays.js';
import type { Grid } from '../../../core/grid/grid.js';
import { packPoint } from '../../../core/grid/rectangle.js';
import { DIAGONAL, STRAIGHT } from '../../../core/grid/step-costs.js';
import type { Engine } from '../../../core/search/engine.js';
import type { PathBuffer } from '../../../core/search/path.js';
import type { Native } from '../wasm/native.js';
import { type EdgeBounds, jumpGraph } from './graph.js';
import { octileTo } from './in-sight.js';
import type { JumpLines } from './lines.js';
import { DROPPED, PARENT, POINT, STAMP } from './records.js';
import { searchOn } from './search-loop.js';
import {
  BASE,
  BEST,
  begin,
  CURRENT,
  EMPTY,
  EXPANDED,
  FEW,
  FEW_BOUNDED,
  FOUND,
  GENERATED,
  LAST,
  LINES,
  MORE_ITEMS,
  STATE_INTS,
  STATE_SUMS,
  TRACE,
} from './search-state.js';

const BUCKET = STRAIGHT / 2;

export interface JumpSearch extends Engine {
  /** Where the arena has the record of each jump point, for a map that changes. */
  readonly records: number;
  between: Engine['search'];
}

/**
 * @param bounds goal bounds of this grid: fewer nodes are expanded, and the paths cost the same
 * @param native runs the search in WebAssembly, where the lines are in an arena of its; JavaScript takes over a query
 * that it has no room for
 * @param stamp where the query counter starts; tests set it near its end
 */
export function jumpSearch(grid: Grid, lines: JumpLines, bounds?: EdgeBounds, native?: Native, stamp = 0): JumpSearch {
  const graph = jumpGraph(grid, lines, bounds, native?.roomFor(lines.count));
  const { arena } = lines;
  const { start, startEdges } = graph;
  const maxEdge = DIAGONAL * Math.min(grid.width, grid.height) + STRAIGHT * Math.max(grid.width, grid.height);
  const buckets = 2 ** Math.ceil(Math.log2((2 * maxEdge) / BUCKET + 2));
  let heads: Int32Array | undefined;
  let items = new Int32Array(0);
  // In WebAssembly the ring's heads lie in the arena, 0 where a bucket is empty.
  const nativeHeads = native ? arena.take(buckets) : 0;
  const run = native?.search(lines, graph, nativeHeads, buckets);
  const few = bounds ? FEW_BOUNDED : FEW;
  const fewNodes = new Int32Array(few);
  const fewCosts = new Float64Array(few);
  const state = new Int32Array(STATE_INTS);
  const sums = new Float64Array(STATE_SUMS);
  const { walls, origin, pitch } = lines;
  state.set([walls, origin[0], origin[2], pitch[0], pitch[2]], LINES);
  let trail = new Int32Array(256);

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

  const report = (n: number): unknown => {
    const { ints } = arena;
    return self.trace?.(ints[n + POINT], n === start ? -1 : ints[ints[n + PARENT] + POINT], sums[BASE] / STRAIGHT);
  };

  const self: JumpSearch = {
    records: graph.records,
    expanded: 0,
    generated: 0,
    wasm: run !== undefined,
    search: (startX, startY, endX, endY, path) =>
      grid.isOpen(startX, startY) && grid.isOpen(endX, endY) && self.between(startX, startY, endX, endY, path),
    between(startX, startY, endX, endY, path) {
      // Coordinates may come as doubles, and everything computed from them would also be doubles.
      const goalX = endX | 0;
      const goalY = endY | 0;
      const goal = packPoint(goalX, goalY);
      if (stamp > DROPPED - 6) {
        for (let i = 0; i < lines.count; i++) {
          const n = arena.ints[graph.records + i];
          if (n > 0) arena.ints[n + STAMP] = 0;
        }
        stamp = 0;
      }
      stamp += 2;
      const { trace } = self;
      const traced = trace ? 1 : 0;
      if (run && !trace) {
        try {
          return run(startX, startY, goalX, goalY, stamp, self, path);
        } catch {
          // No room for its open list: once more from the beginning, here.
          arena.ints.fill(0, nativeHeads, nativeHeads + buckets);
          stamp += 2;
        }
      }
      const ring = heads ?? new Int32Array(buckets).fill(EMPTY);
      // A query that throws, or is ended, leaves items in it: the next one makes another.
      heads = undefined;
      const allowed = bounds ? bounds.allowed(startX | 0, startY | 0, goal) : 255;
      graph.setStart(startX | 0, startY | 0, goal, allowed);
      const lowest = octileTo(packPoint(startX | 0, startY | 0), goalX, goalY);
      begin(state, sums, goal, stamp, start, startEdges, lowest);
      for (;;) {
        const { ints, shorts, doubles } = arena;
        const wanted = searchOn(ints, shorts, doubles, ring, items, fewNodes, fewCosts, state, sums, traced);
        if (wanted === FOUND) {
          heads = ring;
          break;
        }
        if (wanted === MORE_ITEMS) items = grown(items, 1024);
        else if (wanted !== TRACE) {
          const target = graph.node(~ints[wanted]);
          arena.ints[wanted] = target;
        } else if (report(state[CURRENT]) === true) {
          sums[BEST] = Infinity;
          break;
        }
      }
      self.expanded = state[EXPANDED];
      self.generated = state[GENERATED];
      return finish(state[LAST], goal, sums[BEST], path);
    },
  };
  return self;
}
