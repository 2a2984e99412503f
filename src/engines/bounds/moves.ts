/** Goal bounds under any move rule, the bake: which boxes there are, and a flood over rays that finds them. */
import { directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { type Moves, movesOf, windowsOf } from '../../core/grid/moves.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { BucketRing } from '../../core/search/ring.js';
import { buildMoveJumps, type MoveJumps } from '../jps/moves/jumps.js';
import { type BoundsAt, EMPTY, type Floods, widen } from './floods.js';

/** Directions with boxes at jump points: those tried after some arrival that is a node, by cell. */
export function nodeDirections(grid: Grid, { nodes, windows }: Pick<MoveJumps, 'nodes' | 'windows'>): Uint8Array {
  const { after } = movesOf(grid.moveRule);
  const stored = new Uint8Array(nodes.length);
  for (let c = 0; c < windows.length; c++) {
    for (let bits = nodes[c]; bits !== 0; bits &= bits - 1)
      stored[c] |= after[8 * windows[c] + 31 - Math.clz32(bits & -bits)];
  }
  return stored;
}

/** Which boxes a bake of all cells makes: the legal moves of each. */
export function legalDirections(grid: Grid): Uint8Array {
  const { legal } = movesOf(grid.moveRule);
  const stored = new Uint8Array((grid.open.length + 3) & ~3);
  windowsOf(grid).forEach((window, c) => {
    stored[c] = legal[window];
  });
  return stored;
}

/**
 * Dijkstra (1959) over the arrivals that are nodes (`../jps/moves/jumps.ts`), from buckets a straight step wide, so
 * that costs are final and all ties known. From there rays write cost and first directions into the cells they pass,
 * until one is reached for less; better rays overwrite worse ones.
 */
export class MoveFlood implements Floods {
  /** As those of `RayFlood`: -minY, maxX, maxY, -minX of the box of each first direction. */
  readonly boxes = new Int32Array(32);
  private readonly windows: Uint16Array;
  private readonly g: Float64Array;
  /** First directions of the arrivals that are nodes, a byte for each direction. */
  private readonly firsts: Uint8Array;
  /** The bytes of {@link firsts}, a cell in two integers. */
  private readonly pairs: Int32Array;
  private readonly all: Uint8Array;
  /** The first cell that the last source has reached, and the last. */
  private low = 0;
  private high = -1;
  /** 8 * cell + direction of arrivals; more buckets than a ray with one that it sends out is long. */
  private readonly ring: BucketRing;
  private readonly steps: Int32Array;
  private readonly moves: Moves;

  constructor(private readonly grid: Grid) {
    const cells = grid.open.length;
    this.windows = windowsOf(grid);
    this.g = new Float64Array(cells).fill(Infinity);
    this.firsts = new Uint8Array(8 * cells);
    this.pairs = new Int32Array(this.firsts.buffer);
    this.all = new Uint8Array(cells);
    this.ring = new BucketRing(2 * (grid.width + grid.height));
    this.steps = directionSteps(grid.stride);
    this.moves = movesOf(grid.moveRule);
  }

  plan(at: BoundsAt): Uint8Array {
    return at === 'cells' ? legalDirections(this.grid) : nodeDirections(this.grid, buildMoveJumps(this.grid));
  }

  flood(source: number): void {
    const { g, firsts, windows, ring } = this;
    const { legal, after } = this.moves;
    g.fill(Infinity, this.low, this.high + 1);
    this.pairs.fill(0, 2 * this.low, 2 * this.high + 2);
    this.all.fill(0, this.low, this.high + 1);
    this.low = this.high = source;
    ring.reset();
    g[source] = 0;
    for (let bits = legal[windows[source]]; bits !== 0; bits &= bits - 1) {
      const d = 31 - Math.clz32(bits & -bits);
      this.ray(source, d, 0, 1 << d);
    }
    for (let bucket = 1; bucket <= ring.last; bucket++) {
      for (let entry = ring.take(bucket); entry >= 0; entry = ring.entries[entry + 1]) {
        const arrival = ring.entries[entry];
        const cell = arrival >> 3;
        // Skips entries that became cheaper.
        if (firsts[arrival] === 0 || bucketOf(g[cell]) !== bucket) continue;
        for (let bits = after[8 * windows[cell] + (arrival & 7)]; bits !== 0; bits &= bits - 1)
          this.ray(cell, 31 - Math.clz32(bits & -bits), g[cell], firsts[arrival]);
      }
    }
    this.widenBoxes();
  }

  /** Puts both ends of each run of cells along a row that have the same first directions into their boxes. */
  private widenBoxes(): void {
    const { boxes, all, low, high } = this;
    const { stride } = this.grid;
    boxes.fill(EMPTY);
    // Borders between rows are not reached, so that no run continues in the next row.
    for (let cell = low, before = 0; cell <= high + 1; cell++) {
      const mask = all[cell];
      if (mask === before) continue;
      if (before !== 0) widen(boxes, before, cell - 1, stride);
      if (mask !== 0) widen(boxes, mask, cell, stride);
      before = mask;
    }
  }

  /** Follows a direction until there is a choice, with the rays that branch off. @param mask of first directions */
  private ray(cell: number, d: number, cost: number, mask: number): void {
    const { g, firsts, pairs, all, windows } = this;
    const { after, sides, costs } = this.moves;
    const step = this.steps[d];
    const price = costs[d];
    const aside = sides[d];
    const ahead = 1 << d;
    for (let tried = ahead; tried & ahead; ) {
      cell += step;
      cost += price;
      const known = g[cell];
      if (cost > known) return;
      if (cost < known) {
        if (known === Infinity) {
          if (cell < this.low) this.low = cell;
          else if (cell > this.high) this.high = cell;
        } else pairs[2 * cell] = pairs[2 * cell + 1] = 0;
        g[cell] = cost;
        all[cell] = mask;
      } else all[cell] |= mask;
      tried = after[8 * windows[cell] + d];
      if (tried & ~(ahead | aside)) {
        const arrival = 8 * cell + d;
        if (firsts[arrival] === 0) this.ring.push(arrival, bucketOf(cost));
        firsts[arrival] |= mask;
        return;
      }
      for (let bits = tried & aside; bits !== 0; bits &= bits - 1)
        this.ray(cell, 31 - Math.clz32(bits & -bits), cost, mask);
    }
  }
}

/** Costs are integers: half of one keeps a product from falling below the edge of a bucket. */
const bucketOf = (cost: number): number => ((cost + 0.5) * (1 / STRAIGHT)) | 0;
