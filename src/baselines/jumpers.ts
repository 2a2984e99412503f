/**
 * Ways to find the next jump point: walk cells, scan 32 at a time, or look into a table. All return signed steps as
 * JPS+ does: > 0 to the next stop, <= 0 minus the steps to the wall.
 */
import { DX, DY, directionSteps } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { buildJumpDistances, type JumpWidth, jumpDistance } from '../jps/build.js';

export interface Jumper {
  /** Signed steps from a cell straight along d; x and y are those of the padded grid. */
  straight(cell: number, x: number, y: number, d: number): number;
  /** Signed steps along diagonal d to the next turning point. */
  diagonal(cell: number, x: number, y: number, d: number): number;
  /** After `diagonal` found a turning point: the signed steps from there straight along d - 1 and d + 1. */
  readonly sides: Int32Array;
  /** Bytes of what was computed before the first query and would be stored beside the map. */
  readonly bytes: number;
  /** Cells, words or table entries looked at since the last call. */
  takeLooked(): number;
}

function lookCounter() {
  let count = 0;
  const take = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  return {
    add: (n: number) => {
      count += n;
    },
    take,
  };
}

/** Plain JPS (Harabor & Grastien 2011): cell by cell. */
export function walkingJumper(grid: Grid): Jumper {
  const { open } = grid;
  const steps = directionSteps(grid.stride);
  const looked = lookCounter();
  const straight: Jumper['straight'] = (cell, _x, _y, d) => {
    const run = walk(cell, d);
    looked.add(Math.abs(run) + 1);
    return run;
  };
  const walk = (cell: number, d: number): number => {
    const step = steps[d];
    const left = steps[(d + 6) & 7];
    const right = steps[(d + 2) & 7];
    let leftOpen = open[cell + left];
    let rightOpen = open[cell + right];
    let run = 0;
    for (let c = cell + step; open[c] === 1; c += step) {
      run++;
      const l = open[c + left];
      const r = open[c + right];
      // A side that opens up here.
      if (l > leftOpen || r > rightOpen) return run;
      leftOpen = l;
      rightOpen = r;
    }
    return -run;
  };
  return { straight, ...walkDiagonals(grid, straight), bytes: 0, takeLooked: looked.take };
}

/** Steps along diagonals and asks `straight` at each cell. */
function walkDiagonals(grid: Grid, straight: Jumper['straight']): Pick<Jumper, 'diagonal' | 'sides'> {
  const { open } = grid;
  const sides = new Int32Array(2);
  const steps = directionSteps(grid.stride);
  const diagonal: Jumper['diagonal'] = (cell, x, y, d) => {
    const a = d - 1;
    const b = (d + 1) & 7;
    const [step, stepA, stepB] = [steps[d], steps[a], steps[b]];
    for (let c = cell, run = 0; ; ) {
      if ((open[c + stepA] & open[c + stepB] & open[c + step]) === 0) return -run;
      c += step;
      run++;
      const cx = x + run * DX[d];
      const cy = y + run * DY[d];
      sides[0] = straight(c, cx, cy, a);
      sides[1] = straight(c, cx, cy, b);
      if (sides[0] > 0 || sides[1] > 0) return run;
    }
  };
  return { diagonal, sides };
}

/** The open cells as rows of 32-bit words, bit k of word w column 32 * w + k. */
interface BitRows {
  words: Int32Array;
  pitch: number;
}

function bitRows(rows: number, columns: number, isOpen: (row: number, column: number) => number): BitRows {
  const pitch = (columns + 31) >> 5;
  // One more, so that the last row has a next word.
  const words = new Int32Array(rows * pitch + 1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      words[row * pitch + (column >> 5)] |= isOpen(row, column) << (column & 31);
  }
  return { words, pitch };
}

/** JPS-Bit: scans a row and its neighbours 32 cells at a time. Border columns make the bit carried between words 0. */
export function bitJumper(grid: Grid): Jumper & { flip(cell: number): void } {
  const { open, stride } = grid;
  const height = grid.height + 2;
  const rows = bitRows(height, stride, (y, x) => open[y * stride + x]);
  const columns = bitRows(stride, height, (x, y) => open[y * stride + x]);
  const looked = lookCounter();
  const scan = (x: number, y: number, d: number): number => {
    if (d === 2) return scanUp(rows, y, x);
    if (d === 6) return scanDown(rows, y, x);
    return d === 4 ? scanUp(columns, x, y) : scanDown(columns, x, y);
  };
  const straight: Jumper['straight'] = (_cell, x, y, d) => {
    const run = scan(x, y, d);
    looked.add(1 + (Math.abs(run) >> 5));
    return run;
  };
  /** Opens or closes a cell: a bit of a row and one of a column. The grid is the caller's to change. */
  const flip = (cell: number) => {
    const [x, y] = [cell % stride, Math.floor(cell / stride)];
    rows.words[y * rows.pitch + (x >> 5)] ^= 1 << (x & 31);
    columns.words[x * columns.pitch + (y >> 5)] ^= 1 << (y & 31);
  };
  return { straight, ...walkDiagonals(grid, straight), bytes: 0, takeLooked: looked.take, flip };
}

function scanUp({ words, pitch }: BitRows, row: number, at: number): number {
  const first = row * pitch;
  let mask = -2 << (at & 31);
  for (let w = first + (at >> 5); ; w++) {
    const bits = words[w];
    const above = words[w - pitch];
    const below = words[w + pitch];
    const opensUp =
      (above & ~((above << 1) | (words[w - pitch - 1] >>> 31))) |
      (below & ~((below << 1) | (words[w + pitch - 1] >>> 31)));
    const stop = (~bits | opensUp) & mask;
    if (stop !== 0) {
      const lowest = stop & -stop;
      const run = ((w - first) << 5) + 31 - Math.clz32(lowest) - at;
      return (bits & lowest) === 0 ? 1 - run : run;
    }
    mask = -1;
  }
}

function scanDown({ words, pitch }: BitRows, row: number, at: number): number {
  const first = row * pitch;
  let mask = (1 << (at & 31)) - 1;
  for (let w = first + (at >> 5); ; w--) {
    const bits = words[w];
    const above = words[w - pitch];
    const below = words[w + pitch];
    const opensUp =
      (above & ~((above >>> 1) | (words[w - pitch + 1] << 31))) |
      (below & ~((below >>> 1) | (words[w + pitch + 1] << 31)));
    const stop = (~bits | opensUp) & mask;
    if (stop !== 0) {
      const bit = 31 - Math.clz32(stop);
      const run = at - ((w - first) << 5) - bit;
      return ((bits >>> bit) & 1) === 0 ? 1 - run : run;
    }
    mask = -1;
  }
}

/** JPS+ (Harabor & Grastien 2014): steps of all cells in all directions, computed before. */
export function tableJumper(grid: Grid, width: JumpWidth): Jumper {
  const { distances } = buildJumpDistances(grid, width);
  const steps = directionSteps(grid.stride);
  const looked = lookCounter();
  const look: Jumper['straight'] = (cell, _x, _y, d) => {
    looked.add(1);
    return jumpDistance(distances, cell, d, steps[d]);
  };
  const sides = new Int32Array(2);
  const diagonal: Jumper['diagonal'] = (cell, x, y, d) => {
    const v = look(cell, x, y, d);
    if (v > 0) {
      sides[0] = look(cell + v * steps[d], x, y, d - 1);
      sides[1] = look(cell + v * steps[d], x, y, (d + 1) & 7);
    }
    return v;
  };
  return { straight: look, diagonal, sides, bytes: distances.byteLength, takeLooked: looked.take };
}
