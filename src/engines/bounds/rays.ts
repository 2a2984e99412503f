/**
 * The ray graph: what the flood walks on instead of cells.
 *
 * Its nodes are the jump cells. A *row* is a pair (jump cell, direction canonical for some straight arrival there). A
 * row's *region* is all it reaches with no other jump point in between: a straight ray up to and with its stop or the
 * last cell before the wall, or a diagonal up to the wall with two such rays from each of its cells. The way from the
 * jump cell to any cell of the region is diagonal first, then straight, so its cost is the octile distance of the two.
 *
 * An edge leads from a jump cell to another one in a region. A *stop* is a straight arrival that stops there. A *pass*
 * is any other (diagonally, or straight on where nothing opens up): the path does not branch there, but its cost
 * counts: it may show that the arrivals which do stop there are not optimal.
 */

import { grown } from '../../core/arrays.js';
import { DX, DY } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { countBits } from '../../core/grid/rank.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { JumpCells } from './jump-cells.js';

/** Position of a cell along a straight direction; boxes are greatest positions along N, E, S, W. */
export function along(x: number, y: number, d: number): number {
  return x * DX[d] + y * DY[d];
}
/** The one or two sides (straight direction / 2) along which a direction's region extends. */
export function sideA(d: number): number {
  return (d & 6) >> 1;
}
export function sideB(d: number): number {
  return ((d + 1) & 6) >> 1;
}

/** Growing list of (target, cost) pairs; a target is jump cell << 5 | 8 * (arrival / 2). */
export class Pairs {
  count = 0;
  data = new Int32Array(1 << 10);
  push(target: number, cost: number): void {
    const i = 2 * this.count++;
    if (i === this.data.length) this.data = grown(this.data);
    this.data[i] = target;
    this.data[i + 1] = cost;
  }
}

export class RayGraph extends JumpCells {
  /** Int32Array(4 * jump cells): greatest positions of all regions of a jump cell, itself included. */
  readonly outline: Int32Array;
  /** Rows of jump cell q: firstRow[q] .. firstRow[q + 1], by direction. */
  readonly firstRow: Int32Array;
  readonly rowCell: Int32Array;
  readonly rowDirection: Uint8Array;
  /** Int32Array(rows): byte k is 255 where arrivals in 2k stop and make the row's direction canonical. */
  readonly rowArrivals: Int32Array;
  /** Int32Array(2 * rows): greatest position of the region along sideA and sideB. */
  readonly reach: Int32Array;
  /** Edges of jump cell q, grouped by the arrivals they follow: groups firstGroup[q] .. firstGroup[q + 1]. */
  readonly firstGroup: Int32Array;
  /** Int32Array(groups): as rowArrivals. */
  readonly groupArrivals: Int32Array;
  /** A group's stops begin at edgeAt[2 * group] in `edges`, its passes at the next entry, and end at the one after. */
  readonly edgeAt: Int32Array;
  readonly edges: Int32Array;

  /** Result of {@link scan}: edges; greatest steps along both sides; steps of the diagonal. */
  readonly stops = new Pairs();
  readonly passes = new Pairs();
  reachA = 0;
  reachB = 0;
  length = 0;

  constructor(grid: Grid) {
    super(grid);
    const { cells, xs, ys, canonical } = this;
    const count = cells.length;
    this.firstRow = new Int32Array(count + 1);
    this.firstGroup = new Int32Array(count + 1);
    this.outline = new Int32Array(4 * count);
    for (let q = 0; q < count; q++) {
      this.firstRow[q + 1] = this.firstRow[q] + countBits(canonical[cells[q]]);
      for (let k = 0; k < 4; k++) this.outline[4 * q + k] = along(xs[q], ys[q], 2 * k);
    }
    const rows = this.firstRow[count];
    this.rowCell = new Int32Array(rows);
    this.rowDirection = new Uint8Array(rows);
    this.rowArrivals = new Int32Array(rows);
    this.reach = new Int32Array(2 * rows);
    // At most one group per row.
    this.groupArrivals = new Int32Array(rows);
    this.edgeAt = new Int32Array(2 * rows + 1);
    const edges = new Pairs();
    for (let q = 0; q < count; q++) {
      this.addRows(q, this.jumps.stops[cells[q]]);
      this.firstGroup[q + 1] = this.addGroups(q, this.firstGroup[q], edges);
    }
    this.edges = edges.data;
  }

