/**
 * Windows: pieces of a path searched once more, exactly, inside the box around them and a margin. On terrain that costs
 * the crossings between clusters and straight lines leave a path some per cent dearer than it could be; most of that is
 * local.
 *
 *     . . . . . . . . . . .      from a cell of the path to the one 48 moves on: what is found replaces the piece
 *     . s . \ . . . . e . .      where it is strictly cheaper; the next window begins before its end
 *     . . \ . \ _ _ / . . .
 *
 * A piece that costs what the best ground and no detour would is left alone. Bounded by the piece's own cost the search
 * ends early where there is nothing to gain.
 *
 * Measured and decided: docs/decisions/hpa-windows.md.
 */
import type { Grid } from '../grid/grid.js';
import { grown } from '../grid/grid.js';
import { DIAGONAL, STEP, STRAIGHT } from '../grid/step-costs.js';
import { shorterOf } from './ground.js';
import { addPoint, type Points } from './smooth.js';
import { type Box, LARGEST, type WindowSearch, windowSearch } from './window-search.js';

/** Moves of a piece, and cells around the box that holds it. */
const LENGTH = 48;
const MARGIN = 12;
/** A path of so many cells at most is searched whole; with its margins it is never above the largest box. */
const WHOLE = LARGEST - 2 * MARGIN - 2;
/** Without costs, paths below this cost that exceed the octile distance by this factor are searched whole. */
const SHORT = 150;
const SUSPICIOUS = 1.07;
const BLOCK = 8;

/** Mends a path in place, from its first point to its last; its cost in steps before goes in, that after comes out. */
export interface Windows {
  (path: Points, cost: number): number;
  /** Looks at cells again that have changed. @param cells padded */
  forget(cells: Iterable<number>): void;
}

