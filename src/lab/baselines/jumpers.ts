/**
 * Ways to find the next jump point: walk cells, scan 32 at a time, or look into a table. All return signed steps as
 * JPS+ does: > 0 to the next stop, <= 0 minus the steps to the wall.
 */
import { DX, DY, directionSteps } from '../../core/grid/directions.js';
import type { Grid } from '../../core/grid/grid.js';
import { movesOf, windowsOf } from '../../core/grid/moves.js';
import { buildJumpDistances } from '../../engines/jps/build.js';

export interface Jumper {
  /** Signed steps from a cell straight along d; x and y are those of the padded grid. */
  straight(cell: number, x: number, y: number, d: number): number;
  /** Signed steps along diagonal d to the next turning point. */
  diagonal(cell: number, x: number, y: number, d: number): number;
  /** After `diagonal` found a turning point: the signed steps from there straight along d - 1 and d + 1. */
  readonly sides: Int32Array;
  /** Bytes computed before the first query, which would be stored with the map. */
  readonly bytes: number;
  /** Cells, words or table entries looked at, all in all; a search clears it. */
  looked: number;
}

/** Plain JPS (Harabor & Grastien 2011): cell by cell. */
export function walkingJumper(grid: Grid): Jumper {
  if (grid.moveRule !== 'no-corners') return cuttingJumper(grid);
  const { open } = grid;
  const steps = directionSteps(grid.stride);
  const scan: Jumper['straight'] = (cell, _x, _y, d) => {
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
  return scanningJumper(grid, scan, 0);
}

/** Plain JPS under rules that cut corners: a diagonal also stops where another diagonal is forced. */
function cuttingJumper(grid: Grid): Jumper {
  const { legal, after } = movesOf(grid.moveRule);
  const windows = windowsOf(grid);
  const steps = directionSteps(grid.stride);
  const sides = new Int32Array(2);
  const isOpen = (cell: number, d: number) => (legal[windows[cell]] >> d) & 1;
  const straight: Jumper['straight'] = (cell, _x, _y, d) => {
    for (let c = cell, run = 0; ; ) {
      jumper.looked++;
      if (!isOpen(c, d)) return -run;
      c += steps[d];
      run++;
      if (after[8 * windows[c] + d] & ~(1 << d)) return run;
    }
  };
  const diagonal: Jumper['diagonal'] = (cell, x, y, d) => {
    const natural = (1 << d) | (1 << (d - 1)) | (1 << ((d + 1) & 7));
    for (let c = cell, run = 0; ; ) {
      if (!isOpen(c, d)) return -run;
      c += steps[d];
      run++;
      sides[0] = straight(c, x, y, d - 1);
      sides[1] = straight(c, x, y, (d + 1) & 7);
      if (sides[0] > 0 || sides[1] > 0 || after[8 * windows[c] + d] & ~natural) return run;
    }
  };
  const jumper: Jumper = { straight, diagonal, sides, bytes: 0, looked: 0 };
  return jumper;
}

/** Jumps from straight scans: steps along diagonals and scans from each cell. @param shift log2 of cells in a word */
function scanningJumper(grid: Grid, scan: Jumper['straight'], shift: number): Jumper {
  const { open } = grid;
  const sides = new Int32Array(2);
  const steps = directionSteps(grid.stride);
  const straight: Jumper['straight'] = (cell, x, y, d) => {
    const run = scan(cell, x, y, d);
    jumper.looked += 1 + (Math.abs(run) >> shift);
    return run;
  };
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
  const jumper: Jumper = { straight, diagonal, sides, bytes: 0, looked: 0 };
  return jumper;
}

/**
 * JPS-Bit: scans a row and its neighbors 32 cells at a time, in a copy of the map for each straight direction. Border
 * columns make the bit carried between words 0.
 */
export function bitJumper(grid: Grid): Jumper {
  const { open, stride } = grid;
  const height = grid.height + 2;
  // To the north, east, south and west: rows are columns of the map in the first and third.
  const pitches = [height, stride, height, stride].map((length) => (length + 31) >> 5);
  const copies = pitches.map((pitch, i) => new Int32Array((i & 1 ? height : stride) * pitch));
  const along = (x: number, y: number, i: number) => {
    if (i & 1) return i === 1 ? x : stride - 1 - x;
    return i === 2 ? y : height - 1 - y;
  };
  for (const cell of open.keys()) {
    if (open[cell] === 0) continue;
    const [x, y] = [cell % stride, Math.floor(cell / stride)];
    for (let i = 0; i < 4; i++) {
      const at = along(x, y, i);
      copies[i][(i & 1 ? y : x) * pitches[i] + (at >> 5)] |= 1 << (at & 31);
    }
  }
  const scan: Jumper['straight'] = (_cell, x, y, d) => {
    const i = d >> 1;
    return scanWords(copies[i], pitches[i], i & 1 ? y : x, along(x, y, i));
  };
  return scanningJumper(grid, scan, 5);
}

function scanWords(words: Int32Array, pitch: number, row: number, at: number): number {
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

/** JPS+ (Harabor & Grastien 2014): steps of all cells in all directions, computed before. */
export function tableJumper(grid: Grid): Jumper {
  const { distances } = buildJumpDistances(grid);
  const steps = directionSteps(grid.stride);
  const straight: Jumper['straight'] = (cell, _x, _y, d) => {
    jumper.looked++;
    return distances[8 * cell + d];
  };
  const sides = new Int32Array(2);
  const diagonal: Jumper['diagonal'] = (cell, x, y, d) => {
    const v = straight(cell, x, y, d);
    if (v > 0) {
      sides[0] = straight(cell + v * steps[d], x, y, d - 1);
      sides[1] = straight(cell + v * steps[d], x, y, (d + 1) & 7);
    }
    return v;
  };
  const jumper: Jumper = { straight, diagonal, sides, bytes: distances.byteLength, looked: 0 };
  return jumper;
}
