/** What edits change in jump distances, and which nodes of a lazily made graph they have reached. */
import { packPoint, SPARE, X_MASK, Y_SHIFT } from '../grid/rectangle.js';

/** Edits that are remembered: nodes that no search has met for longer are made again. */
const MOST = 64;
/** Boxes of an edit: what changes along columns, along one diagonal, and along rows. */
const AXES = 3;

/** Boxes of the cells where the latest edits have changed what searches read. */
export class EditLog {
  /** Number of edits, from 1. */
  edits = 1;
  private readonly corners = new Int32Array(2 * AXES * MOST);

  constructor(private readonly stride: number) {}

  /** Adds an edit. @param cells changed ones, by axis */
  add(cells: readonly (readonly number[])[]): void {
    let at = 2 * AXES * (this.edits++ % MOST);
    for (const list of cells) {
      let [x0, y0, x1, y1] = [X_MASK, X_MASK, 0, 0];
      for (const cell of list) {
        const y = Math.floor(cell / this.stride) - 1;
        const x = (cell % this.stride) - 1;
        x0 = Math.min(x0, x);
        y0 = Math.min(y0, y);
        x1 = Math.max(x1, x);
        y1 = Math.max(y1, y);
      }
      this.corners[at++] = packPoint(x0, y0);
      this.corners[at++] = packPoint(x1, y1) + SPARE;
    }
  }

  /** Whether no edit since one of them has changed a cell in a box. @param high corner with {@link SPARE} */
  isSound(since: number, low: number, high: number): boolean {
    const { corners, edits } = this;
    if (edits - since > MOST) return false;
    for (let e = since; e < edits; e++) {
      const from = 2 * AXES * (e % MOST);
      for (let i = from; i < from + 2 * AXES; i += 2) if (meet(corners[i], corners[i + 1], low, high)) return false;
    }
    return true;
  }
}

/** Whether two boxes have a cell in common. */
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

/**
 * Repairs the distances along straight runs: from cells whose windows are new, back along each run as far as they change.
 * @param straight mask of the directions of these runs
 * @param look distance of a cell in a direction, by that of the next cell
 * @returns changed cells by axis, those of the windows in each list
 */
export function repairRuns(
  distances: Int16Array,
  steps: Int32Array,
  straight: number,
  windows: readonly number[],
  look: (cell: number, d: number) => number,
): number[][] {
  const changed = Array.from({ length: AXES }, () => [...windows]);
  for (let d = 0; d < 8; d++) {
    if (((straight >> d) & 1) === 0) continue;
    for (const start of windows) {
      for (let cell = start; ; cell -= steps[d]) {
        const value = look(cell, d);
        if (distances[8 * cell + d] !== value) changed[d & 3].push(cell);
        else if (cell !== start) break;
        distances[8 * cell + d] = value;
      }
    }
  }
  return changed;
}
