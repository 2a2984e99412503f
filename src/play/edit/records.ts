/** The records of a jump-point graph that an edit reaches, found by blocks of the map. */
import type { Box } from '../../core/grid/rectangle.js';
import { NOWHERE, packPoint, SPARE, X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import { lower, meet, upper } from '../../core/search/edit-log.js';
import { type JumpLines, numberAt } from '../../engines/jps/query/lines.js';
import { COST, DROPPED, EDGE, END, NODE, PARENT, POINT, SEES, STAMP } from '../../engines/jps/query/records.js';

/** Side of a block: 32 cells. */
const BITS = 5;
/** Records that are searched for edges to dropped ones, for each record that is dropped. */
const SEARCHED = 16;

/** @param records where the arena has the record of each jump point; none is made yet */
export function liveRecords({ width, height }: { width: number; height: number }, lines: JumpLines, records: number) {
  const { arena } = lines;
  const columns = (width >> BITS) + 1;
  const count = columns * ((height >> BITS) + 1);
  /** By block of cells: its records, and the corners of the box around all cells that these records have seen. */
  const blocks: number[][] = Array.from({ length: count }, () => []);
  const lows = new Int32Array(count).fill(NOWHERE);
  const highs = new Int32Array(count).fill(SPARE);
  /** New records that are in no block yet; and free memory of dropped records, by its number of ints. */
  const fresh: number[] = [];
  const holes: number[][] = [];
  /** Dropped records to which edges may lead: of this round of {@link unlink}, and of the next one. */
  let dropped: number[] = [];
  let later: number[] = [];
  let left = 0;
  /** The block that {@link unlink} searches next. */
  let block = 0;

  const { take } = arena;
  arena.take = (n) => {
    const hole = holes[n]?.pop();
    if (hole !== undefined) arena.ints.fill(0, hole, hole + NODE);
    const at = hole ?? take(n);
    fresh.push(at);
    return at;
  };

  const widen = (b: number, low: number, high: number) => {
    lows[b] = lower(lows[b], low);
    highs[b] = upper(highs[b], high);
  };

  const place = (n: number) => {
    const { ints } = arena;
    const point = ints[n + POINT];
    const b = (point >> (Y_SHIFT + BITS)) * columns + ((point & X_MASK) >> BITS);
    blocks[b].push(n, ints[n + SEES], ints[n + SEES + 1]);
    widen(b, ints[n + SEES], ints[n + SEES + 1]);
  };

  /**
   * Drops a record. It belongs to one of at most four numbers, one for each direction in which its cell is a jump
   * point. Searches that follow an edge to it put the arrival in its place.
   */
  const drop = (n: number) => {
    const { ints, doubles } = arena;
    const [x, y] = [ints[n + POINT] & X_MASK, ints[n + POINT] >> Y_SHIFT];
    for (let d = 0; d < 8; d += 2) {
      const number = numberAt(lines, x, y, d);
      if (number < 0 || ints[records + number] !== n) continue;
      ints[records + number] = 0;
      ints[n + PARENT] = ~(ints[n + POINT] | (d << 13));
    }
    ints[n + STAMP] = DROPPED;
    doubles[(n + COST) >> 1] = -Infinity;
    later.push(n);
  };

  /**
   * Puts arrivals in place of dropped records into the edges of some blocks. After the last one the records of this
   * round are free.
   * @param more records that have just been dropped
   */
  const unlink = (more: number) => {
    const { ints } = arena;
    if (block === 0) [dropped, later] = [later, dropped];
    const until = Math.min(count, block + Math.ceil((count * SEARCHED * more) / Math.max(1, left)));
    for (; block < until; block++) {
      const list = blocks[block];
      for (let i = 0; i < list.length; i += 3) {
        for (let e = list[i] + NODE; e < ints[list[i] + END]; e += EDGE) {
          const t = ints[e];
          if (t >= 0 && ints[t + STAMP] === DROPPED) ints[e] = ints[t + PARENT];
        }
      }
    }
    if (block < count) return;
    block = 0;
    for (const n of dropped) {
      const length = ints[n + END] - n;
      holes[length] ??= [];
      holes[length].push(n);
    }
    dropped = [];
  };

  return {
    /**
     * Drops the records that an edit affects. The view of a cell depends on the rectangle around all cells that it
     * sees, and on the cells next to that rectangle.
     * @param changed boxes that hold all changed cells; lines are as they were before
     */
    drop(changed: readonly Box[]): void {
      fresh.forEach(place);
      left += fresh.length;
      fresh.length = 0;
      const before = left;
      const froms = changed.map(([x0, y0]) => packPoint(Math.max(0, x0 - 1), Math.max(0, y0 - 1)));
      const tos = changed.map(([, , x1, y1]) => packPoint(x1 + 1, y1 + 1) + SPARE);
      const isReached = (from: number, to: number): boolean => {
        for (let i = 0; i < froms.length; i++) if (meet(from, to, froms[i], tos[i])) return true;
        return false;
      };
      blocks.forEach((list, b) => {
        if (!isReached(lows[b], highs[b])) return;
        let kept = 0;
        for (let i = 0; i < list.length; i += 3) {
          if (isReached(list[i + 1], list[i + 2])) drop(list[i]);
          else for (let k = i; k < i + 3; k++) list[kept++] = list[k];
        }
        if (kept === list.length) return;
        left -= (list.length - kept) / 3;
        list.length = kept;
        lows[b] = NOWHERE;
        highs[b] = SPARE;
        for (let i = 0; i < kept; i += 3) widen(b, list[i + 1], list[i + 2]);
      });
      unlink(before - left);
    },
  };
}
