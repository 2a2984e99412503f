/**
 * Jump lines out of a blob that has them, copied whole into the arena of the search.
 *
 * Lines that are another map's could lead through walls. To compare them with the cells would take as long as to make
 * them, so a load does not. An edge is walked on the grid when a search first makes it, and of each path the first and
 * last line, which are no edges. Each query also compares a few of the lines with the cells (`compare.ts`); when all
 * have been, paths are walked no more. A load checks that searches along a line end on the map, and that numbers of
 * jump points are numbers of jump points.
 *
 * Measured and decided: docs/decisions/loads.md.
 */
import { checkViews, isView } from '../../../core/blob/views.js';
import { assertOpen } from '../../../core/errors.js';
import { directionSteps } from '../../../core/grid/directions.js';
import type { Grid } from '../../../core/grid/grid.js';
import { packPoint, X_MASK, Y_SHIFT } from '../../../core/grid/rectangle.js';
import { octile, STRAIGHT } from '../../../core/grid/step-costs.js';
import type { PathBuffer } from '../../../core/search/path.js';
import { type Arena, newArena } from './arena.js';
import { compareLines } from './compare.js';
import { jumpLines } from './fill.js';
import { GROUP, type JumpLines, type Proof, placeLines, startOf, WIDE } from './lines.js';
import { jumpRows } from './rows.js';
import type { JumpSearch } from './search.js';

/** Padded cells of a map from which on `load` reads the lines of a blob; below, WebAssembly makes them as soon. */
export const LINES_FROM = 1 << 20;

export interface StoredLines {
  /** Int32Array: all ints of the lines. */
  words: Int32Array;
  count: number;
}

export function storedLines(grid: Grid): StoredLines {
  const lines = jumpLines(grid, jumpRows(grid), newArena());
  const { arena, count } = lines;
  return { words: arena.ints.slice(startOf(lines), arena.end), count };
}

/** Copies lines into an arena. @throws {BlobError} if a search along them would not end on the map */
export function readLines(stored: StoredLines, grid: Grid, arena: Arena): JumpLines {
  const lines = placeLines(grid, arena);
  checkViews('jump lines', () => {
    // A forged list has none.
    const { words, count } = stored;
    const first = startOf(lines);
    if (!isView(words, Int32Array, arena.end - first)) return false;
    arena.ints.set(words, first);
    lines.count = count;
    return endOnMap(lines, grid) && areNumbered(lines, first);
  });
  return lines;
}

/** Whether there is a wall before the first cell of each line, behind its last, and where two diagonals share one. */
function endOnMap({ arena, origin, pitch, walls, folded, modulus }: JumpLines, { width, height }: Grid): boolean {
  const { ints } = arena;
  // All bits are set while all is sound.
  let sound = -1;
  for (const kind of [0, 2]) {
    const [lines, length] = kind > 0 ? [height, width] : [width, height];
    const side = pitch[kind];
    const last = origin[kind] + (length >> 5) * side;
    const inside = (1 << length) - 1;
    for (let i = 0; i < GROUP * lines; i += GROUP)
      sound &= ints[walls + ((origin[kind] - side + i) >> 2)] & (ints[walls + ((last + i) >> 2)] | inside);
  }
  for (const kind of [1, 3]) {
    const side = pitch[kind];
    const last = origin[kind] + (width >> 5) * side;
    const inside = (1 << width) - 1;
    for (let i = 0; i < side; i++) sound &= ints[origin[kind] - side + i];
    for (let i = 0; i < side; i += WIDE) sound &= (ints[last + i] | inside) & (ints[last + i + 3] | inside);
    // The row above the map, which is the one below it.
    for (let x = 0; x < width; x++) {
      const line = (height + (kind === 1 ? 1 : -1) * (x % modulus) + modulus) % modulus;
      const i = origin[kind] + WIDE * line + (x >> 5) * side;
      sound &= -(((ints[i] & ints[i + 3]) >> x) & 1);
      sound &= ~(ints[folded + x] ^ (x % modulus));
    }
  }
  return sound === -1;
}

/** Whether the numbers of jump points that groups of straight lines begin with are below their count. */
function areNumbered({ arena, origin, pitch, count }: JumpLines, first: number): boolean {
  const { ints } = arena;
  // Negative as soon as one number is too great, or negative itself.
  let sound = count;
  for (const kind of [0, 2])
    for (let i = origin[kind], end = kind > 0 ? origin[1] - pitch[1] : origin[2] - pitch[2]; i < end; i += GROUP)
      sound |= ints[i + 1] | (count - ints[i + 1]) | ints[i + 3] | (count - ints[i + 3]);
  // Each has its own place, in a map of that many words.
  return sound >= 0 && count <= 32 * (arena.end - first);
}

export function proofOf(grid: Grid): Proof {
  const { open } = grid;
  const steps = directionSteps(grid.stride);
  const walk = (cell: number, d: number, count: number): number => {
    let at = cell;
    let clear = 1;
    for (let left = count; left > 0; left--) {
      if (d & 1) clear &= open[at + steps[d - 1]] & open[at + steps[(d + 1) & 7]];
      at += steps[d];
      clear &= open[at];
    }
    assertOpen(clear > 0);
    return at;
  };
  return {
    edge: (x, y, first, run, d, count) => walk(walk(grid.cell(x, y), first, run), d, count),
    node: (x, y, point) => assertOpen(grid.isOpen(x, y) && packPoint(x, y) === point),
  };
}

/** Verifies each path of a search before returning it, until all lines have been compared with the cells. */
export function provePaths(search: JumpSearch, lines: JumpLines, grid: Grid, proof: Proof): JumpSearch {
  const { between } = search;
  const compare = compareLines(lines, grid);
  /** Proves the line between two points of a path, diagonal first. */
  const leg = (from: number, to: number) => {
    const x = from & X_MASK;
    const y = from >> Y_SHIFT;
    const dx = (to & X_MASK) - x;
    const dy = (to >> Y_SHIFT) - y;
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    const level = Math.min(ax, ay);
    const slant = dx > 0 ? (dy < 0 ? 1 : 3) : dy > 0 ? 5 : 7;
    const straight = ax > ay ? (dx > 0 ? 2 : 6) : dy > 0 ? 4 : 0;
    proof.edge(x, y, slant, level, straight, ax + ay - 2 * level);
  };
  search.between = (startX, startY, goalX, goalY, path: PathBuffer) => {
    if (compare()) search.between = between;
    if (!between(startX, startY, goalX, goalY, path)) return false;
    const { points, count } = path;
    leg(points[count - 1], points[count - 2]);
    if (count > 2) leg(points[1], points[0]);
    let cost = 0;
    for (let i = 1; i < count; i++)
      cost += octile(
        (points[i] & X_MASK) - (points[i - 1] & X_MASK),
        (points[i] >> Y_SHIFT) - (points[i - 1] >> Y_SHIFT),
      );
    assertOpen(grid.isOpen(startX, startY) && cost / STRAIGHT === path.cost);
    return true;
  };
  return search;
}
