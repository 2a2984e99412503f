/**
 * The jump-point graph, derived from the jump distances when a blob is loaded: its nodes are the
 * straight arrivals at jump points, its edges the canonical jumps from one to the next. A query then
 * reads successors instead of walking rays; only its start and its goal look at the planes.
 *
 * Diagonal turning points are no nodes: an edge runs along the diagonal, turns once, and ends at the
 * straight jump point (the pruning of intermediate jump points, GPPC 2014).
 */
import { DIAGONAL, STRAIGHT } from '../grid/costs.js';
import { directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { grown } from '../search/bucket-queue.js';
import { CHAIN, CHAINED } from './build.js';

/** Distance from a cell in a direction, whatever the width of the planes; > 0 to a stop, <= 0 to the wall. */
export function jump(distances: Int16Array | Int8Array, cell: number, d: number, step: number): number {
  let v = distances[8 * cell + d];
  if (v !== CHAINED || distances.BYTES_PER_ELEMENT === 2) return v;
  let run = 0;
  do {
    run += CHAIN;
    v = distances[8 * (cell + run * step) + d];
  } while (v === CHAINED);
  return v > 0 ? v + run : v - run;
}

/** Growing list of edges, (node, cost) pairs; {@link JumpGraph.scan} appends to it. */
export class EdgeList {
  count = 0;
  to = new Int32Array(256);
  cost = new Int32Array(256);

  push(to: number, cost: number): void {
    if (this.count === this.to.length) {
      this.to = grown(this.to);
      this.cost = grown(this.cost);
    }
    this.to[this.count] = to;
    this.cost[this.count++] = cost;
  }
}

/** Canonical directions of a node relative to its own: ahead, then for each side the side and the diagonal to it. */
const CANONICAL = [0, 2, 1, 6, 7];

export class JumpGraph {
  /** Number of nodes; node ids are 0..count - 1, ordered by cell, then direction. */
  readonly count: number;
  /** Int32Array(count): cell of each node. */
  readonly cells: Int32Array;
  /** Uint16Array(2 * count): x, y. */
  readonly points: Uint16Array;
  /** Uint8Array(count): direction in which the cell is arrived at; even. */
  readonly directions: Uint8Array;
  /** Int16Array(5 * count): how far a goal is seen ahead, right, ahead-right, left, ahead-left, in steps; 0 where not canonical. */
  readonly views: Int16Array;
  /** Int32Array(count + 1): first edge of each node. */
  readonly firstEdge: Int32Array;
  /** Targets and costs of the edges. */
  readonly to: Int32Array;
  readonly cost: Int32Array;
  readonly steps: Int32Array;

  /** Rank index from (cell, direction) to node: 4 bits a cell, and the number of nodes before each word of 8 cells. */
  private readonly bits: Uint32Array;
  private readonly before: Int32Array;

  constructor(
    grid: Grid,
    readonly distances: Int16Array | Int8Array,
    stops: Uint8Array,
  ) {
    const { stride } = grid;
    this.steps = directionSteps(stride);
    const words = (stops.length + 7) >> 3;
    this.bits = new Uint32Array(words);
    this.before = new Int32Array(words);
    this.count = this.rank(stops);
    this.cells = new Int32Array(this.count);
    this.points = new Uint16Array(2 * this.count);
    this.directions = new Uint8Array(this.count);
    this.views = new Int16Array(5 * this.count);
    this.firstEdge = new Int32Array(this.count + 1);
    const edges = new EdgeList();
    let n = 0;
    for (let w = 0; w < words; w++) {
      for (let bits = this.bits[w]; bits !== 0; bits &= bits - 1) {
        const bit = 31 - Math.clz32(bits & -bits);
        const c = 8 * w + (bit >> 2);
        this.cells[n] = c;
        this.points[2 * n] = (c % stride) - 1;
        this.points[2 * n + 1] = Math.floor(c / stride) - 1;
        this.directions[n] = 2 * (bit & 3);
        this.addEdges(n, c, 2 * (bit & 3), grid.open, edges);
        this.firstEdge[++n] = edges.count;
      }
    }
    this.to = edges.to.slice(0, edges.count);
    this.cost = edges.cost.slice(0, edges.count);
  }

  /** Fills the rank index. @returns number of nodes */
  private rank(stops: Uint8Array): number {
    const words = new Uint32Array(stops.buffer);
    let count = 0;
    for (let w = 0; w < this.bits.length; w++) {
      this.before[w] = count;
      if (((words[2 * w] | words[2 * w + 1]) & 0x55555555) === 0) continue;
      let bits = 0;
      for (let c = 8 * w, shift = 0; shift < 32; shift += 4, c++) {
        const s = stops[c];
        bits |= ((s & 1) | ((s >> 1) & 2) | ((s >> 2) & 4) | ((s >> 3) & 8)) << shift;
      }
      this.bits[w] = bits;
      count += popcount(bits);
    }
    return count;
  }

  private addEdges(n: number, c: number, d: number, open: Uint8Array, edges: EdgeList): void {
    const behind = c - this.steps[d];
    for (let i = 0; i < 5; i++) {
      const side = (d + (i < 3 ? 2 : 6)) & 7;
      // A side is canonical only where it opens up here; see FORCED in grid/directions.ts.
      if (i > 0 && (open[behind + this.steps[side]] | (1 - open[c + this.steps[side]])) !== 0) continue;
      this.views[5 * n + i] = this.scan(c, (d + CANONICAL[i]) & 7, edges);
    }
  }

  /** Node of a straight arrival at a jump point. */
  node(cell: number, d: number): number {
    const below = (1 << ((cell & 7) * 4 + (d >> 1))) - 1;
    return this.before[cell >> 3] + popcount(this.bits[cell >> 3] & below);
  }

  /**
   * Appends the canonical jumps from a cell in a direction.
   * @returns how far a goal is seen that way: to the first stop or the wall if straight, to the wall if diagonal
   */
  scan(cell: number, d: number, edges: EdgeList): number {
    const { distances, steps } = this;
    const step = steps[d];
    let v = jump(distances, cell, d, step);
    if ((d & 1) === 0) {
      if (v > 0) edges.push(this.node(cell + v * step, d), v * STRAIGHT);
      return v < 0 ? -v : v;
    }
    let run = 0;
    for (; v > 0; v = jump(distances, cell, d, step)) {
      run += v;
      cell += v * step;
      for (let e = d - 1; e <= d + 1; e += 2) {
        const side = e & 7;
        const w = jump(distances, cell, side, steps[side]);
        if (w > 0) edges.push(this.node(cell + w * steps[side], side), run * DIAGONAL + w * STRAIGHT);
      }
    }
    return run - v;
  }
}

function popcount(v: number): number {
  v -= (v >>> 1) & 0x55555555;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
