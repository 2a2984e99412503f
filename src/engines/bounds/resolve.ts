/**
 * Which cells of a row's region are optimal through it? Only as far as the boxes have to know.
 *
 * The optimal cells form a prefix of the diagonal and of each ray, as a part of an optimal path is optimal. So for each
 * ray that sticks out of a box its last cell is tried first, then the first one outside, then a binary search between.
 *
 * A cell is optimal at some cost if no seer offers less. (A seer that was not reached by an optimal canonical path
 * offers a real path all the same.)
 */
import { grown } from '../../core/arrays.js';
import { DIAGONAL, octile, STRAIGHT } from '../../core/grid/step-costs.js';
import type { Costs } from './floods.js';
import { BACK, type JumpCells, RAY, STOP, WALL } from './jump-cells.js';
import { along, type RayGraph, sideA, sideB } from './rays.js';

/** Above every position and every number of steps in a map. */
const BEYOND = 1 << 20;
/** Rays are packed as reach << STEP_BITS | diagonal step; both are below 2^13, the side of the largest map. */
const STEP_BITS = 14;

/** Fields of a flood that a resolver reads, and the boxes that it grows. */
export interface Reached {
  readonly source: number;
  readonly x: number;
  readonly y: number;
  /** Steps of each diagonal from the source to the wall. */
  readonly diagonals: Int32Array;
  readonly g: Costs;
  /** Int32Array(32): the boxes of the first directions, each as its greatest positions along N, E, S, W. */
  readonly boxes: Int32Array;
  /** Raises side k of the boxes of a direction mask to at least a position. */
  raise(k: number, first: number, position: number): void;
}

export class Resolver {
  private readonly seers: SeerLists;
  /** Rays of diagonal rows by side: where in `rays`, or -1 if not listed yet. */
  private readonly rayAt: Int32Array;
  /** Lists, one after the other: their length, then the packed rays, ascending. */
  private rays = new Int32Array(1 << 14);
  private raysUsed = 0;
  /** On the diagonal being resolved: a step known to be optimal, one known not to be. */
  private good = 0;
  private bad = 0;

  constructor(
    private readonly graph: RayGraph,
    private readonly flood: Reached,
  ) {
    this.seers = new SeerLists(graph);
    this.rayAt = new Int32Array(2 * graph.rowCell.length).fill(-1);
  }

  /** Grows the boxes of the mask by what is optimal through a row; its jump cell is inside them already. */
  resolve(row: number, first: number): void {
    const { graph, flood } = this;
    const d = graph.rowDirection[row];
    const q = graph.rowCell[row];
    this.good = 0;
    this.bad = BEYOND;
    for (let s = 0; s <= (d & 1); s++) {
      const k = s === 0 ? sideA(d) : sideB(d);
      const at = along(graph.xs[q], graph.ys[q], 2 * k);
      const inside = this.least(k, first) - at;
      const reach = graph.reach[2 * row + s] - at;
      if (reach <= inside) continue;
      const g = flood.g[q];
      const optimal = (d & 1) === 0 ? this.ray(graph.cells[q], g, d, inside, reach) : this.fan(row, s, g, inside);
      if (optimal > inside) flood.raise(k, first, at + optimal);
    }
  }

  /** Least position of side k among the boxes of the mask: only cells beyond it matter. */
  private least(k: number, first: number): number {
    const { boxes } = this.flood;
    let least = BEYOND;
    for (; first !== 0; first &= first - 1) {
      const position = boxes[4 * (31 - Math.clz32(first & -first)) + k];
      if (position < least) least = position;
    }
    return least;
  }

  /** @returns how many steps of a straight row are optimal, if more than `inside`, otherwise `inside` */
  private ray(cell: number, g: number, d: number, inside: number, length: number): number {
    const step = this.graph.steps[d];
    if (this.isOptimal(cell + length * step, g + length * STRAIGHT)) return length;
    return this.partOf(cell, g, step, inside, length);
  }

  /** The same for any ray whose step `length` is known not to be optimal. */
  private partOf(cell: number, g: number, step: number, inside: number, length: number): number {
    let low = inside + 1;
    if (low >= length || !this.isOptimal(cell + low * step, g + low * STRAIGHT)) return inside;
    for (let high = length; high - low > 1; ) {
      const n = (low + high) >> 1;
      if (this.isOptimal(cell + n * step, g + n * STRAIGHT)) low = n;
      else high = n;
    }
    return low;
  }

  /** @returns how far along side s the optimal part of a diagonal row reaches, in steps; at least `inside` */
  private fan(row: number, s: number, g: number, inside: number): number {
    const { graph } = this;
    const d = graph.rowDirection[row];
    const from = graph.cells[graph.rowCell[row]];
    const step = graph.steps[d];
    const side = graph.steps[s === 0 ? d - 1 : (d + 1) & 7];
    const first = this.raysOf(row, s, d);
    for (let i = first + this.rays[first]; i > first; i--) {
      const reach = this.rays[i] >>> STEP_BITS;
      if (reach <= inside) break;
      const n = this.rays[i] & ((1 << STEP_BITS) - 1);
      if (n >= this.bad) continue;
      const u = from + n * step;
      const gu = g + n * DIAGONAL;
      const length = reach - n;
      if (this.isOptimal(u + length * side, gu + length * STRAIGHT)) {
        if (n > this.good) this.good = n;
        return reach;
      }
      if (n > this.good) {
        if (length === 0 || !this.isOptimal(u, gu)) {
          this.bad = n;
          continue;
        }
        this.good = n;
      }
      if (n > inside) inside = n;
      inside = n + this.partOf(u, gu, side, inside - n, length);
    }
    return inside;
  }

