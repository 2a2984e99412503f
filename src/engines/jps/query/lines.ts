/**
 * Jump lines: what JPS+ reads of a map at run time, as bits. Every row, column and diagonal is a line of bits with two
 * marks for each way along it, walls and stops, so the jump from a cell is a search for the next mark: two bytes a cell
 * in all, where the distances that a bake works with (`build.ts`) take sixteen, and a fiftieth of the work to make,
 * since 32 cells are made at a time.
 *
 * A cell is x, y without border. Directions d and d + 4 share the lines of orientation d & 3:
 *
 *     0  N, S    columns, a line per x, position y
 *     1  NE, SW  anti-diagonals, line (y + x) mod (height + 1), position x
 *     2  E, W    rows, a line per y, position x
 *     3  SE, NW  diagonals, line (y - x) mod (height + 1), position x
 *
 * Two diagonals of the map share a line where the modulus folds them together; a wall lies between them, so no jump
 * crosses. 32 positions are a group of four or six words:
 *
 *     straight   walls; jump points of arrivals forward, and backward; number of jump points in all groups before
 *     diagonal   walls, turning points to the row and to the column of arrivals forward; the same backward
 *
 * Forward means E, S, SE and NE: towards higher positions. A diagonal has a wall where the arrival is no legal move.
 * After the last cell of a line there is a wall up to the end of its last group, and such a group before the first
 * line: a search along a line that begins on the map always ends.
 *
 * Measured and decided: docs/decisions/jps-query.md.
 */

import type { Grid } from '../../../core/grid/grid.js';
import { countBits } from '../../../core/grid/rank.js';
import { type Arena, newArena } from './arena.js';

export const GROUP = 4;
export const WIDE = 6;

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
  proof?: Proof;
}

/** Checks of stored lines that a graph runs while it makes edges. */
export interface Proof {
  /** An edge along `first` for some steps, then along d for others. @throws {BlobError} if it leaves the open cells */
  edge(x: number, y: number, first: number, run: number, d: number, steps: number): void;
  /** An arrival, and the point of the record of its number. @throws {BlobError} if they differ */
  node(x: number, y: number, point: number): void;
}

/** Memory for the directions with boxes of each cell (`../bounds/masks.ts`), filled in with the lines. */
export interface BoxMasks {
  /** For each word of a plane of `JumpRows` its row; those without boxes share row 0. */
  index: number;
  /** Rows of eight words, a bit for each cell in each direction; every fourth, from -1 on, counts boxes before it. */
  words: number;
  /** Whether every cell has boxes, not only the jump points. */
  everywhere: boolean;
  count: number;
}

/** Place of the line through x, y along diagonal d in the words. */
export function diagonalAt({ arena, origin, modulus, folded }: JumpLines, x: number, y: number, d: number): number {
  const kind = d & 3;
  let line = kind === 1 ? y + arena.ints[folded + x] : y - arena.ints[folded + x];
  if (line < 0) line += modulus;
  else if (line >= modulus) line -= modulus;
  return origin[kind] + WIDE * line;
}

/** Steps straight from x, y along d to the next stop if positive; minus the steps to the wall if not. */
export function straightJump({ arena, walls, origin, pitch }: JumpLines, x: number, y: number, d: number): number {
  const { ints } = arena;
  const kind = d & 2;
  const p = kind ? x : y;
  const side = pitch[kind];
  const onward = d === 2 || d === 4;
  const way = onward ? 0 : 2;
  let base = (p + 1 - way) & ~31;
  let i = origin[kind] + ((kind ? y : x) << 2) + Math.imul(base >> 5, side);
  let reach = onward ? -1 << (p + 1) : -1 >>> (32 - p);
  for (;;) {
    const wall = ints[walls + (i >> 2)];
    const marks = (ints[i + way] | wall) & reach;
    if (marks !== 0) {
      const bit = 31 - Math.clz32(onward ? marks & -marks : marks);
      const steps = Math.abs(base + bit - p);
      return (wall >> bit) & 1 ? 1 - steps : steps;
    }
    reach = -1;
    base += onward ? 32 : -32;
    i += onward ? side : -side;
  }
}

/** Number of the next jump point for straight arrivals along d that lies beyond x, y; there must be one. */
export function numberBeyond({ arena, origin, pitch }: JumpLines, x: number, y: number, d: number): number {
  const { ints } = arena;
  const kind = d & 2;
  const p = kind ? x : y;
  const way = d === 2 || d === 4 ? 0 : 1;
  const i = origin[kind] + ((kind ? y : x) << 2) + Math.imul(p >> 5, pitch[kind]) + 2 * way;
  return ints[i + 1] + countBits(ints[i] & (((2 - way) << p) - 1)) - way;
}

/** Number of the jump point for straight arrivals along d at x, y; -1 if it is not one. */
export function numberAt({ arena, origin, pitch }: JumpLines, x: number, y: number, d: number): number {
  const { ints } = arena;
  const kind = d & 2;
  const p = kind ? x : y;
  const way = d === 2 || d === 4 ? 0 : 2;
  const i = origin[kind] + ((kind ? y : x) << 2) + Math.imul(p >> 5, pitch[kind]) + way;
  return (ints[i] >> p) & 1 ? ints[i + 1] + countBits(ints[i] & ((1 << p) - 1)) : -1;
}

/** Where a grid's lines begin in their arena, after the room before the first column. */
export const startOf = ({ origin, pitch }: JumpLines): number => origin[0] - pitch[0];

export function placeLines({ width, height }: Pick<Grid, 'width' | 'height'>, arena: Arena): JumpLines {
  const modulus = height + 1;
  const across = (width >> 5) + 1;
  const groups = [(height >> 5) + 1, across, across, across];
  const pitch = Int32Array.of(GROUP * width, WIDE * modulus, GROUP * height, WIDE * modulus);
  const origin = new Int32Array(4);
  // All together, with walls, a quarter of straight lines, and as much again for boxes and records: an arena that grows
  // copies what it has, and pages that nothing is written to cost nothing.
  arena.reserve(
    2 * pitch.reduce((sum, side, kind) => sum + (kind & 1 ? 1 : 1.25) * side * (groups[kind] + 1), width + 32),
  );
  // The straight ones first, for their walls lie as they do, a quarter of their size.
  const first = arena.take(0);
  for (const kind of [0, 2, 1, 3]) origin[kind] = arena.take(pitch[kind] * (groups[kind] + 1)) + pitch[kind];
  const wallCount = (origin[1] - pitch[1] - first) >> 2;
  const walls = arena.take(wallCount) - (first >> 2);
  const folded = arena.take(width);
  return { arena, walls, origin, pitch, modulus, folded, count: 0 };
}

/** Takes the room of a grid's lines, with all that is the same in each map; the lines themselves are not there yet. */
export function layOutLines(grid: Pick<Grid, 'width' | 'height'>, arena = newArena()): JumpLines {
  const lines = placeLines(grid, arena);
  const { walls, origin, pitch, modulus, folded } = lines;
  const words = arena.ints;
  const first = walls + (startOf(lines) >> 2);
  words.fill(-1, first, first + ((origin[1] - pitch[1] - startOf(lines)) >> 2));
  for (const kind of [1, 3]) words.fill(-1, origin[kind] - pitch[kind], origin[kind]);
  for (let x = 0; x < grid.width; x++) words[folded + x] = x % modulus;
  return lines;
}
