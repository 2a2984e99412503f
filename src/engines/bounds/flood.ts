/**
 * Goal bounds of one source (Rabin & Sturtevant 2016), by a flood over jump cells instead of cells.
 *
 * 1. Dijkstra over the ray graph gives each jump cell its cost from the source and, for each straight arrival that
 *    stops there, the union of the first directions of the optimal canonical paths that end with that arrival.
 * 2. Farthest first, each jump cell is charged to the boxes of its first directions. A jump cell whose regions stick
 *    out of one of them is a candidate.
 * 3. The boxes grow to the optimal cells of the candidates' regions (`resolve.ts`), or, in the fast form, to all of
 *    them.
 *
 * Measured and decided: docs/decisions/goal-bounds.md.
 */

import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { BucketRing } from '../../core/search/ring.js';
import { legalMoves } from '../weighted/jumps.js';
import { type BoundsAt, type Costs, costArray, costBound, EMPTY, FAR, FAR_LONG, type Floods } from './floods.js';
import { along, type Pairs, type RayGraph, sideA, sideB } from './rays.js';
import { type Reached, Resolver } from './resolve.js';

/** Floods from one source after another; what it needs for that is kept from flood to flood. */
export class RayFlood implements Floods, Reached {
  /** Int32Array(32): greatest positions N, E, S, W (-minY, maxX, maxY, -minX) at 4 * legal first direction. */
  readonly boxes = new Int32Array(32);
  source = 0;
  x = 0;
  y = 0;
  /** Steps of each diagonal from the source to the wall. */
  readonly diagonals = new Int32Array(8);
  readonly g: Costs;
  private readonly far: number;
  /** Int32Array(jump cells): byte k is the mask of first directions of arrivals in 2k; 0 once expanded. */
  private readonly masks: Int32Array;
  /** Expanded jump cells by bucket, and their masks; each is expanded once, since no edge is shorter than a bucket. */
  private readonly order: Int32Array;
  private readonly orderMasks: Int32Array;
  private expanded = 0;
  private readonly candidateCells: Int32Array;
  private readonly candidateMasks: Int32Array;
  private readonly ring: BucketRing;
  private readonly resolver: Resolver;

  /** @param exact the smallest boxes; false for supersets in less time @param bound of all costs on the map */
  constructor(
    readonly graph: RayGraph,
    private readonly exact = true,
    bound = costBound(graph.grid),
  ) {
    const { grid, cells } = graph;
    this.g = costArray(bound, cells.length);
    this.far = this.g instanceof Int32Array ? FAR : FAR_LONG;
    this.masks = new Int32Array(cells.length);
    this.order = new Int32Array(cells.length);
    this.orderMasks = new Int32Array(cells.length);
    this.candidateCells = new Int32Array(cells.length);
    this.candidateMasks = new Int32Array(cells.length);
    const longest = (DIAGONAL / STRAIGHT) * Math.min(grid.width, grid.height) + Math.max(grid.width, grid.height);
    this.ring = new BucketRing(longest);
    this.resolver = new Resolver(graph, this);
  }

  plan(at: BoundsAt): Uint8Array {
    return at === 'cells' ? legalMoves(this.graph) : this.graph.canonical;
  }

  /** Finds the boxes of a source cell for the directions of a mask; they are in {@link boxes} until the next flood. */
  flood(source: number, wanted: number): void {
    const { graph } = this;
    this.source = source;
    this.x = (source % graph.stride) - 1;
    this.y = Math.floor(source / graph.stride) - 1;
    this.g.fill(this.far);
    this.boxes.fill(EMPTY);
    this.diagonals.fill(0);
    this.ring.reset();
    if (graph.index[source] >= 0) this.g[graph.index[source]] = 0;
    this.start();
    this.search();
    const candidates = this.charge(wanted);
    for (let i = 0; i < candidates; i++) this.grow(this.candidateCells[i], this.candidateMasks[i], wanted);
  }

  /** The source's own eight regions: all of each is optimal, for its direction only. */
  private start(): void {
    const { graph, boxes, source, x, y } = this;
    for (let d = 0; d < 8; d++) {
      if (graph.distances[8 * source + d] === 0) continue;
      graph.stops.count = graph.passes.count = 0;
      graph.scan(source, d);
      this.diagonals[d] = graph.length;
      const first = source + graph.steps[d];
      const x1 = (first % graph.stride) - 1;
      const y1 = Math.floor(first / graph.stride) - 1;
      for (let k = 0; k < 4; k++) boxes[4 * d + k] = along(x1, y1, 2 * k);
      boxes[4 * d + sideA(d)] = along(x, y, 2 * sideA(d)) + graph.reachA;
      boxes[4 * d + sideB(d)] = along(x, y, 2 * sideB(d)) + graph.reachB;
      this.relaxStarts(graph.stops, graph.passes, 1 << d);
    }
  }