export function windowsOf(grid: Grid): Windows {
  const weights = grid.costs ?? grid.open;
  const { width, height, stride } = grid;
  const uniform = !grid.costs;
  const shorter = shorterOf(grid);
  /** Distance that the moves of the map's rule cover at the least, on ground that costs 1. */
  const distance = (dx: number, dy: number): number => {
    const [a, b] = [Math.abs(dx), Math.abs(dy)];
    return STRAIGHT * Math.max(a, b) + shorter * Math.min(a, b);
  };
  const least = leastCosts(grid);
  // Most maps without costs never need it.
  let made: WindowSearch | undefined;
  // The path, cell by cell: x | y << 16.
  let cells = new Int32Array(1024);
  let count = 0;

  /** Cost of the moves from one cell of the path to another. */
  const costOf = (from: number, to: number): number => {
    let [straight, diagonal] = [0, 0];
    for (let i = from; i < to; i++) {
      const a = cells[i];
      const b = cells[i + 1];
      const sum =
        weights[((a >> 16) + 1) * stride + (a & 0xffff) + 1] + weights[((b >> 16) + 1) * stride + (b & 0xffff) + 1];
      if ((a & 0xffff) === (b & 0xffff) || a >> 16 === b >> 16) straight += sum;
      else diagonal += sum;
    }
    return straight * STRAIGHT + diagonal * DIAGONAL;
  };

  const spread = (path: Points): void => {
    count = 0;
    let at = path[0];
    const push = (point: number) => {
      if (count === cells.length) cells = grown(cells);
      cells[count++] = point;
    };
    push(at);
    for (const point of path) {
      while (at !== point) {
        at += Math.sign((point & 0xffff) - (at & 0xffff)) + Math.sign((point >> 16) - (at >> 16)) * 65536;
        push(at);
      }
    }
  };

  /** Puts n cells, from the last to the first, in the place of those from i to j. */
  const splice = (i: number, j: number, lowest: Int32Array, n: number): void => {
    const more = n - 1 - (j - i);
    while (count + more > cells.length) cells = grown(cells);
    cells.copyWithin(j + more, j, count);
    count += more;
    for (let k = 0; k < n; k++) cells[i + k] = lowest[n - 1 - k];
  };

  const boxOf = (i: number, j: number): Box => {
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let k = i; k <= j; k++) {
      const x = cells[k] & 0xffff;
      const y = cells[k] >> 16;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    return {
      left: Math.max(0, left - MARGIN),
      top: Math.max(0, top - MARGIN),
      right: Math.min(width - 1, right + MARGIN),
      bottom: Math.min(height - 1, bottom + MARGIN),
    };
  };

  /** Replaces the piece from cell i to j by a cheaper one in a window. @returns its number of cells, or 0 */
  const search = (i: number, j: number): number => {
    const [x0, y0, x1, y1] = [cells[i] & 0xffff, cells[i] >> 16, cells[j] & 0xffff, cells[j] >> 16];
    const box = boxOf(i, j);
    const cost = costOf(i, j);
    const cheapest = least.in(box);
    if (cost <= 2 * cheapest * distance(x1 - x0, y1 - y0)) return 0;
    made ??= windowSearch(grid);
    const n = made.search(x0, y0, x1, y1, box, cheapest, cost);
    if (n > 0) splice(i, j, made.result, n);
    return n;
  };

  const mend = (path: Points, before: number): number => {
    const [first, end] = [path[0], path[path.length - 1]];
    if (uniform) {
      const apart = distance((end & 0xffff) - (first & 0xffff), (end >> 16) - (first >> 16));
      if (before > SHORT || before * STRAIGHT <= SUSPICIOUS * apart) return before;
    }
    spread(path);
    if (uniform) {
      const { left, top, right, bottom } = boxOf(0, count - 1);
      if (Math.max(right - left, bottom - top) >= LARGEST) return before;
    }
    let mended = false;
    for (let i = 0; i + 1 < count; ) {
      const j = uniform || count <= WHOLE ? count - 1 : Math.min(i + LENGTH, count - 1);
      const n = search(i, j);
      if (n > 0) mended = true;
      const moves = n > 0 ? n - 1 : j - i;
      if (i + moves === count - 1) break;
      // A result may continue beyond the window; a failure lowers expectations there.
      i += Math.max(1, n > 0 ? (3 * moves) >> 2 : (7 * moves) >> 3);
    }
    if (!mended) return before;
    path.length = 0;
    let d = 0;
    for (let i = 0; i < count; i++) {
      const turn = i + 1 < count ? cells[i + 1] - cells[i] : 0;
      if (turn !== d || i === 0 || i + 1 === count) addPoint(path, cells[i] & 0xffff, cells[i] >> 16);
      d = turn;
    }
    return costOf(0, count - 1) / STEP;
  };
  return Object.assign(mend, {
    forget(changed: Iterable<number>) {
      least.forget(changed);
      made?.forget(changed);
    },
  });
}

/** Least costs of squares of cells, each found when it is asked for. */
function leastCosts({ costs, width, height, stride }: Grid) {
  const across = Math.ceil(width / BLOCK);
  const least = new Uint8Array(costs ? across * Math.ceil(height / BLOCK) : 0);
  const look = (column: number, row: number): number => {
    let lowest = 255;
    for (let y = row * BLOCK; y < Math.min(height, (row + 1) * BLOCK); y++) {
      for (let x = column * BLOCK; x < Math.min(width, (column + 1) * BLOCK); x++) {
        const weight = (costs as Uint8Array)[(y + 1) * stride + x + 1];
        if (weight > 0 && weight < lowest) lowest = weight;
      }
    }
    least[row * across + column] = lowest;
    return lowest;
  };
  return {
    /** The least cost in the squares that a box touches. */
    in({ left, top, right, bottom }: Box): number {
      let cheapest = costs ? 255 : 1;
      for (let row = (top / BLOCK) | 0; cheapest > 1 && row <= bottom / BLOCK; row++) {
        for (let column = (left / BLOCK) | 0; column <= right / BLOCK; column++) {
          cheapest = Math.min(cheapest, least[row * across + column] || look(column, row));
        }
      }
      return cheapest;
    },
    forget(cells: Iterable<number>) {
      for (const cell of cells)
        least[Math.floor((cell / stride - 1) / BLOCK) * across + Math.floor(((cell % stride) - 1) / BLOCK)] = 0;
    },
  };
}
