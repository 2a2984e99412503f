/**
 * Goal bounds where cells have costs: a flood over cells that makes the moves of a search, so it meets every goal of an
 * optimal path without a dropped successor, with all ties, and no other.
 * docs/decisions/priced-maps-goal-bounds.md
 */
import { directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { refuseMoves } from '../grid/refuse-costs.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { legalMoves, pricedJumps } from '../priced/jumps.js';
import { priceRange } from '../priced/landmarks.js';
import { successorsOf, windowTable } from '../priced/successors.js';
import { BucketRing } from '../search/ring.js';
import type { BoundsAt, Floods } from './floods.js';
import { EMPTY, widen } from './greatest.js';

/** Windows that are looked up; on a map with more of them cells have lists of their own. */
const MOST_WINDOWS = 1 << 16;

/** Dijkstra (1959) over cells and successors of optimal arrivals; a bucket is the cheapest move, so costs are final. */
export class PricedFlood implements Floods {
  /** As those of `RayFlood`; the box of the source alone where no optimal path starts. */
  readonly boxes = new Int32Array(32);
  private readonly weights: Uint8Array;
  /** Successors of each arrival, eight bytes a window; the window of each cell. */
  private readonly after: Uint8Array;
  private readonly windows: Int32Array;
  /** Cost of each cell; Infinity before it is reached. */
  private readonly g: Float64Array;
  /** First directions by arrival, a byte each: N to SE, then S to NW; 0 once a cell is done. */
  private readonly firsts: Int32Array;
  private readonly done: Int32Array;
  private count = 0;
  private readonly ring: BucketRing;
  private readonly steps: Int32Array;
  private readonly perBucket: number;
  /** By move: the first directions that go on along it. */
  private readonly along = new Int32Array(8);

  private readonly legal: Uint8Array;
  private readonly exits: Uint8Array;

  /** @throws {MapError} under another move rule than no-corners */
  constructor(private readonly grid: Grid) {
    refuseMoves(grid, 'goal bounds on terrain that costs', ['no-corners']);
    const jumps = pricedJumps(grid);
    this.legal = legalMoves(jumps);
    this.exits = jumps.exits;
    const cells = grid.open.length;
    const { least, most } = priceRange(grid);
    this.weights = grid.costs ?? grid.open;
    [this.windows, this.after] = successorLists(grid);
    this.g = new Float64Array(cells).fill(Infinity);
    this.firsts = new Int32Array(2 * cells);
    this.done = new Int32Array(cells);
    this.ring = new BucketRing((most * DIAGONAL) / (least * STRAIGHT));
    this.steps = directionSteps(grid.stride);
    this.perBucket = 1 / (2 * least * STRAIGHT);
  }

  plan(at: BoundsAt): Uint8Array {
    return at === 'cells' ? this.legal : this.exits;
  }

  flood(source: number): void {
    const { g, done, ring, boxes, steps, weights, firsts } = this;
    for (let i = 0; i < this.count; i++) g[done[i]] = Infinity;
    this.count = 0;
    ring.reset();
    boxes.fill(EMPTY);
    g[source] = 0;
    done[this.count++] = source;
    for (let bits = this.legal[source]; bits !== 0; bits &= bits - 1) {
      const d = 31 - Math.clz32(bits & -bits);
      const next = source + steps[d];
      this.reach(next, (weights[source] + weights[next]) * (d & 1 ? DIAGONAL : STRAIGHT), d, 1 << d);
    }
    for (let bucket = 0; bucket <= ring.last; bucket++) {
      for (let entry = ring.take(bucket); entry >= 0; entry = ring.entries[entry + 1]) {
        const cell = ring.entries[entry];
        // Skips entries that became cheaper.
        if ((firsts[2 * cell] | firsts[2 * cell + 1]) !== 0) this.take(cell);
      }
    }
    for (let d = 0; d < 8; d++) if (boxes[4 * d] === EMPTY) widen(boxes, 1 << d, source, this.grid.stride);
  }

  /** Charges a cell to the boxes of its first directions, and goes on from it. */
  private take(cell: number): void {
    const { firsts, steps, along, after, weights } = this;
    const row = 8 * this.windows[cell];
    const base = this.g[cell];
    const local = weights[cell];
    let all = 0;
    let moves = 0;
    for (let half = 0; half < 2; half++) {
      for (let rest = firsts[2 * cell + half], d = row + 4 * half; rest !== 0; rest >>>= 8, d++) {
        const mask = rest & 255;
        if (mask === 0) continue;
        all |= mask;
        const tried = after[d];
        moves |= tried;
        for (let bits = tried; bits !== 0; bits &= bits - 1) along[31 - Math.clz32(bits & -bits)] |= mask;
      }
      firsts[2 * cell + half] = 0;
    }
    this.done[this.count++] = cell;
    for (; moves !== 0; moves &= moves - 1) {
      const e = 31 - Math.clz32(moves & -moves);
      const next = cell + steps[e];
      this.reach(next, base + (local + weights[next]) * (e & 1 ? DIAGONAL : STRAIGHT), e, along[e]);
      along[e] = 0;
    }
    widen(this.boxes, all, cell, this.grid.stride);
  }

  /** @param mask of the first directions of this way, which arrives in d */
  private reach(cell: number, cost: number, d: number, mask: number): void {
    const { g, firsts } = this;
    const known = g[cell];
    if (cost > known) return;
    if (cost < known) {
      g[cell] = cost;
      firsts[2 * cell] = firsts[2 * cell + 1] = 0;
      // Costs are integers: half of one keeps a product from falling below the edge of a bucket.
      this.ring.push(cell, Math.floor((cost + 0.5) * this.perBucket));
    }
    firsts[2 * cell + (d >> 2)] |= mask << (8 * (d & 3));
  }
}

/** Successors of the arrivals, eight bytes a list, and the number of each cell's list. */
function successorLists(grid: Grid): [numbers: Int32Array, lists: Uint8Array] {
  const { open } = grid;
  const successors = successorsOf(grid);
  const windowOf = windowTable(grid, MOST_WINDOWS);
  /** Number of the list of each window. */
  const listOf = [0];
  const numbers = new Int32Array(open.length);
  let lists = new Uint8Array(1 << 13);
  let count = 0;
  for (let c = 0; c < open.length; c++) {
    if (open[c] === 0) continue;
    const window = windowOf(c);
    if (window > 0 && window < listOf.length) {
      numbers[c] = listOf[window];
      continue;
    }
    if (window > 0) listOf.push(count);
    if (8 * count === lists.length) lists = grown(lists);
    for (let d = 0; d < 8; d++) lists[8 * count + d] = successors(c, d);
    numbers[c] = count++;
  }
  return [numbers, lists];
}
