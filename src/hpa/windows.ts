/**
 * Windows: pieces of a path searched once more, cell by cell and exactly, inside the box around their ends and a margin. On terrain that costs
 * the crossings between clusters and straight lines leave a path some per cent dearer than it could be; most of that is local.
 *
 *     . . . . . . . . . . .      from a cell of the path to the one 48 cells on: what is found replaces the piece
 *     . s . \ . . . . e . .      where it is strictly cheaper; the next window begins half-way
 *     . . \ . \ _ _ / . . .
 *
 * A piece that costs what the best ground and no detour would is left alone. Bounded by the piece's own cost the search ends early where
 * there is nothing to gain.
 *
 * Measured and decided: docs/decisions.md, "HPA*: windows".
 */
import { DX, DY, directionSteps } from '../grid/directions.js';
import { type Grid, grown, MAX_COST } from '../grid/grid.js';
import { DIAGONAL, octile, STRAIGHT } from '../grid/step-costs.js';
import { STEP } from './flood.js';
import { addPoint, type Points } from './smooth.js';

/** Moves from one end of a window to the other, and cells around the box of its ends. */
const LENGTH = 40;
const MARGIN = 12;
/** Where all cells cost the same, paths of so many moves at most, that are longer than the octile distance by this factor, get a window of their own. */
const SHORT = 60;
const SUSPICIOUS = 1.1;
/** Side of the largest box, and bits that a column takes. */
const SIDE = SHORT + 2 * MARGIN + 1;
const SHIFT = 7;
const COLUMN = (1 << SHIFT) - 1;
/** Side of the squares whose least cost is kept. */
const BLOCK = 8;

/** Mends a path in place, from its first point to its last; its cost in steps before goes in, that after comes out. */
export interface Windows {
  (path: Points, cost: number): number;
  /** Looks at cells again that have changed. @param cells padded */
  forget(cells: Iterable<number>): void;
}

