/**
 * Fills in the lines of a map 32 cells at a time, as does `../wasm/assembly/build.ts` (docs/decisions/jps-query.md).
 */

import { finish, type Grid, type Steps } from '../../../core/grid/grid.js';
import { countBits } from '../../../core/grid/rank.js';
import { newArena } from './arena.js';
import { GROUP, type JumpLines, layOutLines, WIDE } from './lines.js';
import { eastAt, type JumpRows, westAt } from './rows.js';

export function jumpLines(grid: Grid, rows: JumpRows, arena = newArena()): JumpLines {
  const lines = layOutLines(grid, arena);
  fillLines(lines, rows);
  return lines;
}

/** Fills in lines that were laid out, and counts the jump points. */
export const fillLines = (lines: JumpLines, rows: JumpRows): void => finish(fillSteps(lines, rows));

/** {@link fillLines} in steps. */
export function* fillSteps(lines: JumpLines, { pitch: across, open, jumps }: JumpRows): Steps<void> {
  const { origin, pitch, modulus, walls } = lines;
  const words = lines.arena.ints;
  const width = pitch[0] / GROUP;
  const height = modulus - 1;
  const [north, east, south, west] = jumps;
  fillRows(words, walls + (origin[2] >> 2), 1, open, height, across, -1);
  yield;
  fillRows(words, origin[2], GROUP, east, height, across, 0);
  yield;
  fillRows(words, origin[2] + 2, GROUP, west, height, across, 0);
  yield* fillColumns(words, walls + (origin[0] >> 2), 1, open, width, height, across, -1);
  yield* fillColumns(words, origin[0], GROUP, south, width, height, across, 0);
  yield* fillColumns(words, origin[0] + 2, GROUP, north, width, height, across, 0);
  yield;

  // Open cells that diagonal arrivals require: from the north-west, the south-west, and the squares to the east.
  const square = open.map((word, i) => word & westAt(open, i) & open[i - across] & westAt(open, i - across));
  const below = square.map((_, i) => square[i + across]);
  yield;
  const eastOf = (plane: Int32Array) => plane.map((_, i) => eastAt(plane, i));
  const [seesN, seesE, seesS, seesW] = views(open, jumps, across);
  yield;
  for (const [i, plane] of [below, seesE, seesN, eastOf(square), seesW, seesS].entries())
    yield* fillDiagonals(words, origin[1] + i, plane, modulus, across, false, i % 3 > 0 ? 0 : -1);
  for (const [i, plane] of [square, seesE, seesS, eastOf(below), seesW, seesN].entries())
    yield* fillDiagonals(words, origin[3] + i, plane, modulus, across, true, i % 3 > 0 ? 0 : -1);

  // Jump points are numbered along each line, so that the number of the next one is known without looking for it.
  let count = 0;
  for (const kind of [0, 2]) {
    const groups = kind > 0 ? across : (height >> 5) + 1;
    for (const way of [0, 2]) {
      yield;
      for (let line = origin[kind] + way, end = line + pitch[kind]; line < end; line += GROUP) {
        for (let i = line, k = groups; k > 0; k--, i += pitch[kind]) {
          words[i + 1] = count;
          count += countBits(words[i]);
        }
      }
    }
  }
  lines.count = count;
}

/** For N, E, S, W: the cells that see a jump point straight in that direction. */
function views(open: Int32Array, [north, east, south, west]: Int32Array[], pitch: number): Int32Array[] {
  const [n, e, s, w] = [0, 1, 2, 3].map(() => new Int32Array(open.length));
  const end = open.length - pitch;
  for (let i = pitch; i < end; i++) {
    n[i] = open[i] & (north[i - pitch] | n[i - pitch]);
    // A sum carries each bit to the end of its run of open cells.
    const seen = open[i] & ((west[i] << 1) | ((west[i - 1] | w[i - 1]) >>> 31));
    w[i] = seen | (open[i] & ((open[i] + seen) ^ open[i]));
  }
  for (let i = end - 1; i >= pitch; i--) {
    s[i] = open[i] & (south[i + pitch] | s[i + pitch]);
    // The other way it takes five steps; what enters from the word before comes with the first.
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
function fillRows(
  words: Int32Array,
  at: number,
  group: number,
  plane: Int32Array,
  height: number,
  pitch: number,
  flip: number,
): void {
  for (let k = 0; k < pitch; k++) {
    for (let y = 1; y <= height; y++, at += group) words[at] = plane[y * pitch + k] ^ flip;
  }
}

/** The same for columns: blocks of 32 x 32 bits are turned over their diagonal (Warren, Hacker's Delight, 7-3). */
function* fillColumns(
  words: Int32Array,
  at: number,
  group: number,
  plane: Int32Array,
  width: number,
  height: number,
  pitch: number,
  flip: number,
): Steps<void> {
  const block = new Int32Array(32);
  for (let y = 0; y <= height; y += 32) {
    if (y % 512 === 0) yield;
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

/** Diagonals: bit x of a row moves by x mod 32 rows, in five steps, then words by the rest. */
function* fillDiagonals(
  words: Int32Array,
  at: number,
  plane: Int32Array,
  modulus: number,
  pitch: number,
  up: boolean,
  flip: number,
): Steps<void> {
  const size = modulus * pitch;
  let from = plane.slice(pitch);
  let to = from.slice();
  for (let step = 1; step < 32; step *= 2) {
    // As many ones as zeros by turns.
    const bits = (0xffffffff / ((1 << step) + 1)) | 0;
    const move = (step % modulus) * pitch;
    let j = up ? move : size - move;
    for (let i = 0; i < size; i++, j++) {
      if (j >= size) j -= size;
      to[i] = (from[i] & bits) | (from[j] & ~bits);
    }
    [from, to] = [to, from];
    yield;
  }
  for (let k = 0; k < pitch; k++) {
    const move = (32 * k) % modulus;
    for (let y = 0, line = up ? modulus - move : move; y < modulus; y++, line++) {
      if (line >= modulus) line -= modulus;
      words[at + WIDE * (k * modulus + line)] = from[y * pitch + k] ^ flip;
    }
  }
}
