// AssemblyScript: `jumpRows` and `fillLines` of `../lines.ts` and the masks of `../../bounds/masks.ts`. A fresh process
// has compiled no JavaScript yet, and takes ten times as long there. Tests compare the arenas word by word.
//
// Places are bytes here. Planes lie behind each other in `temp`, each with an empty row before the first and after the
// last; all of them are 0 at first.

import { at, east, mix, west } from './bits';
import { EIGHT, ORIGIN, PITCH, RESULT_BOXES, RESULT_ROWS, WALLS } from './header';

export { allowedFrom, areInside } from './allowed';

// In front of the planes: a block of 32 words that is transposed.
const BLOCK_BYTES: i32 = 128;
/** The map being built: cells, words of a row in bytes, bytes of a plane. */
let width: i32 = 0;
let height: i32 = 0;
let row: i32 = 0;
let size: i32 = 0;
let block: i32 = 0;
let planes: i32 = 0;
/** The row of masks that the next word with boxes gets. */
let free: i32 = 0;

/** Places of planes: open cells, jump points by arrival N, E, S, W, cells that see one, squares, scratch. */
function plane(n: i32): i32 {
  return planes + n * size;
}
const OPEN: i32 = 0;
const JUMPS: i32 = 1;
const SEES: i32 = 5;
const SHIFTED: i32 = 9;
const SQUARE: i32 = 10;
/** Two, behind an empty row. */
const MOVED: i32 = 11;

/** Words from bytes, eight cells by one product. */
function fillOpen(cells: i32, from: i32, until: i32): void {
  for (let y = from; y < until && y <= height; y++, cells += width + 2) {
    for (let x = 0; x < width; x += 32) {
      let word = 0;
      for (let k = 0; k < 32; k += 8) {
        const eight = load<i64>(cells + 1 + x + k);
        word |= (<i32>(<u64>(eight * 0x0102040810204080) >> 56)) << k;
      }
      if (x + 32 > width) word &= (1 << (width - x)) - 1;
      store<i32>(plane(OPEN) + y * row + (x >> 3), word);
    }
  }
}

/** Jump points, and with `index` the directions that have boxes, of every cell with `all`. */
function fillJumps(masks: i32, index: i32, all: bool): void {
  for (let p = row; p < size - row; p += 4) {
    const here = at(planes + p);
    if (!here) continue;
    const up = planes + p - row;
    const down = planes + p + row;
    store<i32>(0, at(up), EIGHT);
    store<i32>(4, east(up), EIGHT);
    store<i32>(8, east(planes + p), EIGHT);
    store<i32>(12, east(down), EIGHT);
    store<i32>(16, at(down), EIGHT);
    store<i32>(20, west(down), EIGHT);
    store<i32>(24, west(planes + p), EIGHT);
    store<i32>(28, west(up), EIGHT);
    for (let d = 0; d < 8; d += 2) {
      const into = plane(JUMPS + (d >> 1)) + p;
      const behind = here & near(d + 4);
      let ahead = 0;
      for (let turn = 1; turn < 8; turn += 6) {
        const side = d + 2 * turn;
        const opens = near(side) & ~near(side + turn);
        const jump = behind & opens;
        ahead |= jump;
        if (index) {
          const begins = all ? here & near(side) : jump;
          add(side, begins);
          add(d + turn, begins & near(d) & near(d + turn));
        }
      }
      if (index) add(d, (all ? here : ahead) & near(d));
      store<i32>(into, ahead);
    }
    if (!index || !(load<i64>(free) | load<i64>(free, 8) | load<i64>(free, 16) | load<i64>(free, 24))) continue;
    store<i32>(index + p, (free - masks) >> 5);
    free += isCount(free + 32 - masks) ? 64 : 32;
  }
}

function near(d: i32): i32 {
  return load<i32>((d & 7) << 2, EIGHT);
}

