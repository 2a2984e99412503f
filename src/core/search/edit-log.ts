/** What edits change in jump distances, and which nodes of a lazily made graph they have reached. */
import { DX, DY, eachRunAgainst } from '../grid/directions.js';
import { RUNS_A_STEP, type Steps } from '../grid/grid.js';
import { packPoint, SPARE, X_MASK, Y_SHIFT } from '../grid/rectangle.js';

const BITS = 4;

/** For each block of cells the latest edit that has changed what searches read there. */
export class EditLog {
  edits = 1;
  private readonly columns: number;
  private readonly latest: Int32Array;

  constructor(private readonly grid: { stride: number; width: number; height: number }) {
    this.columns = (grid.width >> BITS) + 1;
    this.latest = new Int32Array(this.columns * ((grid.height >> BITS) + 1));
  }

  /** Adds an edit. @param cells padded cells that it has changed, without the border */
  add(cells: readonly number[]): void {
    const { stride } = this.grid;
    this.edits++;
    for (const cell of cells) {
      const row = Math.floor(cell / stride);
      this.latest[((row - 1) >> BITS) * this.columns + ((cell - row * stride - 1) >> BITS)] = this.edits;
    }
  }

  /** Whether no edit since one of them has changed a block of a box. @param high corner with {@link SPARE} */
  isSound(since: number, low: number, high: number): boolean {
    const right = (high & X_MASK) >> BITS;
    const bottom = ((high >> Y_SHIFT) & X_MASK) >> BITS;
    for (let y = low >> (Y_SHIFT + BITS); y <= bottom; y++)
      for (let x = (low & X_MASK) >> BITS; x <= right; x++) if (this.latest[y * this.columns + x] > since) return false;
    return true;
  }
}

export const POINT_STEPS = /* @__PURE__ */ DX.map((dx, d) => dx + (DY[d] << Y_SHIFT));

export const meet = (low: number, high: number, otherLow: number, otherHigh: number): boolean =>
  ((high - otherLow) & (otherHigh - low) & SPARE) === SPARE;

/** The lower or upper corner of a box with another point in it. */
export const lower = (a: number, b: number): number =>
  packPoint(Math.min(a & X_MASK, b & X_MASK), Math.min((a >> Y_SHIFT) & X_MASK, (b >> Y_SHIFT) & X_MASK));
export const upper = (a: number, b: number): number =>
  packPoint(Math.max(a & X_MASK, b & X_MASK), Math.max((a >> Y_SHIFT) & X_MASK, (b >> Y_SHIFT) & X_MASK)) + SPARE;

/** The cells whose 3 x 3 windows hold one of some cells, without the border. */
export function windowsRound(
  cells: Iterable<number>,
  { stride, open }: { stride: number; open: Uint8Array },
): number[] {
  const all = new Set<number>();
  for (const cell of cells)
    for (let row = cell - stride; row <= cell + stride; row += stride)
      for (let c = row - 1; c <= row + 1; c++) {
        const x = c % stride;
        if (x > 0 && x < stride - 1 && c >= stride && c < open.length - stride) all.add(c);
      }
  return [...all];
}

/** Distance of a cell in a direction, from the distance of the next cell. */
type Look = (cell: number, d: number) => number;

/** Fills in the distances along the directions of a mask. @param runs of open cells along rows */
export function* sweepRuns(
  distances: Int16Array,
  runs: Int32Array,
  steps: Int32Array,
  mask: number,
  look: Look,
): Steps<void> {
  const parts = Math.ceil(runs.length / (2 * RUNS_A_STEP));
  for (let d = 0; d < 8; d++) {
    for (let part = 0; (mask >> d) & 1 && part < parts; part++) {
      // The neighbors of a part must be done.
      const at = 2 * RUNS_A_STEP * (steps[d] < 0 ? part : parts - 1 - part);
      eachRunAgainst(runs.subarray(at, at + 2 * RUNS_A_STEP), steps[d], (from, end, delta) => {
        for (let c = from; c !== end; c += delta) distances[8 * c + d] = look(c, d);
      });
      yield;
    }
  }
}

/**
 * Repairs the distances along straight runs: from cells whose windows are new, back along each run as far as they
 * change.
 * @param straight mask of the directions of these runs
 * @returns changed cells, the cells of the windows first
 */
export function repairRuns(
  distances: Int16Array,
  steps: Int32Array,
  straight: number,
  windows: readonly number[],
  look: Look,
): number[] {
  const changed = [...windows];
  for (let d = 0; d < 8; d++) {
    if (((straight >> d) & 1) === 0) continue;
    for (const start of windows) {
      for (let cell = start; ; cell -= steps[d]) {
        const value = look(cell, d);
        if (distances[8 * cell + d] !== value) changed.push(cell);
        else if (cell !== start) break;
        distances[8 * cell + d] = value;
      }
    }
  }
  return changed;
}
