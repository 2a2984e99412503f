/** Graph of searches on weighted terrain: visited cells, and edges by direction, made lazily: to the next stop. */
import { grown } from '../../core/arrays.js';
import { directionSteps } from '../../core/grid/directions.js';
import { engineShares, type Shares } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { packPoint, SPARE } from '../../core/grid/rectangle.js';
import { type RunOrder, runOrder } from '../../core/grid/rules.js';
import { lower, POINT_STEPS, upper } from '../../core/search/edit-log.js';
import { emptyWays } from '../../core/search/empty-ways.js';
import type { WeightedJumps } from './jumps.js';
import { successorsOf } from './successors.js';

/** Directions of a node without edges yet. */
export const UNKNOWN = -1;

/** Edges that may be dead before all are made again. */
const ROOM = 1 << 14;

/** Nodes and edges, as far as searches have come. Arrays are replaced when they get too short. */
export class WeightedGraph {
  /** Nodes so far; node 0 is the start of a query, whatever else its cell is. */
  count = 1;
  cells = new Int32Array(1024);
  points = new Int32Array(1024);
  /** Successors of the arrivals in each direction. */
  arrivals = new Uint8Array(8 * 1024);
  /** First edge, its end, and the steps that a run can be seen along, of each node and direction. */
  firsts = new Int32Array(8 * 1024).fill(UNKNOWN);
  lasts = new Int32Array(8 * 1024);
  views = new Int16Array(8 * 1024);
  /** Number of edits when the edges of each node were made, and the box of the cells that they depend on. */
  edits = new Int32Array(1024);
  private lows = new Int32Array(1024);
  private highs = new Int32Array(1024);
  private dead = 0;
  /** 8 * node + arrival of each edge, and its cost. */
  targets: Int32Array;
  prices: Float64Array;
  private readonly nodeAt: Int32Array;
  /** Edges of the start come first, overwritten by every query; a turning point has two at most. */
  private edges: number;
  private readonly weights: Uint8Array;
  private readonly steps: Int32Array;
  private readonly successors: (cell: number, arrival: number) => number;
  private readonly order: RunOrder;
  private readonly shares: Shares;
  private readonly wayOver: ReturnType<typeof emptyWays>;

  constructor(
    private readonly grid: Grid,
    private readonly jumps: WeightedJumps,
  ) {
    this.weights = grid.costs ?? grid.open;
    this.steps = directionSteps(grid.stride);
    this.successors = successorsOf(grid);
    this.nodeAt = new Int32Array(grid.open.length);
    this.order = runOrder(grid);
    this.shares = engineShares(grid);
    this.wayOver = emptyWays(grid);
    const { width, height } = grid;
    this.edges = 4 + 4 * (2 * Math.max(width, height) + 1);
    this.targets = new Int32Array(2 * this.edges);
    this.prices = new Float64Array(2 * this.edges);
  }

  /** Node that a query begins at, with its edges: the node of its cell, or node 0. */
  startAt(cell: number, x: number, y: number): number {
    if (this.jumps.nodes[cell] > 0) return this.nodeOf(cell);
    this.cells[0] = cell;
    this.points[0] = packPoint(x, y);
    this.edits[0] = this.jumps.log.edits;
    const kept = this.edges;
    this.edges = 0;
    for (let d = 0; d < 8; d++) this.expand(0, d);
    this.edges = kept;
    return 0;
  }

  get isWorn(): boolean {
    return 2 * this.dead > this.edges + ROOM;
  }

  read(cell: number): void {
    const n = this.nodeAt[cell];
    for (let d = 0; d < 8 && n > 0; d++)
      this.arrivals[8 * n + d] = (this.jumps.nodes[cell] >> d) & 1 ? this.successors(cell, d) : 0;
  }

  /** Forgets the edges of a node where an edit has reached them. */
  refresh(n: number): void {
    const { edits, lows, highs, firsts, lasts } = this;
    const { log } = this.jumps;
    if (!log.isSound(edits[n], lows[n], highs[n])) {
      for (let at = 8 * n; at < 8 * n + 8; at++) {
        if (firsts[at] !== UNKNOWN) this.dead += lasts[at] - firsts[at];
        firsts[at] = UNKNOWN;
      }
      lows[n] = this.points[n];
      highs[n] = this.points[n] + SPARE;
    }
    edits[n] = log.edits;
  }