  /** All costs here are octile distances, so none improves another. */
  private relaxStarts(stops: Pairs, passes: Pairs, first: number): void {
    const { g, masks } = this;
    for (let i = 0; i < stops.count; i++) {
      const to = stops.data[2 * i];
      const cost = stops.data[2 * i + 1];
      if (masks[to >> 5] === 0) this.ring.push(to >> 5, (cost / STRAIGHT) | 0);
      g[to >> 5] = cost;
      masks[to >> 5] |= first << (to & 31);
    }
    for (let i = 0; i < passes.count; i++) g[passes.data[2 * i] >> 5] = passes.data[2 * i + 1];
  }

  /** Dijkstra. A cell is listed again when it improves; only the first entry taken out finds a mask. */
  private search(): void {
    const { g, masks, ring, order, orderMasks } = this;
    const { firstGroup, groupArrivals, edgeAt, edges } = this.graph;
    let n = 0;
    for (let bucket = 0; bucket <= ring.last; bucket++) {
      for (let entry = ring.take(bucket); entry >= 0; entry = ring.entries[entry + 1]) {
        const cell = ring.entries[entry];
        const arrivals = masks[cell];
        const cost = g[cell];
        // An old entry of a cell that was expanded; or one that only passes have reached at a lower cost.
        if (arrivals === 0) continue;
        masks[cell] = 0;
        order[n] = cell;
        orderMasks[n++] = arrivals;
        for (let group = firstGroup[cell], end = firstGroup[cell + 1]; group < end; group++) {
          const first = folded(arrivals & groupArrivals[group]);
          if (first === 0) continue;
          let i = edgeAt[2 * group];
          for (const stop = edgeAt[2 * group + 1]; i < stop; i += 2) {
            const to = edges[i];
            const total = cost + edges[i + 1];
            const next = to >> 5;
            const known = g[next];
            if (total > known) continue;
            const bits = first << (to & 31);
            // A tie joins the first directions, unless a pass came first: that left no mask, and no entry.
            if (total === known && masks[next] !== 0) {
              masks[next] |= bits;
              continue;
            }
            g[next] = total;
            masks[next] = bits;
            ring.push(next, (total / STRAIGHT) | 0);
          }
          for (const stop = edgeAt[2 * group + 2]; i < stop; i += 2) {
            const next = edges[i] >> 5;
            const total = cost + edges[i + 1];
            if (total >= g[next]) continue;
            g[next] = total;
            masks[next] = 0;
          }
        }
      }
    }
    this.expanded = n;
  }

  /** Charges jump cells to the boxes, farthest first, so that boxes grow early. @returns number of candidates */
  private charge(wanted: number): number {
    const { order, orderMasks, boxes } = this;
    const { outline, xs, ys } = this.graph;
    let candidates = 0;
    for (let i = this.expanded - 1; i >= 0; i--) {
      const q = order[i];
      const n = outline[4 * q];
      const e = outline[4 * q + 1];
      const s = outline[4 * q + 2];
      const w = outline[4 * q + 3];
      let out = false;
      for (let first = folded(orderMasks[i]) & wanted; first !== 0; first &= first - 1) {
        const b = 4 * (31 - Math.clz32(first & -first));
        if (n <= boxes[b] && e <= boxes[b + 1] && s <= boxes[b + 2] && w <= boxes[b + 3]) continue;
        out = true;
        const x = xs[q];
        const y = ys[q];
        if (-y > boxes[b]) boxes[b] = -y;
        if (x > boxes[b + 1]) boxes[b + 1] = x;
        if (y > boxes[b + 2]) boxes[b + 2] = y;
        if (-x > boxes[b + 3]) boxes[b + 3] = -x;
      }
      if (!out) continue;
      this.candidateCells[candidates] = q;
      this.candidateMasks[candidates++] = orderMasks[i];
    }
    return candidates;
  }

  private grow(q: number, mask: number, wanted: number): void {
    const { firstRow, rowArrivals, rowDirection, reach } = this.graph;
    for (let r = firstRow[q]; r < firstRow[q + 1]; r++) {
      const first = folded(mask & rowArrivals[r]) & wanted;
      if (first === 0) continue;
      if (this.exact) this.resolver.resolve(r, first);
      else {
        this.raise(sideA(rowDirection[r]), first, reach[2 * r]);
        this.raise(sideB(rowDirection[r]), first, reach[2 * r + 1]);
      }
    }
  }

  /** Raises side k of the boxes of the mask to at least a position. */
  raise(k: number, first: number, position: number): void {
    const { boxes } = this;
    for (; first !== 0; first &= first - 1) {
      const i = 4 * (31 - Math.clz32(first & -first)) + k;
      if (position > boxes[i]) boxes[i] = position;
    }
  }
}

function folded(mask: number): number {
  mask |= mask >>> 16;
  return (mask | (mask >>> 8)) & 255;
}
