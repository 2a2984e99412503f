/**
 * The plain way to goal bounds, for comparison: a bucket queue of cells, one step at a time, with the union of tied first
 * directions. It looks at every cell; `src/core/bounds/flood.ts` only at jump cells and what sticks out of the boxes.
 */

import { directionSteps, LEGAL, windowAt } from '../src/core/grid/directions.js';
import { type Grid, grown } from '../src/core/grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../src/core/grid/step-costs.js';

const FAR = 0x60000000;

export class CellFlood {
  /** Int32Array(32): greatest positions along N, E, S, W of the box of direction d at 4 * d. */
  readonly box = new Int32Array(32);
  private readonly steps: Int32Array;
  private readonly g: Int32Array;
  /** Arrival directions at cost g, and the first directions of each. */
  private readonly arrivals: Uint8Array;
  private readonly firsts: Uint8Array;
  /** Legal and canonical directions by cell and arrival. */
  private readonly canonical: Uint8Array;
  private readonly xs: Int32Array;
  private readonly ys: Int32Array;
  private readonly heads = new Int32Array(4).fill(-1);
  private items = new Int32Array(1 << 16);
  private nexts = new Int32Array(1 << 16);
  private used = 0;
  private open = 0;

  constructor(private readonly grid: Grid) {
    const { open, stride } = grid;
    const steps = directionSteps(stride);
    this.steps = steps;
    this.g = new Int32Array(open.length);
    this.arrivals = new Uint8Array(open.length);
    this.firsts = new Uint8Array(8 * open.length);
    this.canonical = new Uint8Array(8 * open.length);
    this.xs = Int32Array.from(open, (_, c) => (c % stride) - 1);
    this.ys = Int32Array.from(open, (_, c) => Math.floor(c / stride) - 1);
    for (let c = 0; c < open.length; c++) {
      if (open[c] === 0) continue;
      for (let a = 0; a < 8; a++) {
        let mask = 1 << a;
        for (let turn = 1; turn < 8; turn += 6) {
          const side = (a + 2 * turn) & 7;
          if (a & 1) mask |= 1 << ((a + turn) & 7);
          else if (open[c + steps[side]] > open[c + steps[side] - steps[a]])
            mask |= (1 << side) | (1 << ((a + turn) & 7));
        }
        this.canonical[8 * c + a] = mask & LEGAL[windowAt(open, c, stride)];
      }
    }
  }

  /** Finds the boxes of a source for the directions of a mask. @returns number of cells reached */
  flood(source: number, wanted: number): number {
    const { g, heads, arrivals } = this;
    g.fill(FAR);
    this.box.fill(-(1 << 20));
    this.used = 0;
    this.open = 0;
    g[source] = 0;
    const legal = LEGAL[windowAt(this.grid.open, source, this.grid.stride)];
    for (let d = 0; d < 8; d++) if ((legal >> d) & 1) this.step(source, d, 0, 1 << d);
    let reached = 0;
    for (let bucket = 1; this.open > 0; bucket++) {
      for (let entry = heads[bucket & 3]; entry >= 0; entry = heads[bucket & 3]) {
        heads[bucket & 3] = this.nexts[entry];
        this.open--;
        const cell = this.items[entry];
        // Old entry of a cell that was expanded, or improved into an earlier bucket.
        if (arrivals[cell] === 0) continue;
        this.expand(cell, wanted);
        reached++;
      }
    }
    return reached;
  }

  private expand(cell: number, wanted: number): void {
    const { arrivals, firsts, canonical, box } = this;
    const base = this.g[cell];
    let all = 0;
    let left = arrivals[cell];
    arrivals[cell] = 0;
    for (; left !== 0; left &= left - 1) {
      const a = 31 - Math.clz32(left & -left);
      const first = firsts[8 * cell + a];
      all |= first;
      for (let mask = canonical[8 * cell + a]; mask !== 0; mask &= mask - 1)
        this.step(cell, 31 - Math.clz32(mask & -mask), base, first);
    }
    const x = this.xs[cell];
    const y = this.ys[cell];
    for (all &= wanted; all !== 0; all &= all - 1) {
      const b = 4 * (31 - Math.clz32(all & -all));
      if (-y > box[b]) box[b] = -y;
      if (x > box[b + 1]) box[b + 1] = x;
      if (y > box[b + 2]) box[b + 2] = y;
      if (-x > box[b + 3]) box[b + 3] = -x;
    }
  }

  private step(cell: number, d: number, base: number, first: number): void {
    const { g, arrivals, firsts } = this;
    const to = cell + this.steps[d];
    const total = base + (d & 1 ? DIAGONAL : STRAIGHT);
    if (total > g[to]) return;
    if (total < g[to]) {
      g[to] = total;
      arrivals[to] = 1 << d;
      firsts[8 * to + d] = first;
      this.push((total / STRAIGHT) | 0, to);
      return;
    }
    firsts[8 * to + d] = (arrivals[to] >> d) & 1 ? firsts[8 * to + d] | first : first;
    arrivals[to] |= 1 << d;
  }

  private push(bucket: number, cell: number): void {
    if (this.used === this.items.length) {
      this.items = grown(this.items);
      this.nexts = grown(this.nexts);
    }
    this.items[this.used] = cell;
    this.nexts[this.used] = this.heads[bucket & 3];
    this.heads[bucket & 3] = this.used++;
    this.open++;
  }
}
