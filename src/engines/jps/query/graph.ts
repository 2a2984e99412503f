/**
 * The jump-point graph: what JPS+ searches. Nodes are straight arrivals at jump points, edges the canonical jumps from
 * one to the next.
 *
 * A node is a record of integers with its edges behind it. It is made when a query first reaches it, behind the one
 * that was made last, so that the nodes of a path lie together, and what no query reaches takes no memory.
 *
 * Diagonal turning points are no nodes: an edge runs along the diagonal, turns once, and ends at the straight jump
 * point (the pruning of intermediate jump points, GPPC 2014).
 *
 * Measured and decided: docs/decisions/jps-query.md.
 */

import { canonicalAfter, DX, DY, directionSteps } from '../../../core/grid/directions.js';
import type { Grid } from '../../../core/grid/grid.js';
import { EVERYWHERE, packPoint, SPARE, X_MASK, Y_SHIFT } from '../../../core/grid/rectangle.js';
import { DIAGONAL, STRAIGHT } from '../../../core/grid/step-costs.js';
import { type BoxMasks, diagonalAt, type JumpLines, numberBeyond, straightJump } from './lines.js';
import { addStartEdges, findSights, lookPlaces, SIGHT } from './look-round.js';
import { EDGE, END, NODE, PARENT, POINT, SEES, VIEWS } from './records.js';

/** A straight arrival as one number: packed x, y, and half the direction in the bits between. */
const arrivalAt = (x: number, y: number, d: number): number => packPoint(x, y) | (d << 13);
const directionOf = (arrival: number): number => (arrival >> 13) & 6;

/** Boxes of goals in an arena. */
export interface StartBoxes {
  /** Words of a row of the planes of the masks. */
  pitch: number;
  masks: BoxMasks;
  /** Place of the boxes: minX, minY, maxX, maxY, each field by direction, then cell; 8 or 16 bits. */
  boxes: number;
  bits: number;
}

/** What goal bounds tell the graph; made in `../bounds/query.ts`, so that a game without bounds does not ship it. */
export interface EdgeBounds {
  /** Corners of each jump point's rectangle of goals in the arena; 0 until {@link surround} writes them. */
  hulls: number;
  /** The boxes, as the module of the search reads them. */
  bounds: StartBoxes;
  /** @param d straight direction of the arrival at jump point x, y */
  surround(number: number, x: number, y: number, d: number): void;
  /** Mask of the directions in which an optimal path from a cell to a packed goal may start. */
  allowed(x: number, y: number, goal: number): number;
  /**
   * Packs the goals of an edge from a cell in direction d to a surrounded jump point. @returns false if there are none
   */
  narrow(x: number, y: number, d: number, number: number, corners: Int32Array): boolean;
}

export interface JumpGraph {
  /** Records: that of the start, whose `END` is the end of its edges, kept elsewhere; and the first of the others. */
  start: number;
  startEdges: number;
  /** Places in the arena: record of each jump point, 0 until made; sights of a start; hulls, 0 without bounds. */
  records: number;
  sights: number;
  hulls: number;
  bounds: StartBoxes | undefined;
  hull(number: number, arrival: number): void;
  node(arrival: number): number;
  /** Makes a cell the start. @param goal packed, limits edges @param allowed mask of directions they may begin in */
  setStart(x: number, y: number, goal: number, allowed: number): void;
}

/** Ints before and behind what a jump point's number finds: a group of a blob's lines may name 32 too many. */
export const GUARD = 72;

