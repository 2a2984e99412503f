/** Jump cells (some straight arrival stops there), and for every cell the next one and the diagonals that cross. */
import { canonicalAfter, directionSteps, LEGAL, windowAt } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { buildJumpDistances, type JumpDistances } from '../jps/build.js';

/** Bits of {@link JumpCells.flags}. */
export const BACK = 0; // bit k: some jump cell has this cell on its canonical diagonal 2k + 1
export const RAY = 4; // bit 4 + k: straight direction 2k is canonical here, whether or not arrivals in 2k stop here
export const STOP = 8; // bit 8 + k: arrivals in 2k stop here
export const WALL = 12;

export class JumpCells {
  readonly stride: number;
  readonly steps: Int32Array;
  readonly distances: Int16Array;
  /** Int32Array(jump cells), ascending; x and y of each. */
  readonly cells: Int32Array;
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  /** Int32Array(cells): index of each jump cell, -1 for other cells. */
  readonly index: Int32Array;
  /** Uint8Array(cells): direction mask of what is legal and canonical after some straight arrival that stops there. */
  readonly canonical: Uint8Array;
  /** Uint16Array(cells): see BACK, RAY, STOP, WALL. */
  readonly flags: Uint16Array;
  /** Uint16Array(4 * cells): steps to the next jump cell along N, E, S, W; 0 for none before the wall. */
  readonly nextCell: Uint16Array;
  /** Uint16Array(4 * cells): steps back along NE, SE, SW, NW to the nearest jump cell with that diagonal; or 0. */
  readonly backDiagonal: Uint16Array;

  readonly jumps: JumpDistances;

  constructor(readonly grid: Grid) {
    const { stride, open } = grid;
    this.jumps = buildJumpDistances(grid);
    this.stride = stride;
    this.steps = directionSteps(stride);
    this.distances = this.jumps.distances;
    this.canonical = new Uint8Array(open.length);
    this.flags = new Uint16Array(open.length);
    this.index = new Int32Array(open.length).fill(-1);
    this.nextCell = new Uint16Array(4 * open.length);
    this.backDiagonal = new Uint16Array(4 * open.length);
    const runs = grid.runs();
    this.flags.fill(1 << WALL);
    for (let r = 0; r < runs.length; r += 2) this.flags.fill(0, runs[r], runs[r + 1]);
    this.cells = this.findCells();
    this.xs = this.cells.map((c) => (c % stride) - 1);
    this.ys = this.cells.map((c) => Math.floor(c / stride) - 1);
    this.sweep(runs);
  }

  private findCells(): Int32Array {
    const { canonical, flags, index } = this;
    const { arrivals } = this.jumps;
    const cells = new Int32Array(arrivals.length);
    let count = 0;
    for (let i = 0; i < arrivals.length; i++) {
      const cell = arrivals[i] >> 3;
      const d = arrivals[i] & 7;
      if (index[cell] < 0) {
        index[cell] = count;
        cells[count++] = cell;
      }
      canonical[cell] |= this.canonicalAfter(cell, d);
      flags[cell] |= 1 << (STOP + (d >> 1));
    }
    for (let q = 0; q < count; q++) {
      for (let k = 0; k < 4; k++) flags[cells[q]] |= ((canonical[cells[q]] >> (2 * k)) & 1) << (RAY + k);
    }
    return cells.slice(0, count);
  }

  /** Legal canonical directions after a straight arrival: ahead, and each side that opens up, with its diagonal. */
  canonicalAfter(cell: number, d: number): number {
    const { open } = this.grid;
    return canonicalAfter(open, this.steps, cell, d) & LEGAL[windowAt(open, cell, this.stride)];
  }

  /** Fills nextCell, backDiagonal and its flags, every entry from its neighbor's, which is done before it. */
  private sweep(runs: Int32Array): void {
    const { steps } = this;
    for (let r = 0; r < runs.length; r += 2) {
      for (let c = runs[r]; c < runs[r + 1]; c++) {
        this.next(c, 0, steps[0]);
        this.next(c, 3, steps[6]);
        this.back(c, 1, steps[3]);
        this.back(c, 2, steps[5]);
      }
    }
    for (let r = runs.length - 2; r >= 0; r -= 2) {
      for (let c = runs[r + 1] - 1; c >= runs[r]; c--) {
        this.next(c, 1, steps[2]);
        this.next(c, 2, steps[4]);
        this.back(c, 0, steps[1]);
        this.back(c, 3, steps[7]);
      }
    }
  }

  private next(c: number, k: number, step: number): void {
    if (this.distances[8 * c + 2 * k] === 0) return;
    const n = this.nextCell[4 * (c + step) + k];
    this.nextCell[4 * c + k] = this.index[c + step] >= 0 ? 1 : n !== 0 ? n + 1 : 0;
  }

  private back(c: number, k: number, step: number): void {
    const d = 2 * k + 1;
    if (this.distances[8 * c + (d ^ 4)] === 0) return;
    const n = this.backDiagonal[4 * (c - step) + k];
    const v = (this.canonical[c - step] >> d) & 1 ? 1 : n !== 0 ? n + 1 : 0;
    this.backDiagonal[4 * c + k] = v;
    if (v !== 0) this.flags[c] |= 1 << (BACK + k);
  }
}