function add(d: i32, bits: i32): void {
  store<i32>(free + ((d & 7) << 2), at(free + ((d & 7) << 2)) | bits);
}

/** Whether a row, by its place in bytes, counts boxes. */
function isCount(place: i32): bool {
  return (place & 127) === 96;
}

/** Counts of boxes in every fourth row, by direction first. */
function countBoxes(masks: i32): void {
  let count = 0;
  for (let d = 0; d < 32; d += 4) {
    for (let row = masks - 32; row <= free; row += 32) {
      if (isCount(row - masks)) store<i32>(row + d, count);
      else count += popcnt(at(row + d));
    }
  }
  store<i32>(0, free, RESULT_ROWS);
  store<i32>(0, count, RESULT_BOXES);
}

/** The cells that see a jump point straight. */
function fillViews(): void {
  for (let step = 4; step >= -4; step -= 8) {
    const forward = step > 0;
    for (let p = forward ? row : size - row - 4; p >= row && p < size - row; p += step) {
      const open = at(planes + p);
      const upright = plane(SEES + (forward ? 0 : 2)) + p;
      const back = forward ? -row : row;
      store<i32>(upright, open & (at(upright + back) | at(plane(JUMPS + (forward ? 0 : 2)) + p + back)));
      const level = plane(SEES + (forward ? 3 : 1)) + p;
      const jumps = plane(JUMPS + (forward ? 3 : 1)) + p;
      let seen: i32;
      if (forward) {
        seen = open & ((at(jumps) << 1) | ((at(jumps - 4) | at(level - 4)) >>> 31));
        // A sum carries each bit to the end of its run of open cells.
        seen |= open & ((open + seen) ^ open);
      } else {
        seen = open & ((at(jumps) >>> 1) | ((at(jumps + 4) | at(level + 4)) << 31));
        for (let shift = 1, path = open; shift < 32; shift *= 2) {
          seen |= path & (seen >>> shift);
          path &= path >>> shift;
        }
      }
      store<i32>(level, seen);
    }
  }
}

function fillSquares(): void {
  for (let p = row; p < size - row; p += 4) {
    const here = planes + p;
    store<i32>(plane(SQUARE) + p, at(here) & west(here) & at(here - row) & west(here - row));
  }
}

/** Puts a plane into a word of the groups of all rows. */
function fillRows(into: i32, group: i32, from: i32, flip: i32): void {
  for (let k = 0; k < row; k += 4) {
    for (let y = 1; y <= height; y++, into += group) store<i32>(into, at(from + y * row + k) ^ flip);
  }
}

function fillColumns(into: i32, group: i32, from: i32, flip: i32): void {
  for (let y = 0; y <= height; y += 32) {
    for (let x = 0; x < width; x += 32) {
      for (let j = 0; j < 32; j++)
        store<i32>(block + (j << 2), y + j < height ? at(from + (y + j + 1) * row + (x >> 3)) : 0);
      for (let j = 16, mask = 0xffff; j; j >>= 1, mask ^= mask << j) {
        for (let k = 0; k < 32; k = (k + j + 1) & ~j) {
          const a = block + (k << 2);
          const b = a + (j << 2);
          const t = ((at(a) >>> j) ^ at(b)) & mask;
          store<i32>(a, at(a) ^ (t << j));
          store<i32>(b, at(b) ^ t);
        }
      }
      for (let j = 0; j < 32 && x + j < width; j++, into += group) store<i32>(into, at(block + (j << 2)) ^ flip);
    }
  }
}

