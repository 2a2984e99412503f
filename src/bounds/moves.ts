/** Goal bounds under any move rule, the bake: which boxes there are, and a flood over cells that finds them. */
import { directionSteps } from '../grid/directions.js';
import { type Grid, grown } from '../grid/grid.js';
import { movesOf, windowsOf } from '../grid/moves.js';
import { STRAIGHT } from '../grid/step-costs.js';
import type { MoveJumps } from '../jps/moves/jumps.js';
import { EMPTY, widen } from './greatest.js';

/** Which boxes a bake of jump points makes: mask of the directions that are tried after some arrival that is a node, by cell. */
export function nodeDirections(grid: Grid, { nodes, windows }: Pick<MoveJumps, 'nodes' | 'windows'>): Uint8Array {
  const { after } = movesOf(grid.moveRule);
  const stored = new Uint8Array(nodes.length);
  for (let c = 0; c < windows.length; c++) {
    for (let bits = nodes[c]; bits !== 0; bits &= bits - 1) stored[c] |= after[8 * windows[c] + 31 - Math.clz32(bits & -bits)];
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
 * Goal bounds of one source: Dijkstra (1959) over cells and the moves that are tried after each optimal arrival, which carries with it the
 * first directions it is of. A bucket is a straight step wide, so that what is taken from it is final.
 */
export class MoveFlood {
  /** As that of `Flood`: -minY, maxX, maxY, -minX of the box of each first direction. */
  readonly box = new Int32Array(32);
  private readonly windows: Uint16Array;
  private readonly g: Float64Array;
  /** First directions of the arrivals in each direction, a byte each: N to SE, then S to NW. */
  private readonly firsts: Int32Array;
  private readonly reached: Int32Array;
  private count = 0;
  private readonly heads = new Int32Array(4).fill(-1);
  private items = new Int32Array(1 << 12);
  private used = 0;
  private last = 0;
  private readonly steps: Int32Array;
  /** By move: the first directions that go on along it. */
  private readonly along = new Int32Array(8);

  constructor(private readonly grid: Grid) {
    const cells = grid.open.length;
    this.windows = windowsOf(grid);
    this.g = new Float64Array(cells).fill(Infinity);
    this.firsts = new Int32Array(2 * cells);
    this.reached = new Int32Array(cells);
    this.steps = directionSteps(grid.stride);
  }

  /** Finds the boxes of a source for its legal directions. */
  flood(source: number): void {
    const { g, firsts, reached, windows, steps, heads, grid } = this;
    const { legal, after, costs } = movesOf(grid.moveRule);
    for (let i = 0; i < this.count; i++) {
      g[reached[i]] = Infinity;
      firsts[2 * reached[i]] = firsts[2 * reached[i] + 1] = 0;
    }
    this.count = this.used = this.last = 0;
    this.box.fill(EMPTY);
    g[source] = 0;
    reached[this.count++] = source;
    for (let bits = legal[windows[source]]; bits !== 0; bits &= bits - 1) {
      const d = 31 - Math.clz32(bits & -bits);
      this.reach(source + steps[d], costs[d], d, 1 << d);
    }
    for (let bucket = 1; bucket <= this.last; bucket++) {
      const slot = bucket & 3;
      for (let item = heads[slot]; item >= 0; item = this.items[2 * item + 1]) {
        const cell = this.items[2 * item];
        // Else it has become cheaper since, and is done.
        if (bucketOf(g[cell]) !== bucket) continue;
        this.take(cell, after, costs);
      }
      heads[slot] = -1;
    }
  }

  /** Charges a cell to the boxes of its first directions, and goes on from it. */
  private take(cell: number, after: Uint8Array, costs: Int32Array): void {
    const { firsts, steps, along } = this;
    const row = 8 * this.windows[cell];
    const base = this.g[cell];
    let all = 0;
    let moves = 0;
    for (let half = 0; half < 2; half++) {
      for (let rest = firsts[2 * cell + half], d = 4 * half; rest !== 0; rest >>>= 8, d++) {
        const mask = rest & 255;
        if (mask === 0) continue;
        all |= mask;
        const tried = after[row + d];
        moves |= tried;
        for (let bits = tried; bits !== 0; bits &= bits - 1) along[31 - Math.clz32(bits & -bits)] |= mask;
      }
    }
    for (; moves !== 0; moves &= moves - 1) {
      const e = 31 - Math.clz32(moves & -moves);
      this.reach(cell + steps[e], base + costs[e], e, along[e]);
      along[e] = 0;
    }
    widen(this.box, all, cell, this.grid.stride);
  }

  /** @param mask of the first directions of this way, which arrives in d */
  private reach(cell: number, cost: number, d: number, mask: number): void {
    const { g, firsts, heads } = this;
    const known = g[cell];
    if (cost > known) return;
    if (cost < known) {
      if (known === Infinity) this.reached[this.count++] = cell;
      g[cell] = cost;
      firsts[2 * cell] = firsts[2 * cell + 1] = 0;
      const bucket = bucketOf(cost);
      if (bucket > this.last) this.last = bucket;
      if (2 * this.used === this.items.length) this.items = grown(this.items);
      this.items[2 * this.used] = cell;
      this.items[2 * this.used + 1] = heads[bucket & 3];
      heads[bucket & 3] = this.used++;
    }
    firsts[2 * cell + (d >> 2)] |= mask << (8 * (d & 3));
  }
}

/** Costs are integers: half of one keeps a product from falling below the edge of a bucket. */
const bucketOf = (cost: number): number => ((cost + 0.5) * (1 / STRAIGHT)) | 0;
