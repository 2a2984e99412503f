/**
 * The jump-point graph: its nodes are the straight arrivals at jump points, its edges the canonical jumps
 * from one to the next. A search reads successors instead of walking rays; only its start and its goal
 * look at the planes. A node's edges are made when it is first expanded, so loading does not wait for them.
 *
 * Diagonal turning points are no nodes: an edge runs along the diagonal, turns once, and ends at the
 * straight jump point (the pruning of intermediate jump points, GPPC 2014).
 */
import { DIAGONAL, STRAIGHT } from '../grid/costs.js';
import { directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { CHAIN, CHAINED, JUMP_POINTS, type JumpDistances } from './build.js';

/** Ints of a node: cost is elsewhere, it needs 53 bits. */
export const NODE = 4;
/** What g and parent are worth: the query's stamp while the node is open, one more when expanded, less: left over. */
export const STAMP = 0;
export const PARENT = 1;
/** Where the node's edges begin and end; both 0 until they are made. */
export const FIRST = 2;
export const END = 3;

export interface JumpGraph {
  /** Number of nodes; ids are 0..count - 1, places in the list of arrivals. Node `count` is the start of a query. */
  count: number;
  /** Int32Array(NODE * (count + 1)): see {@link STAMP} and the others. */
  nodes: Int32Array;
  /** Uint16Array(2 * (count + 1)): x, y. */
  points: Uint16Array;
  /** Int16Array(8 * (count + 1)): how far a goal is seen in each canonical direction, in steps; 0 in the others. */
  views: Int16Array;
  /** Target node and cost of each edge, in turn; replaced by a longer one when it is full. */
  edges: Int32Array;
  /** Makes a node's views and edges. */
  complete(node: number): void;
  /** Makes a cell node `count`, with every direction canonical. Its edges last until another node is completed. */
  setStart(cell: number): void;
  /** How far a goal is seen straight along d from a cell: to a jump point, which sees what lies beyond, or to the wall. */
  view(cell: number, d: number): number;
}
/** Distance from a cell in a direction, whatever the width of the planes; > 0 to a stop, <= 0 to the wall. */
export function jump(distances: Int16Array | Int8Array, cell: number, d: number, step: number): number {
  let v = distances[8 * cell + d];
  if (v !== CHAINED || distances.BYTES_PER_ELEMENT > 1) return v;
  let run = 0;
  for (; v === CHAINED; v = distances[8 * (cell + run * step) + d]) run += CHAIN;
  return v > 0 ? v + run : v - run;
}

export function jumpGraph({ open, stride }: Grid, { distances, stops, arrivals, before }: JumpDistances): JumpGraph {
  const steps = directionSteps(stride);
  const words = new Uint32Array(stops.buffer);
  const count = arrivals.length;
  // Edges begin at 1, so that 0 can say that there are none yet.
  let end = 1;
  const graph: JumpGraph = {
    count,
    points: new Uint16Array(2 * count + 2),
    views: new Int16Array(8 * count + 8),
    nodes: new Int32Array(NODE * (count + 1)),
    edges: new Int32Array(2048),
    complete(node) {
      addEdges(node, arrivals[node] >> 3, canonical(arrivals[node] >> 3, arrivals[node] & 7));
    },
    setStart(cell) {
      const kept = end;
      setPoint(count, cell);
      addEdges(count, cell, 255);
      end = kept;
    },
    view: (cell, d) => Math.abs(jump(distances, cell, d, steps[d])),
  };
  const { points, views, nodes } = graph;

  const setPoint = (node: number, cell: number) => {
    const row = Math.floor(cell / stride);
    points[2 * node] = cell - row * stride - 1;
    points[2 * node + 1] = row - 1;
  };

  const addEdges = (node: number, cell: number, directions: number) => {
    nodes[NODE * node + FIRST] = end;
    for (let d = 0; d < 8; d++) if ((directions >> d) & 1) views[8 * node + d] = scan(cell, d);
    nodes[NODE * node + END] = end;
  };

  /** Adds the canonical jumps from a cell in a direction. @returns the view that way; of a diagonal, to the wall */
  const scan = (cell: number, d: number): number => {
    const step = steps[d];
    let v = jump(distances, cell, d, step);
    if ((d & 1) === 0) {
      addEdge(cell, d, v, 0);
      return Math.abs(v);
    }
    let run = 0;
    for (; v > 0; v = jump(distances, cell, d, step)) {
      run += v;
      cell += v * step;
      for (let turn = -1; turn < 2; turn += 2) {
        const side = (d + turn) & 7;
        addEdge(cell, side, jump(distances, cell, side, steps[side]), run * DIAGONAL);
      }
    }
    return run - v;
  };

  /** Adds the edge that ends `v` straight steps from a cell, if that is a jump point. */
  const addEdge = (cell: number, d: number, v: number, cost: number) => {
    if (v <= 0) return;
    if (end + 2 > graph.edges.length) graph.edges = grown(graph.edges);
    cell += v * steps[d];
    // The nodes before its word, and those before it in its word.
    const below = (1 << ((cell & 3) * 8 + d)) - 1;
    graph.edges[end++] = before[cell >> 2] + popcount(words[cell >> 2] & JUMP_POINTS & below);
    graph.edges[end++] = cost + v * STRAIGHT;
  };

  /** Canonical directions of a straight arrival: ahead, and each side that opens up here, with its diagonal. */
  const canonical = (cell: number, d: number): number => {
    let mask = 1 << d;
    for (let turn = 1; turn < 8; turn += 6) {
      const side = (d + 2 * turn) & 7;
      const beside = cell + steps[side];
      if (open[beside] > open[beside - steps[d]]) mask |= (1 << side) | (1 << ((d + turn) & 7));
    }
    return mask;
  };

  for (let node = 0; node < count; node++) setPoint(node, arrivals[node] >> 3);
  return graph;
}

function popcount(v: number): number {
  v -= (v >>> 1) & 0x55555555;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
