/**
 * JPS+ on a map that changes: its jump lines, repaired in place, and the records of the jump-point graph that a change
 * reaches.
 *
 * Whether a move is legal and whether a jump point is one depends on windows of 3 x 3 cells, so bits change only in the
 * windows round a changed cell. The view of a cell along a row or column changes farther away; it is followed until it
 * stays as it was. Every line of jump points has its own numbers, so a line that gets more of them moves to other
 * numbers, and no other line moves.
 */

import { FORCED, LEGAL, windowAt } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import type { Box } from '../../core/grid/rectangle.js';
import { windowsRound } from '../../core/search/edit-log.js';
import { fillLines } from '../../engines/jps/query/fill.js';
import { diagonalAt, GROUP, type JumpLines, layOutLines } from '../../engines/jps/query/lines.js';
import { jumpRows } from '../../engines/jps/query/rows.js';
import { type JumpSearch, jumpSearch } from '../../engines/jps/query/search.js';
import type { Native } from '../../engines/jps/wasm/native.js';
import { Pieces } from './pieces.js';
import { liveRecords } from './records.js';

export type LiveJumps = ReturnType<typeof liveJumps>;

/** Free numbers of jump points for each column and row, in addition to the number that the map has. */
const SPARE = 32;
/** Most cells that are repaired, and as a part of the map. */
const MOST_CELLS = 1 << 16;
const MUCH = 1 / 32;

/** Words of diagonals with the view of a cell to N, E, S, W: of anti-diagonals, then of diagonals. */
const SEEN = [
  [2, 1, 5, 4],
  [5, 1, 2, 4],
];

/** Is a line of jump points a row (kind 2) or a column (0), and where is its first group? */
function lineAt({ origin }: JumpLines, width: number, r: number): [kind: number, place: number] {
  const kind = r < 2 * width ? 0 : 2;
  return [kind, origin[kind] + GROUP * ((r >> 1) - (kind && width)) + 2 * (r & 1)];
}

/** The bits of jump lines, while their memory stays where it is: until the next query. */
function lineBits(grid: Grid, lines: JumpLines) {
  const { open, stride, width, height } = grid;
  const { ints } = lines.arena;

  /**
   * Calls back with the jump points of a line: position and number, with `start` new ones from there on.
   * @returns how many there are
   */
  const eachPoint = (r: number, visit?: (p: number, number: number) => void, start?: number): number => {
    const [kind, place] = lineAt(lines, width, r);
    let count = 0;
    for (let i = place, p = 0; p < (kind ? width : height); p += 32, i += lines.pitch[kind]) {
      if (start !== undefined) ints[i + 1] = start + count;
      let number = ints[i + 1];
      for (let rest = ints[i]; rest !== 0; rest &= rest - 1, count++)
        visit?.(p + 31 - Math.clz32(rest & -rest), number++);
    }
    return count;
  };

  const setBit = (at: number, bit: number, on: number) => {
    ints[at] = (ints[at] & ~(1 << bit)) | (on << bit);
  };

  /** Place of the group of a cell on its column (kind 0) or row (2). */
  const groupAt = (x: number, y: number, kind: number) =>
    lines.origin[kind] + GROUP * (kind ? y : x) + Math.imul((kind ? x : y) >> 5, lines.pitch[kind]);

  /** Place of the group of a cell on its anti-diagonal (d 1) or diagonal (3). */
  const diagonalGroup = (x: number, y: number, d: number) =>
    diagonalAt(lines, x, y, d) + Math.imul(x >> 5, lines.pitch[d]);

  /** Walls, legal diagonal arrivals and jump points of a cell, by its window. */
  const setCell = (x: number, y: number) => {
    const cell = grid.cell(x, y);
    const window = windowAt(open, cell, stride);
    for (const kind of [0, 2]) {
      const at = groupAt(x, y, kind);
      const p = kind ? x : y;
      setBit(lines.walls + (at >> 2), p, 1 - open[cell]);
      // Forward is S and E, backward N and W.
      setBit(at, p, (FORCED[window] >> (kind ? 2 : 4)) & 1);
      setBit(at + 2, p, (FORCED[window] >> (kind ? 6 : 0)) & 1);
    }
    for (const d of [1, 3]) {
      const at = diagonalGroup(x, y, d);
      // A move in direction d is legal where the move back is.
      setBit(at, x, 1 - ((LEGAL[window] >> (d + 4)) & 1));
      setBit(at + 3, x, 1 - ((LEGAL[window] >> d) & 1));
    }
  };

  /** Walks back against direction 2k from a cell whose window has changed, as far as views change. */
  const follow = (x: number, y: number, k: number) => {
    const kind = 2 * (k & 1);
    // Forward is E and S, 1 and 2.
    const way = 2 - ((k + 1) & 2);
    const sign = way - 1;
    // Does the cell that was looked at last, one farther, see a jump point, or is it one?
    let ahead = 0;
    for (let i = -1; ; i++) {
      const [atX, atY] = kind ? [x + i * sign, y] : [x, y + i * sign];
      if ((atX | atY) < 0 || atX >= width || atY >= height) {
        if (i < 0) continue;
        return;
      }
      const group = diagonalGroup(atX, atY, 1) + SEEN[0][k];
      const seen = (ints[group] >> atX) & 1;
      const point = (ints[groupAt(atX, atY, kind) + way] >> (kind ? atX : atY)) & 1;
      if (i >= 0) {
        const sees = open[grid.cell(atX, atY)] & ahead;
        if (sees === seen && i > 0) return;
        setBit(group, atX, sees);
        setBit(diagonalGroup(atX, atY, 3) + SEEN[1][k], atX, sees);
        ahead = sees | point;
      } else ahead = seen | point;
    }
  };

  return { eachPoint, setCell, follow };
}

