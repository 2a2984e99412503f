/**
 * Jump lines: what JPS+ reads of a map at run time, as bits. Every row, column and diagonal is a line of bits with two marks for each
 * way along it, walls and stops, so the jump from a cell is a search for the next mark: two bytes a cell in all, where the distances
 * that a bake works with (`build.ts`) take sixteen, and a fiftieth of the work to make, since 32 cells are made at a time.
 *
 * A cell is x, y without border. Directions d and d + 4 share the lines of orientation d & 3:
 *
 *     0  N, S    columns, a line per x, position y
 *     1  NE, SW  anti-diagonals, line (y + x) mod (height + 1), position x
 *     2  E, W    rows, a line per y, position x
 *     3  SE, NW  diagonals, line (y - x) mod (height + 1), position x
 *
 * Two diagonals of the map share a line where the modulus folds them together; a wall lies between them, so no jump crosses.
 * 32 positions are a group of four words:
 *
 *     straight   walls; jump points of arrivals forward, and backward; number of jump points in all groups before
 *     diagonal   walls and turning points of arrivals forward; the same backward
 *
 * Forward means E, S, SE and NE: towards higher positions. A diagonal has a wall where the arrival is no legal move.
 * After the last cell of a line there is a wall up to the end of its last group, and such a group before the first line: a search along a line that
 * begins on the map always ends.
 *
 * Measured and decided: docs/decisions.md, "Jump lines: the runtime keeps no distances".
 */
import { type Grid, grown } from '../grid/grid.js';
import { type Arena, newArena } from './arena.js';

/** Ints of a group of a straight line. */
export const GROUP = 4;
/** Ints of a group of a diagonal one. */
export const WIDE = 8;

/** Jump lines of a grid; all places are in `arena.ints`. */
export interface JumpLines {
  arena: Arena;
  /** Where the first line of each orientation begins, and ints from a group of a line to its next. */
  origin: Int32Array;
  pitch: Int32Array;
  /** Walls of straight lines, a word for each group: that of group i is at walls + (i >> 2). */
  walls: number;
  /** height + 1, the modulus of the diagonals, and where x mod it lies for every x. */
  modulus: number;
  folded: number;
  /** Number of jump points, each counted once for each arrival. */
  count: number;
}

/** Place of the line through x, y along diagonal d in the words. */
export function diagonalAt({ arena, origin, modulus, folded }: JumpLines, x: number, y: number, d: number): number {
  const kind = d & 3;
  let line = kind === 1 ? y + arena.ints[folded + x] : y - arena.ints[folded + x];
  if (line < 0) line += modulus;
  else if (line >= modulus) line -= modulus;
  return origin[kind] + (line << 3);
}

/** Steps straight from x, y along d to the next stop if positive, minus the steps that can be made before the wall if not. */
export function straightJump({ arena, walls, origin, pitch }: JumpLines, x: number, y: number, d: number): number {
  const { ints } = arena;
  const kind = d & 2;
  const p = kind ? x : y;
  const side = pitch[kind];
  const line = origin[kind] + ((kind ? y : x) << 2);
  if (d === 2 || d === 4) {
    let base = (p + 1) & ~31;
    let i = line + Math.imul(base >> 5, side);
    let marks = (ints[i] | ints[walls + (i >> 2)]) & (-1 << (p + 1));
    while (marks === 0) {
      i += side;
      base += 32;
      marks = ints[i] | ints[walls + (i >> 2)];
    }
    const bit = 31 - Math.clz32(marks & -marks);
    const steps = base + bit - p;
    return (ints[walls + (i >> 2)] >> bit) & 1 ? 1 - steps : steps;
  }
  let base = (p - 1) & ~31;
  let i = line + Math.imul(base >> 5, side);
  let marks = (ints[i + 2] | ints[walls + (i >> 2)]) & (-1 >>> (32 - p));
  while (marks === 0) {
    i -= side;
    base -= 32;
    marks = ints[i + 2] | ints[walls + (i >> 2)];
  }
  const bit = 31 - Math.clz32(marks);
  const steps = p - base - bit;
  return (ints[walls + (i >> 2)] >> bit) & 1 ? 1 - steps : steps;
}

/** Number of the next jump point for straight arrivals along d that lies beyond x, y; there must be one. */
export function numberBeyond({ arena, origin, pitch }: JumpLines, x: number, y: number, d: number): number {
  const { ints } = arena;
  const kind = d & 2;
  const p = kind ? x : y;
  const i = origin[kind] + ((kind ? y : x) << 2) + Math.imul(p >> 5, pitch[kind]);
  if (d === 2 || d === 4) return ints[i + 1] + countBits(ints[i] & ((2 << p) - 1));
  return ints[i + 3] + countBits(ints[i + 2] & ((1 << p) - 1)) - 1;
}

export function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Planes of bits by row, each with an empty row above the map and one below. */
export interface JumpRows {
  /** Words of a row, with one bit at least beyond the last column. */
  pitch: number;
  open: Int32Array;
  /** Jump points of arrivals to N, E, S, W. */
  jumps: Int32Array[];
}