  expand(n: number, d: number): void {
    const { steps } = this;
    const { distances, legal, nodes, ends } = this.jumps;
    const { long, before, after } = this.order;
    const from = this.cells[n];
    const at = 8 * n + d;
    const first = this.edges;
    let length = 0;
    if (((long >> d) & 1) === 0) {
      const v = distances[8 * from + d];
      length = v > 0 ? v : -v;
      if (v > 0) this.addEdge(n, from + v * steps[d], d, this.runCost(from, d, v));
    } else {
      for (let cell = from; (legal[cell] >> d) & 1; ) {
        cell += steps[d];
        length++;
        if ((nodes[cell] >> d) & 1) {
          this.addEdge(n, cell, d, this.runCost(from, d, length));
          break;
        }
        for (let side = 0; side < 2; side++) {
          const straight = side ? before[d] : after[d];
          const r = distances[8 * cell + straight];
          if (r <= 0) continue;
          const price = this.runCost(from, d, length) + this.runCost(cell, straight, r);
          this.addEdge(n, cell + r * steps[straight], straight, price);
        }
        if ((ends[cell] >> d) & 1) break;
      }
    }
    this.firsts[at] = first;
    this.lasts[at] = this.edges;
    this.views[at] = length;
    this.see(n, this.points[n] + length * POINT_STEPS[d]);
  }

  /** Cost from a node to the goal dx, dy away along the runs of a direction whose edges are made, or Infinity. */
  seenCost(n: number, d: number, dx: number, dy: number): number {
    const { level, straight, rest } = this.wayOver(dx, dy);
    const cell = this.cells[n];
    const view = this.views[8 * n + d];
    if (level === 0) return rest > view ? Infinity : this.runCost(cell, d, rest);
    if (level > view) return Infinity;
    const price = this.runCost(cell, d, level);
    if (rest === 0) return price;
    const turn = cell + level * this.steps[d];
    const r = this.jumps.distances[8 * turn + straight];
    return rest > (r > 0 ? r : -r) ? Infinity : price + this.runCost(turn, straight, rest);
  }

  nodeOf(cell: number): number {
    const { nodeAt, jumps, grid } = this;
    if (nodeAt[cell] > 0) return nodeAt[cell];
    if (this.count === this.cells.length) this.grow();
    const n = this.count++;
    nodeAt[cell] = n;
    this.cells[n] = cell;
    this.points[n] = packPoint((cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1);
    this.lows[n] = this.points[n];
    this.highs[n] = this.points[n] + SPARE;
    this.edits[n] = jumps.log.edits;
    this.read(cell);
    return n;
  }

  private see(n: number, point: number): void {
    this.lows[n] = lower(this.lows[n], point);
    this.highs[n] = upper(this.highs[n], point);
  }

  private addEdge(n: number, cell: number, d: number, price: number): void {
    const to = this.nodeOf(cell);
    const target = 8 * to + d;
    this.see(n, this.points[to]);
    if (this.edges === this.targets.length) {
      this.targets = grown(this.targets);
      this.prices = grown(this.prices);
    }
    this.targets[this.edges] = target;
    this.prices[this.edges++] = price;
  }

  /** Cost of a run from a cell: all cells but the first cost the same. */
  private runCost(cell: number, d: number, length: number): number {
    const weight = this.weights[cell + this.steps[d]];
    const { left, entered } = this.shares;
    return (left * this.weights[cell] + entered * weight + 2 * weight * (length - 1)) * this.order.costs[d];
  }

  private grow(): void {
    this.cells = grown(this.cells);
    this.points = grown(this.points);
    this.edits = grown(this.edits);
    this.lows = grown(this.lows);
    this.highs = grown(this.highs);
    this.arrivals = grown(this.arrivals);
    this.views = grown(this.views);
    this.lasts = grown(this.lasts);
    const unknown = this.firsts.length;
    this.firsts = grown(this.firsts);
    this.firsts.fill(UNKNOWN, unknown);
  }
}