  /** Offset of the list of a diagonal row's rays along side s. */
  private raysOf(row: number, s: number, d: number): number {
    const known = this.rayAt[2 * row + s];
    if (known >= 0) return known;
    const { distances, steps, cells, rowCell } = this.graph;
    const side = s === 0 ? d - 1 : (d + 1) & 7;
    const first = this.raysUsed;
    let n = 0;
    for (let u = cells[rowCell[row]]; distances[8 * u + d] !== 0; ) {
      u += steps[d];
      n++;
      if (first + n + 1 >= this.rays.length) this.rays = grown(this.rays);
      this.rays[first + n] = ((n + Math.abs(distances[8 * u + side])) << STEP_BITS) | n;
    }
    this.rays[first] = n;
    this.rays.subarray(first + 1, first + n + 1).sort();
    this.raysUsed = first + n + 1;
    this.rayAt[2 * row + s] = first;
    return first;
  }

  /** Is g, the cost of some path from the source to a cell, the cost of the best? */
  private isOptimal(cell: number, g: number): boolean {
    const { flood, seers } = this;
    const { stride } = this.graph;
    const y = ((cell / stride) | 0) - 1;
    const x = cell - (y + 1) * stride - 1;
    if (g === octile(x - flood.x, y - flood.y)) return true;
    if (this.sourceSees(x, y)) return false;
    const costs = flood.g;
    const at = seers.of(cell);
    const { pool } = seers;
    for (let i = at + 1, end = i + 2 * pool[at]; i < end; i += 2) {
      if (costs[pool[i]] + pool[i + 1] >= g) continue;
      if (i > at + 1) seers.toFront(at, i);
      return false;
    }
    return true;
  }

  /** Is a cell in the source's own region? (What lies behind its jump points, they see at the same cost.) */
  private sourceSees(x: number, y: number): boolean {
    const { flood } = this;
    const dx = x - flood.x;
    const dy = y - flood.y;
    const ax = dx < 0 ? -dx : dx;
    const ay = dy < 0 ? -dy : dy;
    const diagonal = ax < ay ? ax : ay;
    let u = flood.source;
    if (diagonal > 0) {
      const d = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
      if (diagonal > flood.diagonals[d]) return false;
      u += diagonal * this.graph.steps[d];
    }
    if (ax === ay) return true;
    const e = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
    const v = this.graph.distances[8 * u + e];
    return ax + ay - 2 * diagonal <= (v < 0 ? -v : v);
  }
}

/** All lists of seers are thrown away when they hold this many values: 64 MB. */
const MOST_SEERS = 1 << 24;

/**
 * The *seers* of a cell: the jump cells in whose regions it lies, with their costs to it. Every canonical path to the
 * cell ends in the region of a seer, or of the source, so the best of them gives the cell's cost.
 *
 * Lists are made when a cell is first asked about: few ever are.
 */
class SeerLists {
  /** Lists, one after the other: number of seers, then (jump cell, cost) of each. Replaced when it grows. */
  pool = new Int32Array(1 << 16);
  private used = 0;
  private readonly listAt: Int32Array;

  constructor(private readonly map: JumpCells) {
    this.listAt = new Int32Array(map.index.length).fill(-1);
  }

  of(cell: number): number {
    const at = this.listAt[cell];
    return at >= 0 ? at : this.list(cell);
  }

  /** Swaps the seer at offset i to the front: what decided now is likely to decide for the next source. */
  toFront(at: number, i: number): void {
    const { pool } = this;
    const q = pool[i];
    const cost = pool[i + 1];
    pool[i] = pool[at + 1];
    pool[i + 1] = pool[at + 2];
    pool[at + 1] = q;
    pool[at + 2] = cost;
  }

  private list(cell: number): number {
    if (this.used > MOST_SEERS) {
      this.listAt.fill(-1);
      this.used = 0;
    }
    const at = this.used++;
    if (this.used === this.pool.length) this.pool = grown(this.pool);
    for (let k = 0; k < 4; k++) this.diagonal(cell, k, 0);
    for (let k = 0; k < 4; k++) this.straight(cell, k);
    this.pool[at] = (this.used - at - 1) >> 1;
    this.listAt[cell] = at;
    return at;
  }

  /** Seers whose last part is straight in direction 2k: walks back from the cell to the wall or the first stop. */
  private straight(cell: number, k: number): void {
    const { flags, index, steps } = this.map;
    const step = steps[2 * k];
    const before = (k + 3) & 3;
    const wanted = (1 << (BACK + k)) | (1 << (BACK + before)) | (1 << (RAY + k)) | (1 << (STOP + k)) | (1 << WALL);
    let cost = STRAIGHT;
    for (let u = cell - step; ; u -= step, cost += STRAIGHT) {
      const flag = flags[u] & wanted;
      if (flag === 0) continue;
      if (flag >> WALL) return;
      if ((flag >> (RAY + k)) & 1) this.add(index[u], cost);
      if ((flag >> (BACK + k)) & 1) this.diagonal(u, k, cost);
      if ((flag >> (BACK + before)) & 1) this.diagonal(u, before, cost);
      if ((flag >> (STOP + k)) & 1) return;
    }
  }

  /** Seers whose canonical diagonal 2k + 1 passes through u. */
  private diagonal(u: number, k: number, cost: number): void {
    const { steps, backDiagonal, index } = this.map;
    const step = steps[2 * k + 1];
    for (let n = backDiagonal[4 * u + k]; n !== 0; n = backDiagonal[4 * u + k]) {
      u -= n * step;
      cost += n * DIAGONAL;
      this.add(index[u], cost);
    }
  }

  private add(q: number, cost: number): void {
    if (this.used + 2 >= this.pool.length) this.pool = grown(this.pool);
    this.pool[this.used++] = q;
    this.pool[this.used++] = cost;
  }
}