/** A plane whose cells are what lies west of each cell in another; and east of each. */
const fromWest = (plane: Int32Array) => plane.map((word, i) => (word << 1) | (plane[i - 1] >>> 31));
const fromEast = (plane: Int32Array) => plane.map((word, i) => (word >>> 1) | (plane[i + 1] << 31));

/** Jump points of a grid (FORCED in `../grid/directions.ts`), 32 at a time. */
export function jumpRows(grid: Grid): JumpRows {
  const { width, height, stride } = grid;
  const pitch = (width >> 5) + 1;
  const open = new Int32Array(pitch * (height + 2));
  const runs = grid.runs();
  for (let r = 0; r < runs.length; r += 2) {
    const y = Math.floor(runs[r] / stride);
    const end = runs[r + 1] - y * stride - 1;
    for (let x = runs[r] - y * stride - 1; x < end; x = (x | 31) + 1) {
      open[y * pitch + (x >> 5)] |= (-1 << x) & ((x | 31) < end ? -1 : ~(-1 << end));
    }
  }
  const jumps = [0, 1, 2, 3].map(() => new Int32Array(open.length));
  const [north, east, south, west] = jumps;
  const w = fromWest(open);
  const e = fromEast(open);
  for (let i = pitch, up = 0, down = 2 * pitch; down < open.length; i++, up++, down++) {
    const here = open[i];
    north[i] = here & open[down] & ((e[i] & ~e[down]) | (w[i] & ~w[down]));
    south[i] = here & open[up] & ((e[i] & ~e[up]) | (w[i] & ~w[up]));
    east[i] = here & w[i] & ((open[up] & ~w[up]) | (open[down] & ~w[down]));
    west[i] = here & e[i] & ((open[up] & ~e[up]) | (open[down] & ~e[down]));
  }
  return { pitch, open, jumps };
}

/** Every straight arrival at a jump point, ascending: Int32Array of 8 * cell + direction, cells of the padded grid. */
export function arrivalsOf({ height, stride }: Grid, { pitch, jumps }: JumpRows): Int32Array {
  const [north, east, south, west] = jumps;
  let arrivals = new Int32Array(1024);
  let n = 0;
  for (let y = 0, i = pitch; y < height; y++) {
    for (let k = 0; k < pitch; k++, i++) {
      for (let rest = north[i] | east[i] | south[i] | west[i]; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        if (n + 4 > arrivals.length) arrivals = grown(arrivals);
        const arrival = 8 * ((y + 1) * stride + 32 * k + bit + 1);
        if ((north[i] >> bit) & 1) arrivals[n++] = arrival;
        if ((east[i] >> bit) & 1) arrivals[n++] = arrival + 2;
        if ((south[i] >> bit) & 1) arrivals[n++] = arrival + 4;
        if ((west[i] >> bit) & 1) arrivals[n++] = arrival + 6;
      }
    }
  }
  return arrivals.slice(0, n);
}

/** Lines of a grid's jump points. */
export function jumpLines({ width, height }: Grid, { pitch: across, open, jumps }: JumpRows, arena = newArena()): JumpLines {
  const modulus = height + 1;
  const down = (height >> 5) + 1;
  const groups = [down, across, across, across];
  const pitch = Int32Array.of(GROUP * width, WIDE * modulus, GROUP * height, WIDE * modulus);
  const origin = new Int32Array(4);
  // The straight ones first, for their walls lie as they do, a quarter of their size.
  const first = arena.take(0);
  for (const kind of [0, 2, 1, 3]) origin[kind] = arena.take(pitch[kind] * (groups[kind] + 1)) + pitch[kind];
  const wallCount = (origin[1] - pitch[1] - first) >> 2;
  const walls = arena.take(wallCount) - (first >> 2);
  const folded = arena.take(width);
  const words = arena.ints;
  words.fill(-1, walls + (first >> 2), walls + (first >> 2) + wallCount);
  for (const kind of [1, 3]) words.fill(-1, origin[kind] - pitch[kind], origin[kind]);
  for (let x = 0; x < width; x++) words[folded + x] = x % modulus;

  const [north, east, south, west] = jumps;
  fillRows(words, walls + (origin[2] >> 2), 1, open, height, across, -1);
  fillRows(words, origin[2], GROUP, east, height, across, 0);
  fillRows(words, origin[2] + 2, GROUP, west, height, across, 0);
  fillColumns(words, walls + (origin[0] >> 2), 1, open, width, height, across, -1);
  fillColumns(words, origin[0], GROUP, south, width, height, across, 0);
  fillColumns(words, origin[0] + 2, GROUP, north, width, height, across, 0);

  // What a diagonal arrival from the north-west needs open, then from the south-west; and from the east, the squares beside them.
  const w = fromWest(open);
  const square = open.map((word, i) => word & w[i] & open[i - across] & w[i - across]);
  const below = square.map((_, i) => square[i + across]);
  const [seesN, seesE, seesS, seesW] = views(open, jumps, across);
  [
    [below, seesE, seesN, fromEast(square), seesW, seesS],
    [square, seesE, seesS, fromEast(below), seesW, seesN],
  ].forEach((planes, which) => {
    planes.forEach((plane, i) => {
      fillDiagonals(words, origin[1 + 2 * which] + i + Number(i > 2), plane, modulus, across, which > 0, i % 3 > 0 ? 0 : -1);
    });
  });

  // Jump points are numbered along each line, so that the number of the next one is known without looking for it.
  let count = 0;
  for (const kind of [0, 2]) {
    for (const way of [0, 2]) {
      for (let line = origin[kind] + way, end = line + pitch[kind]; line < end; line += GROUP) {
        for (let i = line, k = groups[kind]; k > 0; k--, i += pitch[kind]) {
          words[i + 1] = count;
          count += countBits(words[i]);
        }
      }
    }
  }
  return { arena, walls, origin, pitch, modulus, folded, count };
}

