/**
 * The jump-point graph: what JPS+ searches. Nodes are straight arrivals at jump points, edges the
 * canonical jumps from one to the next. A node's edges are made from the jump distances when a query first
 * expands it, and kept, so a search touches the distance planes only around its start and for what is new to it.
 *
 * Diagonal turning points are no nodes: an edge runs along the diagonal, turns once, and ends at the
 * straight jump point (the pruning of intermediate jump points, GPPC 2014).
 */

import { canonicalAfter, directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { rank } from '../grid/rank.js';
import { EVERYWHERE, holds, packPoint, SPARE } from '../grid/rectangle.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
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

/** What goal bounds tell the graph; made in `../bounds/query.ts`, so that a game without bounds does not ship it. */
export interface EdgeBounds {
  /** Int32Array(2 * nodes): corners of the rectangle of goals that a node is good for; 0 until {@link surround} fills them in. */
  hulls: Int32Array;
  surround(node: number): void;
  /** Mask of the directions in which an optimal path from a cell to a packed goal may start. */
  allowed(cell: number, goal: number): number;
  /**
   * Leaves in `corners` the rectangle of goals that an edge is good for which leaves a cell in direction d and ends at a node
   * that was surrounded. @returns false if there is none
   */
  narrow(cell: number, d: number, node: number, corners: Int32Array): boolean;
}

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

/** @param bounds of the same grid and distances; without them every edge is good for every goal */
export function jumpGraph({ open, stride }: Grid, { distances, stops, arrivals, before }: JumpDistances, bounds?: EdgeBounds): JumpGraph {
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

  const jump = (cell: number, d: number): number => {
    const v = distances[8 * cell + d];
    return v === CHAINED ? jumpDistance(distances, cell, d, steps[d]) : v;
  };

  /**
   * Makes the edges of a node in the directions of a mask, and its views: jumps straight ahead, and to both sides from each cell of a
   * diagonal. In one piece, since every query begins here: in functions of its own it took a quarter more.
   * @param goal only edges that are good for it are made, and only turning points looked at; negative: every edge and cell
   */
  const scan = (node: number, origin: number, mask: number, goal: number) => {
    nodes[NODE * node + FIRST] = end;
    for (let towards = 0; towards < 8; towards++) {
      views[8 * node + towards] = 0;
      if (((mask >> towards) & 1) === 0) continue;
      const diagonal = towards & 1;
      let ahead = jump(origin, towards);
      let run = 0;
      for (let from = origin; ; ahead = jump(from, towards)) {
        if (diagonal) {
          if (ahead <= 0 && (goal >= 0 || ahead === 0)) break;
          const hop = goal < 0 ? 1 : ahead;
          run += hop;
          from += hop * steps[towards];
        }
        for (let d = towards - diagonal; d <= towards + diagonal; d += 2) {
          const v = jump(from, d & 7);
          const side = (d & 7) >> 1;
          if (goal < 0) seen[side] = Math.max(seen[side], run + Math.abs(v));
          if (v <= 0) continue;
          const target = rank(words, before, JUMP_POINTS, from + v * steps[d & 7], d & 7);
          if (bounds) {
            const { hulls } = bounds;
            if (hulls[2 * target + 1] === 0) bounds.surround(target);
            if (goal < 0) {
              if (!bounds.narrow(origin, towards, target, corners)) continue;
            } else if (!holds(hulls[2 * target], hulls[2 * target + 1], goal)) continue;
          }
          if (end + EDGE > graph.edges.length) graph.edges = grown(graph.edges);
          const { edges } = graph;
          edges[end] = target;
          edges[end + 1] = run * DIAGONAL + v * STRAIGHT;
          edges[end + 2] = goal < 0 ? corners[0] : 0;
          edges[end + 3] = goal < 0 ? corners[1] : EVERYWHERE;
          end += EDGE;
        }
        if (!diagonal) break;
      }
      views[8 * node + towards] = run + Math.abs(ahead);
    }
    nodes[NODE * node + END] = end;
  };

  const graph: JumpGraph = {
    count,
    views,
    nodes,
    edges: new Int32Array(4096),
    complete(node) {
      const cell = arrivals[node] >> 3;
      seen.fill(0);
      scan(node, cell, canonicalAfter(open, steps, cell, arrivals[node] & 7), -1);
      const point = nodes[NODE * node + POINT];
      nodes[NODE * node + SEES] = point - packPoint(seen[3], seen[0]);
      nodes[NODE * node + SEES + 1] = point + packPoint(seen[1], seen[2]) + SPARE;
    },
    setStart(cell, goal) {
      const kept = end;
      scan(count, cell, bounds ? bounds.allowed(cell, goal) : 255, goal);
      end = kept;
    },
    view: (cell, d) => Math.abs(jump(cell, d)),
  };
  for (let node = 0; node < count; node++) {
    const row = Math.floor((arrivals[node] >> 3) / stride);
    nodes[NODE * node + POINT] = packPoint((arrivals[node] >> 3) - row * stride - 1, row - 1);
  }
  return graph;
}