export function windowsOf(grid: Grid): Windows {
  // It knows eight moves without corner cutting alone.
  if (grid.moveRule !== 'octile') return Object.assign((_: Points, cost: number) => cost, { forget() {} });
  const weights = grid.costs ?? grid.open;
  const { width, height, stride } = grid;
  const across = Math.ceil(width / BLOCK);
  // Least cost of each square of cells, 0 until it is asked for.
  const least = new Uint8Array(grid.costs ? across * Math.ceil(height / BLOCK) : 0);
  const steps = directionSteps(stride);
  const [columns, rows] = [Int32Array.from(DX), Int32Array.from(DY)];
  // What is known of a window's cells: row << SHIFT | column.
  const g = new Float64Array(SIDE << SHIFT);
  const stamps = new Int32Array(SIDE << SHIFT);
  const parents = new Uint8Array(SIDE << SHIFT);
  const waiting = new Uint8Array(SIDE << SHIFT);
  let stamp = 0;
  const heads = new Int32Array(2 ** Math.ceil(Math.log2((4 * MAX_COST * DIAGONAL) / STEP + 2))).fill(-1);
  const mask = heads.length - 1;
  let items = new Int32Array(1024);
  // The path, cell by cell: x | y << 16.
  let cells = new Int32Array(1024);
  let count = 0;
  const found = new Int32Array(SIDE << SHIFT);

  /** Cost of the moves from one cell of the path to another. */
  const costOf = (from: number, to: number): number => {
    let [straight, diagonal] = [0, 0];
    for (let i = from; i < to; i++) {
      const a = cells[i];
      const b = cells[i + 1];
      const sum = weights[((a >> 16) + 1) * stride + (a & 0xffff) + 1] + weights[((b >> 16) + 1) * stride + (b & 0xffff) + 1];
      if ((a & 0xffff) === (b & 0xffff) || a >> 16 === b >> 16) straight += sum;
      else diagonal += sum;
    }
    return straight * STRAIGHT + diagonal * DIAGONAL;
  };

  /**
   * Searches a window from cell i of the path to cell j.
   * @returns number of cells found that are cheaper, in `found` from the last to the first; 0 if there are none
   */
  const search = (i: number, j: number, cost: number): number => {
    const [x0, y0, x1, y1] = [cells[i] & 0xffff, cells[i] >> 16, cells[j] & 0xffff, cells[j] >> 16];
    const left = Math.max(0, Math.min(x0, x1) - MARGIN);
    const top = Math.max(0, Math.min(y0, y1) - MARGIN);
    const right = Math.min(width - 1, Math.max(x0, x1) + MARGIN);
    const bottom = Math.min(height - 1, Math.max(y0, y1) + MARGIN);
    let cheapest = least.length > 0 ? 255 : 1;
    for (let row = (top / BLOCK) | 0; cheapest > 1 && row <= bottom / BLOCK; row++) {
      for (let column = (left / BLOCK) | 0; column <= right / BLOCK; column++) {
        const block = row * across + column;
        if (least[block] === 0) least[block] = leastOf(grid, column * BLOCK, row * BLOCK);
        if (least[block] < cheapest) cheapest = least[block];
      }
    }
    found[0] = cells[i];
    if (cells[i] === cells[j]) return 1;
    const bound = 2 * cheapest * octile(x1 - x0, y1 - y0);
    if (cost <= bound) return 0;
    if (++stamp > 0x7ffffffe) {
      stamps.fill(0);
      stamp = 1;
    }
    const start = ((y0 - top) << SHIFT) | (x0 - left);
    const goal = ((y1 - top) << SHIFT) | (x1 - left);
    const goalColumn = x1 - left;
    const goalRow = y1 - top;
    const [wide, high] = [right - left, bottom - top];
    const corner = (top + 1) * stride + left + 1;
    // One bucket is as wide as the cheapest move.
    const perBucket = 1 / (STEP * cheapest);
    const scale = 2 * cheapest;
    let best = cost;
    let current = 0;
    let last = 0;
    let used = 1;
    items[0] = start;
    items[1] = -1;
    heads[0] = 0;
    g[start] = 0;
    stamps[start] = stamp;
    waiting[start] = 1;
    while (current <= last && bound + current * STEP * cheapest < best) {
      const slot = current & mask;
      const item = heads[slot];
      if (item < 0) {
        current++;
        continue;
      }
      heads[slot] = items[2 * item + 1];
      const cell = items[2 * item];
      if (waiting[cell] === 0) continue;
      waiting[cell] = 0;
      const column = cell & COLUMN;
      const row = cell >> SHIFT;
      const at = corner + row * stride + column;
      const own = weights[at];
      const base = g[cell];
      // What lies back and beside that is reached from the parent in one move, for less: five directions are left.
      const first = cell === start ? 0 : parents[cell] + 6;
      for (let k = cell === start ? 8 : 5; k-- > 0; ) {
        const d = (first + k) & 7;
        const weight = weights[at + steps[d]];
        if (weight === 0) continue;
        const x = column + columns[d];
        const y = row + rows[d];
        if (x < 0 || y < 0 || x > wide || y > high) continue;
        if (d & 1 && (weights[at + steps[d - 1]] === 0 || weights[at + steps[(d + 1) & 7]] === 0)) continue;
        const price = base + (own + weight) * (d & 1 ? DIAGONAL : STRAIGHT);
        const next = (y << SHIFT) | x;
        if (stamps[next] === stamp && price >= g[next]) continue;
        const dx = x > goalColumn ? x - goalColumn : goalColumn - x;
        const dy = y > goalRow ? y - goalRow : goalRow - y;
        const f = price + scale * (dx > dy ? STRAIGHT * dx + (DIAGONAL - STRAIGHT) * dy : STRAIGHT * dy + (DIAGONAL - STRAIGHT) * dx);
        if (f >= best) continue;
        g[next] = price;
        stamps[next] = stamp;
        parents[next] = d;
        if (next === goal) {
          best = price;
          continue;
        }
        waiting[next] = 1;
        const bucket = ((f - bound) * perBucket) | 0;
        if (bucket > last) last = bucket;
        if (2 * used === items.length) items = grown(items);
        items[2 * used] = next;
        items[2 * used + 1] = heads[bucket & mask];
        heads[bucket & mask] = used++;
      }
    }
    for (; current <= last; current++) heads[current & mask] = -1;
    if (best === cost) return 0;
    let n = 0;
    for (let cell = goal; ; ) {
      found[n++] = (cell & COLUMN) + left + (((cell >> SHIFT) + top) << 16);
      if (cell === start) break;
      const d = parents[cell];
      cell -= columns[d] + rows[d] * (1 << SHIFT);
    }
    return n;
  };

  const mend = (path: Points, before: number): number => {
    const uniform = !grid.costs;
    const [first, end] = [path[0], path[path.length - 1]];
    const apart = octile((end & 0xffff) - (first & 0xffff), (end >> 16) - (first >> 16));
    if (uniform && (before > SHORT || before * STRAIGHT <= SUSPICIOUS * apart)) return before;
    count = 0;
    let at = first;
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
    let mended = false;
    for (let i = 0; i + 1 < count; ) {
      const j = uniform ? count - 1 : Math.min(i + LENGTH, count - 1);
      const n = search(i, j, costOf(i, j));
      const moves = n > 0 ? n - 1 : j - i;
      if (n > 0) {
        mended = true;
        while (count + moves > cells.length) cells = grown(cells);
        cells.copyWithin(i + moves, j, count);
        count += i + moves - j;
        for (let k = 0; k < n; k++) cells[i + k] = found[n - 1 - k];
      }
      if (i + moves === count - 1) break;
      // What was found may go on beyond the window's end; where nothing was, less is to be expected there.
      i += Math.max(1, n > 0 ? moves >> 1 : (3 * moves) >> 2);
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
    forget(cells: Iterable<number>) {
      for (const cell of cells) least[Math.floor((cell / stride - 1) / BLOCK) * across + Math.floor(((cell % stride) - 1) / BLOCK)] = 0;
    },
  });
}

/** Least cost in the square of cells whose upper left one this is, 255 where none is open. */
function leastOf({ costs, open, width, height, stride }: Grid, left: number, top: number): number {
  const weights = costs ?? open;
  let least = 255;
  for (let y = top; y < Math.min(height, top + BLOCK); y++) {
    for (let x = left; x < Math.min(width, left + BLOCK); x++) {
      const weight = weights[(y + 1) * stride + x + 1];
      if (weight > 0 && weight < least) least = weight;
    }
  }
  return least;
}