/** For N, E, S, W: the cells that see a jump point straight in that direction. */
function views(open: Int32Array, [north, east, south, west]: Int32Array[], pitch: number): Int32Array[] {
  const [n, e, s, w] = [0, 1, 2, 3].map(() => new Int32Array(open.length));
  const end = open.length - pitch;
  for (let i = pitch; i < end; i++) {
    n[i] = open[i] & (north[i - pitch] | n[i - pitch]);
    // Flooded in five steps; what enters from the word before comes with the first.
    let seen = open[i] & ((west[i] << 1) | ((west[i - 1] | w[i - 1]) >>> 31));
    for (let step = 1, path = open[i]; step < 32; step *= 2) {
      seen |= path & (seen << step);
      path &= path << step;
    }
    w[i] = seen;
  }
  for (let i = end - 1; i >= pitch; i--) {
    s[i] = open[i] & (south[i + pitch] | s[i + pitch]);
    let seen = open[i] & ((east[i] >>> 1) | ((east[i + 1] | e[i + 1]) << 31));
    for (let step = 1, path = open[i]; step < 32; step *= 2) {
      seen |= path & (seen >>> step);
      path &= path >>> step;
    }
    e[i] = seen;
  }
  return [n, e, s, w];
}

/** Puts a plane into a word of the groups of all rows. @param flip -1 to turn its bits over */
function fillRows(words: Int32Array, at: number, group: number, plane: Int32Array, height: number, pitch: number, flip: number): void {
  for (let k = 0; k < pitch; k++) {
    for (let y = 1; y <= height; y++, at += group) words[at] = plane[y * pitch + k] ^ flip;
  }
}

/** The same for columns: blocks of 32 x 32 bits are turned over their diagonal (Warren, Hacker's Delight, 7-3). */
function fillColumns(
  words: Int32Array,
  at: number,
  group: number,
  plane: Int32Array,
  width: number,
  height: number,
  pitch: number,
  flip: number,
): void {
  const block = new Int32Array(32);
  for (let y = 0; y <= height; y += 32) {
    for (let x = 0; x < width; x += 32) {
      for (let j = 0; j < 32; j++) block[j] = y + j < height ? plane[(y + j + 1) * pitch + (x >> 5)] : 0;
      for (let j = 16, mask = 0xffff; j > 0; j >>= 1, mask ^= mask << j) {
        for (let k = 0; k < 32; k = (k + j + 1) & ~j) {
          const t = ((block[k] >>> j) ^ block[k + j]) & mask;
          block[k] ^= t << j;
          block[k + j] ^= t;
        }
      }
      for (let j = 0; j < 32 && x + j < width; j++, at += group) words[at] = block[j] ^ flip;
    }
  }
}

/**
 * The same for diagonals: every bit x of a row moves by x mod 32 rows, in five steps of 1, 2, 4, 8, 16 rows; then the words
 * move by what remains.
 */
function fillDiagonals(words: Int32Array, at: number, plane: Int32Array, modulus: number, pitch: number, up: boolean, flip: number): void {
  const size = modulus * pitch;
  let from = plane.slice(pitch);
  let to = from.slice();
  for (
    let step = 1, bits = 0x55555555;
    step < 32;
    step *= 2, bits = [0, 0x33333333, 0x0f0f0f0f, 0, 0x00ff00ff, 0, 0, 0, 0xffff][step >> 1]
  ) {
    const move = (step % modulus) * pitch;
    let j = up ? move : size - move;
    for (let i = 0; i < size; i++, j++) {
      if (j >= size) j -= size;
      to[i] = (from[i] & bits) | (from[j] & ~bits);
    }
    [from, to] = [to, from];
  }
  for (let k = 0; k < pitch; k++) {
    const move = (32 * k) % modulus;
    for (let y = 0, line = up ? modulus - move : move; y < modulus; y++, line++) {
      if (line >= modulus) line -= modulus;
      words[at + WIDE * (k * modulus + line)] = from[y * pitch + k] ^ flip;
    }
  }
}