type LineBits = ReturnType<typeof lineBits>;

/** @param native its search in WebAssembly, where that is wanted */
export function liveJumps(grid: Grid, native?: Native) {
  const { open, stride, width, height } = grid;
  const arena = native?.arena();
  const lines = layOutLines(grid, arena);
  if (arena) native?.build(grid, lines);
  else fillLines(lines, jumpRows(grid));
  const { eachPoint } = lineBits(grid, lines);
  /**
   * Of jump-point numbers. Owners are lines of jump points: two of each column, forward and backward, then two of each
   * row.
   */
  const owners = Array.from({ length: 2 * (width + height) }, (_, r) => r);
  const pieces = new Pieces(
    Int32Array.from(owners, (r) => lines.arena.ints[lineAt(lines, width, r)[1] + 1]),
    Int32Array.from(owners, (r) => eachPoint(r)),
    lines.count,
    SPARE * (width + height),
  );
  lines.count = pieces.length;
  const search = jumpSearch(grid, lines, undefined, arena && native);
  // Growing copies everything. Pages that are never written to cost nothing.
  if (!arena) lines.arena.reserve(lines.arena.end);
  const records = liveRecords(grid, lines, search.records);
  /** Gives the jump points of a line numbers without a gap, and takes along their records, old ones by position. */
  const renumber = (eachPoint: LineBits['eachPoint'], r: number, known: Map<number, number>): boolean => {
    const { ints } = lines.arena;
    const old = search.records + pieces.start[r];
    ints.fill(0, old, old + pieces.room[r]);
    const number = pieces.take(r, eachPoint(r));
    const keep = (p: number, n: number) => {
      ints[search.records + n] = known.get(p) ?? 0;
    };
    if (number >= 0) eachPoint(r, keep, number);
    return number >= 0;
  };

  return {
    /** Answers on the edited map. */
    search: search as JumpSearch,
    lines,
    /**
     * Brings everything up to date.
     * @param cells padded cells whose openness is new
     * @param boxes that hold them all
     * @returns false where there is no room, or too much has changed: nothing here is valid then
     */
    repair(cells: ArrayLike<number> & Iterable<number>, boxes: readonly Box[]): boolean {
      if (cells.length > Math.min(MOST_CELLS, MUCH * open.length)) return false;
      const { ints } = lines.arena;
      const bits = lineBits(grid, lines);
      records.drop(boxes);
      const touched = windowsRound(cells, grid).map((cell) => [(cell % stride) - 1, Math.floor(cell / stride) - 1]);
      /** By place in `room`: records of the jump points of a line, by position. */
      const before = new Map<number, Map<number, number>>();
      for (const [x, y] of touched) {
        const [column, row] = [2 * x, 2 * (width + y)];
        for (const r of [column, column + 1, row, row + 1]) {
          if (before.has(r)) continue;
          const known = new Map<number, number>();
          bits.eachPoint(r, (p, number) => known.set(p, ints[search.records + number]));
          before.set(r, known);
        }
      }
      for (const [x, y] of touched) bits.setCell(x, y);
      for (const [x, y] of touched) for (let k = 0; k < 4; k++) bits.follow(x, y, k);
      for (const [r, known] of before) if (!renumber(bits.eachPoint, r, known)) return false;
      return true;
    },
  };
}
