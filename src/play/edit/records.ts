/** The records of a jump-point graph that an edit reaches, found by blocks of the map. */
import { DX, DY } from '../../core/grid/directions.js';
import { NOWHERE, packPoint, SPARE, X_MASK, Y_SHIFT } from '../../core/grid/rectangle.js';
import { type JumpLines, numberBeyond } from '../../core/jps/query/lines.js';
import { EDGE, END, NODE, PARENT, POINT, SEES } from '../../core/jps/query/records.js';
import { lower, meet, upper } from '../../core/search/edit-log.js';
import type { Box } from './cells.js';

/** Side of a block: 32 cells. */
const BITS = 5;
/** Ints of records that may be dead before the dead are cleared away. */
const ROOM = 1 << 17;
/** What a dropped record has in place of a parent. */
const DROPPED = -2;

/** The straight direction in which a point lies farther away. */
export const straightTo = (dx: number, dy: number): number =>
  Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;

/** @param records where the arena has the record of each jump point; none is made yet */
export function liveRecords({ width, height }: { width: number; height: number }, lines: JumpLines, records: number) {
  const { arena } = lines;
  const first = arena.end;
  const columns = (width >> BITS) + 1;
  const count = columns * ((height >> BITS) + 1);
  /** By block of cells: records, each with the corners of what it has seen; and the box of all that they have seen. */
  const blocks: (number[] | undefined)[] = [];
  const lows = new Int32Array(count);
  const highs = new Int32Array(count);
  /** Records that were made meanwhile and are in no block yet; memory of dropped ones, by its ints / 4. */
  const fresh: number[] = [];
  const holes: number[][] = [];
  /** Ints of records that are left. */
  let left = 0;

  const { take } = arena;
  arena.take = (n) => {
    const hole = holes[n >> 2]?.pop();
    if (hole !== undefined) arena.ints.fill(0, hole, hole + NODE);
    const at = hole ?? take(n);
    fresh.push(at);
    return at;
  };

  /** Some places of dropped records, by their last bits: most edges are tested without a look at their target. */
  const marks = new Uint8Array(1 << 12);
  const markOf = (n: number) => (n >> 2) & (marks.length - 1);

  const add = (n: number, b: number, low: number, high: number) => {
    const list = blocks[b] ?? [];
    blocks[b] = list;
    if (list.length === 0) [lows[b], highs[b]] = [NOWHERE, SPARE];
    list.push(n, low, high);
    lows[b] = lower(lows[b], low);
    highs[b] = upper(highs[b], high);
  };

  /** Puts records that were made meanwhile into their blocks. */
  const scan = () => {
    const { ints } = arena;
    for (const n of fresh) {
      const point = ints[n + POINT];
      const b = (point >> (Y_SHIFT + BITS)) * columns + ((point & X_MASK) >> BITS);
      add(n, b, ints[n + SEES], ints[n + SEES + 1]);
      left += ints[n + END] - n;
    }
    fresh.length = 0;
  };

  /** Drops a record, whose number is one of four. */
  const drop = (n: number) => {
    const { ints } = arena;
    const [x, y] = [ints[n + POINT] & X_MASK, ints[n + POINT] >> Y_SHIFT];
    for (let d = 0; d < 8; d += 2) {
      const at = records + numberBeyond(lines, x - DX[d], y - DY[d], d);
      if (ints[at] === n) ints[at] = 0;
    }
    ints[n + PARENT] = DROPPED;
    marks[markOf(n)] = 1;
    const size = ints[n + END] - n;
    holes[size >> 2] ??= [];
    holes[size >> 2].push(n);
    left -= size;
  };

  /** Makes edges to dropped records lead to arrivals again, in the direction in which the target lies farther away. */
  const unlink = (n: number) => {
    const { ints } = arena;
    for (let e = n + NODE; e < ints[n + END]; e += EDGE) {
      const t = ints[e];
      if (t < 0 || marks[markOf(t)] === 0 || ints[t + PARENT] !== DROPPED) continue;
      const [point, from] = [ints[t + POINT], ints[n + POINT]];
      const d = straightTo((point & X_MASK) - (from & X_MASK), (point >> Y_SHIFT) - (from >> Y_SHIFT));
      ints[e] = ~(point | (d << 13));
    }
  };

  return {
    /**
     * Drops the records that an edit reaches: what can be seen from a cell depends on the cells in the rectangle round all that, and one beyond.
     * @param changed boxes that hold all changed cells; lines are as they were before
     * @param used numbers of jump points up to which there may be records
     */
    drop(changed: readonly Box[], used: number): void {
      scan();
      const { ints } = arena;
      const froms = changed.map(([x0, y0]) => packPoint(Math.max(0, x0 - 1), Math.max(0, y0 - 1)));
      const tos = changed.map(([, , x1, y1]) => packPoint(x1 + 1, y1 + 1) + SPARE);
      const isReached = (from: number, to: number): boolean => {
        for (let i = 0; i < froms.length; i++) if (meet(from, to, froms[i], tos[i])) return true;
        return false;
      };
      let [low, high] = [NOWHERE, SPARE];
      blocks.forEach((list, b) => {
        if (!list || !isReached(lows[b], highs[b])) return;
        blocks[b] = undefined;
        for (let i = 0; i < list.length; i += 3) {
          const n = list[i];
          if (!isReached(list[i + 1], list[i + 2])) {
            add(n, b, list[i + 1], list[i + 2]);
            continue;
          }
          drop(n);
          low = lower(low, ints[n + POINT]);
          high = upper(high, ints[n + POINT]);
        }
      });
      // Those that have seen the cell of a dropped one.
      blocks.forEach((list, b) => {
        if (!list || !meet(lows[b], highs[b], low, high)) return;
        for (let i = 0; i < list.length; i += 3) if (meet(list[i + 1], list[i + 2], low, high)) unlink(list[i]);
      });
      marks.fill(0);
      if (2 * left + ROOM >= arena.end - first) return;
      // What is left of them is a small part of the memory that they take: all of it is made free, and they are made again.
      ints.fill(0, records, records + used);
      ints.fill(0, first, arena.end);
      arena.end = first;
      left = blocks.length = holes.length = 0;
    },
  };
}
