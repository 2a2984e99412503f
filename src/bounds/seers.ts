/**
 * The *seers* of a cell: the jump cells in whose regions it lies, with their costs to it. Every canonical path to the
 * cell ends in the region of a seer, or of the source, so the best of them gives the cell's cost.
 *
 * Lists are made when a cell is first asked about: few ever are.
 */

import { grown } from '../grid/grid.js';
import { DIAGONAL, STRAIGHT } from '../grid/step-costs.js';
import { BACK, type JumpCells, RAY, STOP, WALL } from './jump-cells.js';

/** All lists are thrown away when they hold this many values: 64 MB. */
const MOST = 1 << 24;

export class SeerLists {
  /** Lists, one after the other: number of seers, then (jump cell, cost) of each. Replaced when it grows. */
  pool = new Int32Array(1 << 16);
  private used = 0;
  private readonly listAt: Int32Array;

  constructor(private readonly map: JumpCells) {
    this.listAt = new Int32Array(map.index.length).fill(-1);
  }

  /** Offset of a cell's list in `pool`. */
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
    if (this.used > MOST) {
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
