/**
 * The jump-point graph: what JPS+ searches. Nodes are straight arrivals at jump points, edges the
 * canonical jumps from one to the next. A node's edges are made from the jump distances when a query first
 * expands it, and kept, so a search touches the distance planes only around its start and for what is new to it.
 *
 * Diagonal turning points are no nodes: an edge runs along the diagonal, turns once, and ends at the
 * straight jump point (the pruning of intermediate jump points, GPPC 2014).
 */
import { DIAGONAL, STRAIGHT } from '../grid/costs.js';
import { canonicalAfter, directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { rank } from '../grid/rank.js';
import { EVERYWHERE, packPoint, SPARE } from '../grid/rectangle.js';
import { CHAIN, CHAINED, JUMP_POINTS, type JumpDistances } from './build.js';

/** Ints of an edge: target node, cost, and the two corners of the rectangle that holds every goal it is good for. */
export const EDGE = 4;

/** Ints of a node. */
export const NODE = 8;
/** What cost and parent are worth: the query's stamp while the node is open, one more when expanded, less: left over. */
export const STAMP = 0;
export const PARENT = 1;
/** Where the node's edges begin and end; both 0 until they are made. */
export const FIRST = 2;
export const END = 3;
/** Packed x, y. */
export const POINT = 4;
/** Corners of the rectangle around all cells in which a goal is seen. */
export const SEES = 5;

/**
 * What goal bounds tell the graph (`../bounds/query.ts`): is an edge that leaves a cell in direction d and ends at a node
 * good for a goal, packed? For any goal at all, if that is negative; then the corners of the rectangle of those goals
 * are left in `corners`. A negative node stands for every edge in that direction.
 */
export type EdgeFilter = (cell: number, d: number, node: number, goal: number, corners: Int32Array) => boolean;

export interface JumpGraph {
  /** Number of nodes; ids are 0..count - 1, places in the list of arrivals. Node `count` is the start of a query. */
  count: number;
  /** Int32Array(NODE * (count + 1)): see {@link STAMP} and the others. */
  nodes: Int32Array;
  /** Int16Array(8 * (count + 1)): how far a goal is seen in each canonical direction, in steps; 0 in the others. */
  views: Int16Array;
  /** Int32Array: the edges, see {@link EDGE}; replaced by a longer one when it is full. */
  edges: Int32Array;
  /** Makes a node's views and edges. */
  complete(node: number): void;
  /**
   * Makes a cell node `count`, with every direction canonical. Its edges last until another node is completed.
   * @param goal packed; only edges that are good for it are made
   */
  setStart(cell: number, goal: number): void;
  /** How far a goal is seen straight along d from a cell: to a jump point, which sees what lies beyond, or to the wall. */
  view(cell: number, d: number): number;
}

/** Distance from a cell in a direction, whatever the width of the planes; > 0 to a stop, <= 0 to the wall. */
export function jumpDistance(distances: Int16Array | Int8Array, cell: number, d: number, step: number): number {
  let v = distances[8 * cell + d];
  if (v !== CHAINED || distances.BYTES_PER_ELEMENT > 1) return v;
  let run = 0;
  for (; v === CHAINED; v = distances[8 * (cell + run * step) + d]) run += CHAIN;
  return v > 0 ? v + run : v - run;
}

/** @param filter of the same grid and distances; without it every edge is good for every goal */
export function jumpGraph(
  { open, stride }: Grid,
  { distances, stops, arrivals, before }: JumpDistances,
  filter: EdgeFilter = () => true,
): JumpGraph {
  const steps = directionSteps(stride);
  const words = new Uint32Array(stops.buffer);
  const count = arrivals.length;
  const nodes = new Int32Array(NODE * (count + 1));
  const views = new Int16Array(8 * count + 8);
  const corners = Int32Array.of(0, EVERYWHERE);
  /** How far a node sees to N, E, S, W. */
  const seen = new Int32Array(4);
  // Edges begin at 1, so that 0 can say that there are none yet.
  let end = 1;
  // The cell and direction that are scanned; of the start's edges only those that are good for the goal are made, -1 while others are.
  let origin = 0;
  let towards = 0;
  let goal = -1;

  const jump = (cell: number, d: number) => jumpDistance(distances, cell, d, steps[d]);
  const view = (cell: number, d: number) => Math.abs(jump(cell, d));

  /** Looks straight along d from a cell, which is `run` diagonal steps away: adds the edge, if there is one. @returns how far */
  const look = (cell: number, d: number, run: number): number => {
    const v = jump(cell, d);
    const far = Math.abs(v);
    seen[d >> 1] = Math.max(seen[d >> 1], run + far);
    if (v <= 0) return far;
    cell += v * steps[d];
    const target = rank(words, before, JUMP_POINTS, cell, d);
    if (!filter(origin, towards, target, goal, corners)) return far;
    if (end + EDGE > graph.edges.length) graph.edges = grown(graph.edges);
    const { edges } = graph;
    edges[end] = target;
    edges[end + 1] = run * DIAGONAL + v * STRAIGHT;
    edges[end + 2] = corners[0];
    edges[end + 3] = corners[1];
    end += EDGE;
    return far;
  };

  /** Adds the canonical jumps from a cell in a direction. @returns the view that way; of a diagonal, to the wall */
  const scan = (cell: number, d: number): number => {
    origin = cell;
    towards = d;
    if ((d & 1) === 0) return look(cell, d, 0);
    let run = 0;
    // The start goes from turning point to turning point; a node wants to know what is seen on the way, too.
    for (let v = jump(cell, d); v > 0 || (v < 0 && goal < 0); v = jump(cell, d)) {
      if (goal < 0) v = 1;
      run += v;
      cell += v * steps[d];
      look(cell, d - 1, run);
      look(cell, (d + 1) & 7, run);
    }
    return run + view(cell, d);
  };

  const graph: JumpGraph = {
    count,
    views,
    nodes,
    edges: new Int32Array(4096),
    complete(node) {
      const cell = arrivals[node] >> 3;
      const directions = canonicalAfter(open, steps, cell, arrivals[node] & 7);
      nodes[NODE * node + FIRST] = end;
      seen.fill(0);
      for (let d = 0; d < 8; d++) {
        if (((directions >> d) & 1) === 0) continue;
        views[8 * node + d] = scan(cell, d);
      }
      nodes[NODE * node + END] = end;
      const point = nodes[NODE * node + POINT];
      nodes[NODE * node + SEES] = point - packPoint(seen[3], seen[0]);
      nodes[NODE * node + SEES + 1] = point + packPoint(seen[1], seen[2]) + SPARE;
    },
    setStart(cell, target) {
      const kept = end;
      goal = target;
      nodes[NODE * count + FIRST] = end;
      for (let d = 0; d < 8; d++) views[8 * count + d] = filter(cell, d, -1, goal, corners) ? scan(cell, d) : 0;
      nodes[NODE * count + END] = end;
      goal = -1;
      end = kept;
    },
    view,
  };
  for (let node = 0; node < count; node++) {
    const row = Math.floor((arrivals[node] >> 3) / stride);
    nodes[NODE * node + POINT] = packPoint((arrivals[node] >> 3) - row * stride - 1, row - 1);
  }
  return graph;
}