/** @param bounds of the grid; without them every edge is good for every goal @param room least ints of the sights */
export function jumpGraph(
  { open, stride, width, height }: Grid,
  lines: JumpLines,
  bounds?: EdgeBounds,
  room = 0,
): JumpGraph {
  const { arena, proof } = lines;
  const steps = directionSteps(stride);
  /** Record of each jump point, by its number; 0 until it is made. */
  const records = arena.take(lines.count + 2 * GUARD) + GUARD;
  // One straight in four directions, at most two from each cell of the diagonals, to different jump points.
  const mostEdges = 4 + 8 * Math.min(width, height);
  const startEdges = arena.take(EDGE * mostEdges);
  const sights = arena.take(Math.max(SIGHT * mostEdges, room));
  const start = arena.take(NODE);
  const places = lookPlaces(lines, sights, 2 * (start + VIEWS), bounds?.hulls ?? 0, records, startEdges);
  const corners = Int32Array.of(0, EVERYWHERE);
  const seen = new Int32Array(4);
  let edges: number[] = [];

  /** Makes the edge from x, y along `first`, turning to d after `run` steps. @returns how far a goal is seen along d */
  const addEdge = (x: number, y: number, first: number, run: number, d: number): number => {
    const atX = x + run * DX[first];
    const atY = y + run * DY[first];
    const v = straightJump(lines, atX, atY, d);
    seen[d >> 1] = Math.max(seen[d >> 1], run + Math.abs(v));
    if (v > 0) {
      const toX = atX + v * DX[d];
      const toY = atY + v * DY[d];
      if (bounds) {
        const target = numberBeyond(lines, atX, atY, d);
        if (arena.ints[bounds.hulls + 2 * target + 1] === 0) bounds.surround(target, toX, toY, d);
        if (!bounds.narrow(x, y, first, target, corners)) return v;
      }
      proof?.edge(x, y, first, run, d, v);
      edges.push(~arrivalAt(toX, toY, d), run * DIAGONAL + v * STRAIGHT, corners[0], corners[1]);
    }
    return Math.abs(v);
  };

  /** Makes the edges that leave x, y along a diagonal. @returns its length */
  const addDiagonal = (x: number, y: number, d: number): number => {
    const line = diagonalAt(lines, x, y, d) + (d < 4 ? 0 : 3);
    for (let run = 1; ; run++) {
      const p = x + run * DX[d];
      if ((arena.ints[line + (p >> 5) * lines.pitch[1]] >> p) & 1) return run - 1;
      addEdge(x, y, d, run, d - 1);
      addEdge(x, y, d, run, (d + 1) & 7);
    }
  };

  const arrivalOf = (from: number): number => {
    const x = from & X_MASK;
    const y = from >> Y_SHIFT;
    const d = directionOf(from);
    const v = straightJump(lines, x, y, d);
    return arrivalAt(x + v * DX[d], y + v * DY[d], d);
  };

  const graph: JumpGraph = {
    start,
    startEdges,
    records,
    sights,
    hulls: bounds?.hulls ?? 0,
    bounds: bounds?.bounds,
    hull: (number, arrival) => bounds?.surround(number, arrival & X_MASK, arrival >> Y_SHIFT, directionOf(arrival)),
    node(arrival) {
      const x = arrival & X_MASK;
      const y = arrival >> Y_SHIFT;
      const d = directionOf(arrival);
      const at = records + numberBeyond(lines, x - DX[d], y - DY[d], d);
      const known = arena.ints[at];
      const point = packPoint(x, y);
      proof?.node(x, y, known > 0 ? arena.ints[known + POINT] : point);
      if (known > 0) return known;
      seen.fill(0);
      edges = [];
      const views = new Int16Array(8);
      const canonical = canonicalAfter(open, steps, Math.imul(y + 1, stride) + x + 1, d);
      for (let towards = 0; towards < 8; towards++) {
        let view = 0;
        if ((canonical >> towards) & 1)
          view = towards & 1 ? addDiagonal(x, y, towards) : addEdge(x, y, towards, 0, towards);
        views[towards] = view;
      }
      const node = arena.take(NODE + edges.length);
      const { ints } = arena;
      ints[at] = node;
      ints.set(edges, node + NODE);
      arena.shorts.set(views, 2 * (node + VIEWS));
      ints[node + POINT] = point;
      ints[node + SEES] = point - packPoint(seen[3], seen[0]);
      ints[node + SEES + 1] = point + packPoint(seen[1], seen[2]) + SPARE;
      ints[node + END] = node + NODE + edges.length;
      return node;
    },
    setStart(x, y, goal, allowed) {
      const sightsEnd = findSights(arena.ints, arena.shorts, places, x, y, allowed);
      let end = addStartEdges(arena.ints, places, sightsEnd, goal);
      for (; end < 0; end = addStartEdges(arena.ints, places, sightsEnd, goal)) {
        const target = arena.ints[~end];
        const arrival = arrivalOf(arena.ints[~end + 1]);
        if (bounds && arena.ints[bounds.hulls + 2 * target + 1] === 0) graph.hull(target, arrival);
        else {
          // The same, but where lines of another map name a jump point that is not seen: no sight is asked for twice.
          const node = graph.node(arrival);
          arena.ints[records + target] = node;
        }
      }
      arena.ints[start + POINT] = packPoint(x, y);
      arena.ints[start + END] = end;
    },
  };
  arena.ints[start + PARENT] = -1;
  arena.ints[start + SEES + 1] = EVERYWHERE;
  return graph;
}
