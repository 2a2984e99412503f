/** Visibility by brute force, in rational numbers: every blocked cell against the whole line. Shares no code with lines of sight. */
import type { Grid } from '../src/core/grid/grid.js';

/** A rational number with a positive denominator. */
type Ratio = readonly [bigint, bigint];

const less = (a: Ratio, b: Ratio) => a[0] * b[1] < b[0] * a[1];

/**
 * Does a square of half-side r slide along a line without overlapping a blocked cell, or for r = 0 without touching one? All in whole parts of a cell.
 * @param limit greatest cost of a cell that counts as open
 */
export function visible(
  grid: Grid,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  r: number,
  parts: number,
  limit = 255,
): boolean {
  for (let y = -1; y <= grid.height; y++) {
    for (let x = -1; x <= grid.width; x++) {
      if (grid.isOpen(x, y) && (grid.costs?.[grid.cell(x, y)] ?? 1) <= limit) continue;
      // What lies beyond the map is one wall that never ends.
      const far = 1e9;
      const low = [x < 0 ? -far : x * parts - r, y < 0 ? -far : y * parts - r];
      const high = [x === grid.width ? far : (x + 1) * parts + r, y === grid.height ? far : (y + 1) * parts + r];
      if (meets([x0, y0], [x1 - x0, y1 - y0], low, high, r === 0)) return false;
    }
  }
  return true;
}

/** Has a line a point in a rectangle, whose edge belongs to it if it is closed? Each axis leaves an interval of the line. */
function meets(from: number[], by: number[], low: number[], high: number[], closed: boolean): boolean {
  let first: Ratio = [-1n, 1n];
  let last: Ratio = [2n, 1n];
  for (const axis of [0, 1]) {
    const d = BigInt(by[axis]);
    const before = BigInt(low[axis] - from[axis]);
    const after = BigInt(high[axis] - from[axis]);
    if (d === 0n) {
      if (closed ? before > 0n || after < 0n : before >= 0n || after <= 0n) return false;
      continue;
    }
    const [enter, leave]: Ratio[] =
      d > 0n
        ? [
            [before, d],
            [after, d],
          ]
        : [
            [-after, -d],
            [-before, -d],
          ];
    if (less(first, enter)) first = enter;
    if (less(leave, last)) last = leave;
  }
  if (closed) return !less(last, first) && !less([1n, 1n], first) && !less(last, [0n, 1n]);
  return less(first, last) && less(first, [1n, 1n]) && less([0n, 1n], last);
}
