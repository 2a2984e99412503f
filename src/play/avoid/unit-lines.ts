/**
 * Cells of units as lines of bits: rows and columns, which lines of sight also read, and both kinds of diagonals.
 *
 * A straight run of a path is a word or two of its line; a diagonal run is read with the lines on both sides of it,
 * where the corners are.
 */
import { emptyPlane, flipBit, type Plane } from '../pull/sight.js';

export class UnitLines {
  /** Rows and columns. */
  readonly plane: Plane;
  /** Diagonals of x - y, then those of x + y; bit x + 1 of each. */
  private readonly diagonals: Int32Array;

  constructor(
    width: number,
    private readonly height: number,
  ) {
    this.plane = emptyPlane(width, height);
    // One more line at each end of both kinds.
    this.diagonals = new Int32Array(2 * (width + height + 3) * this.plane.pitch);
  }

  /** Where the line of a cell begins. @param kind 1 of x - y, -1 of x + y */
  private lineOf(x: number, y: number, kind: number): number {
    const { pitch } = this.plane;
    return kind > 0 ? (x - y + this.height + 1) * pitch : (this.diagonals.length >> 1) + (x + y + 1) * pitch;
  }

  /** Sets the bits of a cell, or clears them. */
  flip(x: number, y: number): void {
    flipBit(this.plane, x, y);
    const word = (x + 1) >> 5;
    this.diagonals[this.lineOf(x, y, 1) + word] ^= 1 << (x + 1);
    this.diagonals[this.lineOf(x, y, -1) + word] ^= 1 << (x + 1);
  }

  /**
   * Whether a path meets no unit for certain: one next to a diagonal may yet be out of its way, and those at both ends
   * do not count.
   * @param points as `PathBuffer.write` takes them
   */
  isFree(points: ArrayLike<number>, count: number): boolean {
    const { diagonals, height } = this;
    const { bits, pitch } = this.plane;
    const columns = bits.length >> 1;
    const falling = (height + 1) * pitch;
    const rising = (diagonals.length >> 1) + pitch;
    let x = points[count - 1] & 0xffff;
    let y = points[count - 1] >> 16;
    for (let i = count - 2; i >= 0; i--) {
      const toX = points[i] & 0xffff;
      const toY = points[i] >> 16;
      const ax = Math.abs(toX - x);
      const ay = Math.abs(toY - y);
      const steps = ax < ay ? ax : ay;
      if (steps > 0) {
        const line = (toX > x === toY > y ? falling + (x - y) * pitch : rising + (x + y) * pitch) | 0;
        const from = toX > x ? x + 1 : x - steps + 1;
        const to = from + steps;
        let word = line + (from >> 5);
        const last = line + (to >> 5);
        let cells = (diagonals[word] | diagonals[word - pitch] | diagonals[word + pitch]) & (-1 << from);
        while (word < last) {
          if (cells !== 0) return false;
          word++;
          cells = diagonals[word] | diagonals[word - pitch] | diagonals[word + pitch];
        }
        if ((cells & (-1 >>> ~to)) !== 0) return false;
        x += toX > x ? steps : -steps;
        y += toY > y ? steps : -steps;
      }
      if (ax !== ay) {
        const line = x === toX ? columns + (x + 1) * pitch : (y + 1) * pitch;
        const start = x === toX ? y : x;
        const end = x === toX ? toY : toX;
        // The first cell was part of the run before.
        const from = start < end ? start + 2 : end + 1;
        const to = start < end ? end + 1 : start;
        let word = line + (from >> 5);
        const last = line + (to >> 5);
        let cells = bits[word] & (-1 << from);
        while (word < last) {
          if (cells !== 0) return false;
          cells = bits[++word];
        }
        if ((cells & (-1 >>> ~to)) !== 0) return false;
        x = toX;
        y = toY;
      }
    }
    return true;
  }
}
