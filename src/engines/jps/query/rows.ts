/**
 * Jump points as rows of bits, from which lines are made. In a bundle that has WebAssembly `assembly/build.ts` does the
 * same.
 *
 * Measured and decided: docs/decisions/jps-query.md.
 */
import { finish, type Grid, RUNS_A_STEP, runSteps, type Steps } from '../../../core/grid/grid.js';

/** Planes of bits by row, each with an empty row above the map and one below. */
export interface JumpRows {
  /** Words of a row, with one bit at least beyond the last column. */
  pitch: number;
  open: Int32Array;
  /** Jump points of arrivals to N, E, S, W. */
  jumps: Int32Array[];
}

export const westAt = (plane: Int32Array, i: number) => (plane[i] << 1) | (plane[i - 1] >>> 31);
export const eastAt = (plane: Int32Array, i: number) => (plane[i] >>> 1) | (plane[i + 1] << 31);

/** Leaves in `near` what lies next to the cells of word i of a plane, by direction. */
export function wordsAround(plane: Int32Array, pitch: number, i: number, near: Int32Array): void {
  const up = i - pitch;
  const down = i + pitch;
  near[0] = plane[up];
  near[1] = eastAt(plane, up);
  near[2] = eastAt(plane, i);
  near[3] = eastAt(plane, down);
  near[4] = plane[down];
  near[5] = westAt(plane, down);
  near[6] = westAt(plane, i);
  near[7] = westAt(plane, up);
}

/** Jump points of a grid (FORCED in `../grid/directions.ts`), 32 at a time. */
export const jumpRows = (grid: Grid): JumpRows => finish(rowSteps(grid));

const WORDS_A_STEP = 1 << 14;

/** {@link jumpRows} in steps. */
export function* rowSteps(grid: Grid): Steps<JumpRows> {
  const { width, height, stride } = grid;
  const pitch = (width >> 5) + 1;
  const open = new Int32Array(pitch * (height + 2));
  const runs = yield* runSteps(grid);
  for (let r = 0; r < runs.length; r += 2) {
    if (r % (2 * RUNS_A_STEP) === 0) yield;
    const y = Math.floor(runs[r] / stride);
    const end = runs[r + 1] - y * stride - 1;
    for (let x = runs[r] - y * stride - 1; x < end; x = (x | 31) + 1) {
      open[y * pitch + (x >> 5)] |= (-1 << x) & ((x | 31) < end ? -1 : ~(-1 << end));
    }
  }
  const jumps = [0, 1, 2, 3].map(() => new Int32Array(open.length));
  const near = new Int32Array(8);
  for (let i = pitch; i < open.length - pitch; i++) {
    if (i % WORDS_A_STEP === 0) yield;
    if (open[i] === 0) continue;
    wordsAround(open, pitch, i, near);
    for (let d = 0; d < 8; d += 2) {
      const opens = (near[(d + 2) & 7] & ~near[(d + 3) & 7]) | (near[(d + 6) & 7] & ~near[(d + 5) & 7]);
      jumps[d >> 1][i] = open[i] & near[d ^ 4] & opens;
    }
  }
  return { pitch, open, jumps };
}