/** @param up whether rows move up: south-east diagonals */
function fillDiagonals(into: i32, plane0: i32, up: bool, flip: i32): void {
  const all = size - row;
  const lines = height + 1;
  let from = plane0 + row;
  let to = plane(MOVED) + row;
  for (let step = 1; step < 32; step *= 2) {
    const bits = <i64>(<u64>-1 / <u64>((1 << step) + 1));
    const turn = (step % lines) * row;
    const move = up ? turn : all - turn;
    mix(to, from, from + move, from + all - move, bits);
    mix(to + all - move, from + all - move, from, from + all, bits);
    from = to;
    to = 2 * (plane(MOVED) + row) + size - to;
  }
  const pitch = 24 * lines;
  for (let k = 0; k < row; k += 4) {
    const line = (192 * k) % pitch;
    let p = into + (up ? pitch - line : line);
    into += pitch;
    for (let i = k; i < all; i += row, p += 24) {
      if (p >= into) p -= pitch;
      store<i32>(p, at(from + i) ^ flip);
    }
  }
}

function fillLines(): void {
  const walls = load<i32>(WALLS);
  for (let kind = 0; kind < 3; kind += 2) {
    const origin = load<i32>(kind << 2, ORIGIN);
    const rows = kind > 0;
    for (let way = 0; way < 3; way++) {
      // Walls, then forward and backward.
      const from = plane(way ? JUMPS + (rows ? (way > 1 ? 3 : 1) : way > 1 ? 0 : 2) : OPEN);
      const into = way ? origin + (way > 1 ? 8 : 0) : walls + (origin >> 2);
      const group = way ? 16 : 4;
      if (rows) fillRows(into, group, from, way ? 0 : -1);
      else fillColumns(into, group, from, way ? 0 : -1);
    }
  }
  for (let which = 0; which < 2; which++) {
    const origin = load<i32>(4 + (which << 3), ORIGIN);
    // Squares next to the arrivals from the west, and from the east.
    const walls = plane(SQUARE) + (which ? 0 : row);
    const other = plane(SQUARE) + (which ? row : 0);
    for (let p = 0; p < size - row; p += 4) store<i32>(plane(SHIFTED) + p, east(other + p));
    for (let back = 0; back < 2; back++) {
      const into = origin + 12 * back;
      fillDiagonals(into, back ? plane(SHIFTED) : walls, which > 0, -1);
      fillDiagonals(into + 4, plane(SEES + (back ? 3 : 1)), which > 0, 0);
      fillDiagonals(into + 8, plane(SEES + (which ^ back ? 2 : 0)), which > 0, 0);
    }
  }
}

/** Numbers jump points along each line. @returns how many */
function count(): i32 {
  let all = 0;
  for (let kind = 0; kind < 3; kind += 2) {
    const pitch = load<i32>(kind << 2, PITCH);
    const groups = kind ? row >> 2 : (height >> 5) + 1;
    for (let way = 0; way < 16; way += 8) {
      const first = load<i32>(kind << 2, ORIGIN) + way;
      for (let line = first; line < first + pitch; line += 16) {
        for (let i = line, k = groups; k > 0; k--, i += pitch) {
          store<i32>(i, all, 4);
          all += popcnt(at(i));
        }
      }
    }
  }
  return all;
}

/**
 * Called for some rows of the map at a time, and with the last for all else.
 * @param temp room for the block and the planes, all 0 at first
 * @param masks,index as in `../../bounds/masks.ts`: room for the rows, all 0; no index without bounds
 * @param all whether every cell has boxes
 * @param cells bytes of rows of the padded grid
 * @param from the first of them @param until behind the last
 * @returns number of jump points, when all is done
 */
export function build(
  columns: i32,
  rows: i32,
  temp: i32,
  masks: i32,
  index: i32,
  all: bool,
  cells: i32,
  from: i32,
  until: i32,
): i32 {
  width = columns;
  height = rows;
  row = ((columns >> 5) + 1) << 2;
  size = row * (rows + 2);
  block = temp;
  planes = temp + BLOCK_BYTES + 8;
  fillOpen(cells, from, until);
  if (until <= rows) return 0;
  free = masks + 32;
  fillJumps(masks, index, all);
  if (index) countBoxes(masks);
  fillViews();
  fillSquares();
  fillLines();
  return count();
}
