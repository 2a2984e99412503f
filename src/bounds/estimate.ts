/** What a bake will cost, from a sample of its floods: to be asked before hours are spent. */
import type { Grid } from '../grid/grid.js';
import { defaultJobs } from '../threads/pool.js';
import { BOUNDS_DEFAULTS, type BoundsOptions } from './build.js';
import { BOX_BYTES, floodsOf, planBounds } from './share.js';

/** What goal bounds of a map will take. */
export interface BoundsEstimate {
  /** Wall-clock time of the bake with the requested threads; within a factor of two on an idle machine. */
  seconds: number;
  rows: number;
  /** Of the boxes in memory; a blob holds them compressed. */
  bytes: number;
}

/** A bake that takes no longer than this is simply done. */
const WHOLE_MS = 500;
/** Sampled runs of neighbouring sources, whose second halves count: the first fill shared lists and warm up. */
const RUNS = 8;
/** All runs together take no longer than this, unless a single flood does. */
const MOST_MS = 2000;
/** Below this a bake starts no other thread. */
const ALONE_MS = 250;

/** Takes up to 2.5 s on maps whose bakes take minutes. @throws {MapTooLargeError} if boxes would exceed 2 GiB */
export function estimateBounds(grid: Grid, options: Partial<BoundsOptions> = {}): BoundsEstimate {
  const { at, exact, threads } = { ...BOUNDS_DEFAULTS, ...options };
  const start = performance.now();
  const family = floodsOf(grid, exact);
  const { sources, stored, firstRow } = planBounds(family, at);
  const prepared = performance.now() - start;
  const floodOne = (source: number) => family.flood(source, stored[source]);
  const floods = timeWhole(sources, floodOne) ?? timeRuns(sources, floodOne) * sources.length;
  const milliseconds =
    prepared + (floods > ALONE_MS ? Math.max(ALONE_MS, floods / (threads || defaultJobs())) : floods);
  const rows = firstRow[sources.length];
  return { seconds: milliseconds / 1000, rows, bytes: BOX_BYTES * rows };
}

/** @returns milliseconds of all floods, unless they are too many to try */
function timeWhole(sources: Int32Array, floodOne: (source: number) => void): number | undefined {
  const start = performance.now();
  for (const source of sources) {
    floodOne(source);
    if (performance.now() - start > WHOLE_MS) return undefined;
  }
  return performance.now() - start;
}

/** @returns milliseconds of one flood, in the mean of the runs */
function timeRuns(sources: Int32Array, floodOne: (source: number) => void): number {
  let [spent, counted] = [0, 0];
  for (let run = 0; run < RUNS; run++) {
    const first = Math.floor((run * sources.length) / RUNS);
    const end = Math.floor(((run + 1) * sources.length) / RUNS);
    const times: number[] = [];
    const begin = performance.now();
    for (let i = first, now = begin; i < end && now - begin < MOST_MS / RUNS; i++) {
      floodOne(sources[i]);
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
    for (const time of times.slice(times.length >> 1)) {
      spent += time;
      counted++;
    }
  }
  return spent / Math.max(1, counted);
}