  private addRows(q: number, stops: number): void {
    const cell = this.cells[q];
    for (let d = 0, r = this.firstRow[q]; d < 8; d++) {
      if (((this.canonical[cell] >> d) & 1) === 0) continue;
      let arrivals = 0;
      for (let k = 0; k < 4; k++) {
        if ((stops >> (2 * k)) & (this.canonicalAfter(cell, 2 * k) >> d) & 1) arrivals |= 255 << (8 * k);
      }
      this.rowCell[r] = q;
      this.rowDirection[r] = d;
      this.rowArrivals[r++] = arrivals;
    }
  }

  /** One group for each set of arrivals among the rows of q. @returns number of groups so far */
  private addGroups(q: number, groups: number, edges: Pairs): number {
    const { firstRow, rowArrivals, stops, passes, edgeAt } = this;
    const end = firstRow[q + 1];
    for (let r = firstRow[q]; r < end; r++) {
      if (rowArrivals.indexOf(rowArrivals[r], firstRow[q]) < r) continue;
      stops.count = passes.count = 0;
      for (let k = r; k < end; k++) if (rowArrivals[k] === rowArrivals[r]) this.scanRow(q, k);
      if (stops.count + passes.count === 0) continue;
      this.groupArrivals[groups] = rowArrivals[r];
      edgeAt[2 * groups] = 2 * edges.count;
      for (let i = 0; i < stops.count; i++) edges.push(stops.data[2 * i], stops.data[2 * i + 1]);
      edgeAt[2 * groups + 1] = 2 * edges.count;
      for (let i = 0; i < passes.count; i++) edges.push(passes.data[2 * i], passes.data[2 * i + 1]);
      edgeAt[2 * ++groups] = 2 * edges.count;
    }
    return groups;
  }

  private scanRow(q: number, row: number): void {
    const { xs, ys, reach, outline } = this;
    const d = this.rowDirection[row];
    this.scan(this.cells[q], d);
    const a = sideA(d);
    const b = sideB(d);
    reach[2 * row] = along(xs[q], ys[q], 2 * a) + this.reachA;
    reach[2 * row + 1] = along(xs[q], ys[q], 2 * b) + this.reachB;
    if (reach[2 * row] > outline[4 * q + a]) outline[4 * q + a] = reach[2 * row];
    if (reach[2 * row + 1] > outline[4 * q + b]) outline[4 * q + b] = reach[2 * row + 1];
  }

  /** Appends the jump cells in the region of (cell, d) to `stops` and `passes`; sets reachA, reachB, length. */
  scan(cell: number, d: number): void {
    const { distances, index, passes, nextCell } = this;
    const a = d & 6;
    const b = (d + 1) & 6;
    if (a === b) {
      this.ray(cell, d, 0);
      const v = distances[8 * cell + d];
      this.reachA = this.reachB = v < 0 ? -v : v;
      this.length = 0;
      return;
    }
    const step = this.steps[d];
    let i = 0;
    let reachA = 0;
    let reachB = 0;
    for (let u = cell; distances[8 * u + d] !== 0; ) {
      u += step;
      i++;
      const va = distances[8 * u + a];
      const vb = distances[8 * u + b];
      const ra = i + (va < 0 ? -va : va);
      const rb = i + (vb < 0 ? -vb : vb);
      if (ra > reachA) reachA = ra;
      if (rb > reachB) reachB = rb;
      if (index[u] >= 0) passes.push(index[u] << 5, i * DIAGONAL);
      if (nextCell[4 * u + (a >> 1)] !== 0) this.ray(u, a, i * DIAGONAL);
      if (nextCell[4 * u + (b >> 1)] !== 0) this.ray(u, b, i * DIAGONAL);
    }
    this.reachA = reachA;
    this.reachB = reachB;
    this.length = i;
  }

  private ray(cell: number, d: number, cost: number): void {
    const { nextCell, index } = this;
    const v = this.distances[8 * cell + d];
    const end = v < 0 ? -v : v;
    const k = d >> 1;
    const step = this.steps[d];
    for (let at = nextCell[4 * cell + k], n = at; n !== 0 && at <= end; at += n) {
      const u = cell + at * step;
      if (at === v) this.stops.push((index[u] << 5) | (k << 3), cost + at * STRAIGHT);
      else this.passes.push(index[u] << 5, cost + at * STRAIGHT);
      n = nextCell[4 * u + k];
    }
  }
}
