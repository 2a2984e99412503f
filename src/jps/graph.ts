/**
 * The jump-point graph: what JPS+ searches. Nodes are straight arrivals at jump points, edges the canonical jumps from one to the next.
 *
 * A node is a record of integers with its edges behind it. It is made when a query first reaches it, behind the one that was
 * made last, so that the nodes of a path lie together, and what no query reaches takes no memory.
 *
 * Diagonal turning points are no nodes: an edge runs along the diagonal, turns once, and ends at the
 * straight jump point (the pruning of intermediate jump points, GPPC 2014).
 *
 * Measured and decided: docs/decisions.md, "Jump-point graph at run time".
 */

import { canonicalAfter, DX, DY, directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { EVERYWHERE, holds, packPoint, SPARE, X_MASK, Y_SHIFT } from '../grid/rectangle.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { diagonalAt, type JumpLines, numberBeyond, straightJump } from './lines.js';

/**
 * Ints of an edge: the record of its target, or the complement of the {@link arrivalAt} that it is; its cost; and the two corners of
 * the rectangle that holds every goal it is good for.
 */
export const EDGE = 4;

/** Ints of a sight: see {@link jumpGraph}. */
const SIGHT = 3;

/** Ints of a node before its edges; a node is named by the place of its record. */
export const NODE = 12;
/**
 * Stamp of the query that last reached the node, one more once it has expanded it. Cost and parent of a node with an older stamp are left over
 * from an earlier query.
 */
export const STAMP = 0;
export const PARENT = 1;
/** Cost from the start: a double, exact, and no map is long enough to overflow it. */
export const COST = 2;
/** Packed x, y. */
export const POINT = 4;
/** Where the edges end, and the next record begins. */
export const END = 5;
/** Corners of the rectangle around all cells in which a goal is seen. */
export const SEES = 6;
/** How far a goal is seen in each canonical direction, in steps, 16 bits each; 0 in the others. */
export const VIEWS = 8;

/** A straight arrival as one number: packed x, y, and half the direction in the bits between. */
const arrivalAt = (x: number, y: number, d: number): number => packPoint(x, y) | (d << 13);
const directionOf = (arrival: number): number => (arrival >> 13) & 6;

/** What goal bounds tell the graph; made in `../bounds/query.ts`, so that a game without bounds does not ship it. */
export interface EdgeBounds {
  /** Where the arena has, by number of the jump point, the corners of the rectangle of goals that one is good for; 0 until {@link surround} fills them in. */
  hulls: number;
  /** @param d straight direction of the arrival at jump point x, y */
  surround(number: number, x: number, y: number, d: number): void;
  /** Mask of the directions in which an optimal path from a cell to a packed goal may start. */
  allowed(x: number, y: number, goal: number): number;
  /**
   * Leaves in `corners` the rectangle of goals that an edge is good for which leaves a cell in direction d and ends at a jump point
   * that was surrounded. @returns false if there is none
   */
  narrow(x: number, y: number, d: number, number: number, corners: Int32Array): boolean;
}

export interface JumpGraph {
  /** Records: that of the start of a query, whose `END` is the end of its edges, which lie elsewhere; and of the others the first. */
  start: number;
  startEdges: number;
  /** Where the arena has the record of each jump point, 0 until it is made; what is seen from a start; and the hulls, 0 without bounds. */
  records: number;
  sights: number;
  hulls: number;
  /** Makes the hull of a jump point. */
  hull(number: number, arrival: number): void;
  /** The record of an arrival, made if there is none yet. */
  node(arrival: number): number;
  /**
   * Makes a cell the start, with every direction canonical.
   * @param goal packed; only edges that are good for it are made
   * @param allowed mask of the directions in which they may begin
   */
  setStart(x: number, y: number, goal: number, allowed: number): void;
}

/** @param bounds of the same grid; without them every edge is good for every goal */
export function jumpGraph({ open, stride, width, height }: Grid, lines: JumpLines, bounds?: EdgeBounds): JumpGraph {
  const { arena } = lines;
  const steps = directionSteps(stride);
  /** Record of each jump point, by its number; 0 until it is made. */
  const records = arena.take(lines.count);
  // One straight on in four directions, and at most two from each cell of the four diagonals.
  const mostEdges = 4 + 8 * Math.min(width, height);
  const startEdges = arena.take(EDGE * mostEdges);
  /** Number of a jump point, the cell from which it is seen and the direction, the cost up to that cell. */
  const sights = arena.take(SIGHT * mostEdges);
  const start = arena.take(NODE);
  const corners = Int32Array.of(0, EVERYWHERE);
  /** How far a node sees to N, E, S, W. */
  const seen = new Int32Array(4);

  /** Makes the edge that leaves x, y in direction `first` and turns to d after `run` diagonal steps. @returns how far a goal is seen along d */
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
      arena.reserve(EDGE);
      const { ints, end } = arena;
      ints[end] = ~arrivalAt(toX, toY, d);
      ints[end + 1] = run * DIAGONAL + v * STRAIGHT;
      ints[end + 2] = corners[0];
      ints[end + 3] = corners[1];
      arena.end += EDGE;
    }
    return Math.abs(v);
  };

  /** Makes the edges that leave x, y along a diagonal. @returns its length */
  const addDiagonal = (x: number, y: number, d: number): number => {
    const line = diagonalAt(lines, x, y, d) + (d < 4 ? 0 : 4);
    // A line ends at a wall.
    for (let run = 1; ; run++) {
      const p = x + run * DX[d];
      if ((arena.ints[line + (p >> 5) * lines.pitch[1]] >> p) & 1) return run - 1;
      addEdge(x, y, d, run, d - 1);
      addEdge(x, y, d, run, (d + 1) & 7);
    }
  };

  /** Adds sights straight along `side` from the cells of a diagonal that are set in 32 bits. @returns the end of the list */
  const addSights = (ints: Int32Array, end: number, marks: number, x: number, y: number, base: number, d: number, side: number): number => {
    let into = end;
    for (let bits = marks; bits !== 0; bits &= bits - 1) {
      const atX = base + 31 - Math.clz32(bits & -bits);
      const run = d < 4 ? atX - x : x - atX;
      const atY = d === 3 || d === 5 ? y + run : y - run;
      ints[into] = numberBeyond(lines, atX, atY, side);
      ints[into + 1] = arrivalAt(atX, atY, side);
      ints[into + 2] = Math.imul(run, DIAGONAL);
      into += SIGHT;
    }
    return into;
  };

  /** Where a sight ends. */
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
    hull: (number, arrival) => bounds?.surround(number, arrival & X_MASK, arrival >> Y_SHIFT, directionOf(arrival)),
    node(arrival) {
      const x = arrival & X_MASK;
      const y = arrival >> Y_SHIFT;
      const d = directionOf(arrival);
      const at = records + numberBeyond(lines, x - DX[d], y - DY[d], d);
      if (arena.ints[at] > 0) return arena.ints[at];
      const node = arena.take(NODE);
      arena.ints[at] = node;
      seen.fill(0);
      const canonical = canonicalAfter(open, steps, Math.imul(y + 1, stride) + x + 1, d);
      for (let towards = 0; towards < 8; towards++) {
        let view = 0;
        if ((canonical >> towards) & 1) view = towards & 1 ? addDiagonal(x, y, towards) : addEdge(x, y, towards, 0, towards);
        arena.shorts[2 * (node + VIEWS) + towards] = view;
      }
      const { ints } = arena;
      const point = packPoint(x, y);
      ints[node + POINT] = point;
      ints[node + SEES] = point - packPoint(seen[3], seen[0]);
      ints[node + SEES + 1] = point + packPoint(seen[1], seen[2]) + SPARE;
      ints[node + END] = arena.end;
      return node;
    },
    // In one piece, and in passes over what was found: memory is read for all of a pass at once, and waiting for it is what takes the time.
    setStart(x, y, goal, allowed) {
      const { origin, pitch } = lines;
      const columns = origin[0];
      const rows = origin[2];
      const columnPitch = pitch[0];
      const rowPitch = pitch[2];
      const widePitch = pitch[1];
      const { ints, shorts } = arena;
      const views = 2 * (start + VIEWS);
      const here = packPoint(x, y);
      const group = Math.imul(x >> 5, widePitch);
      // Read here, before anything depends on them, the four lines come from memory at once.
      ints[sights] =
        ints[diagonalAt(lines, x, y, 1) + group] ^
        ints[diagonalAt(lines, x, y, 3) + group] ^
        ints[rows + (y << 2) + Math.imul(x >> 5, rowPitch)] ^
        ints[columns + (x << 2) + Math.imul(y >> 5, columnPitch)];
      let found = sights;
      for (let d = 0; d < 8; d += 2) {
        const v = (allowed >> d) & 1 ? straightJump(lines, x, y, d) : 0;
        shorts[views + d] = v > 0 ? v : -v;
        if (v > 0) found = addSights(ints, found, 1, x, y, x, 2, d);
      }
      for (let d = 1; d < 8; d += 2) {
        shorts[views + d] = 0;
        if (((allowed >> d) & 1) === 0) continue;
        const east = d < 4;
        let base = (east ? x + 1 : x - 1) & ~31;
        let i = diagonalAt(lines, x, y, d) + Math.imul(base >> 5, widePitch) + (east ? 0 : 4);
        let reach = east ? -1 << (x + 1) : -1 >>> (32 - x);
        for (let ended = false; !ended; ) {
          const walls = ints[i] & reach;
          if (walls !== 0) {
            ended = true;
            const bit = 31 - Math.clz32(east ? walls & -walls : walls);
            reach &= east ? (1 << bit) - 1 : -2 << bit;
            shorts[views + d] = (east ? base + bit - x : x - base - bit) - 1;
          }
          found = addSights(ints, found, ints[i + 1] & reach, x, y, base, d, east ? 2 : 6);
          found = addSights(ints, found, ints[i + 2] & reach, x, y, base, d, d === 3 || d === 5 ? 4 : 0);
          reach = -1;
          base += east ? 32 : -32;
          i += east ? widePitch : -widePitch;
        }
      }
      let into = startEdges;
      for (let s = sights; s < found; s += SIGHT) {
        const target = arena.ints[s];
        const from = arena.ints[s + 1];
        if (bounds) {
          const { hulls } = bounds;
          if (arena.ints[hulls + 2 * target + 1] === 0) graph.hull(target, arrivalOf(from));
          if (!holds(arena.ints[hulls + 2 * target], arena.ints[hulls + 2 * target + 1], goal)) continue;
        }
        const node = arena.ints[records + target] || graph.node(arrivalOf(from));
        const point = arena.ints[node + POINT];
        const run = Math.abs((point & X_MASK) - (from & X_MASK)) + Math.abs((point >> Y_SHIFT) - (from >> Y_SHIFT));
        arena.ints[into] = node;
        arena.ints[into + 1] = arena.ints[s + 2] + Math.imul(run, STRAIGHT);
        arena.ints[into + 2] = 0;
        arena.ints[into + 3] = EVERYWHERE;
        into += EDGE;
      }
      arena.ints[start + POINT] = here;
      arena.ints[start + END] = into;
    },
  };
  arena.ints[start + PARENT] = -1;
  arena.ints[start + SEES + 1] = EVERYWHERE;
  return graph;
}
