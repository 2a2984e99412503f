/** Estimates of goal bounds, from a sample of their floods. */
import { timeSample } from '../chunks/sample.js';
import type { Grid } from '../grid/grid.js';
import { defaultJobs } from '../threads/pool.js';
import { BOUNDS_DEFAULTS, type BoundsOptions } from './build.js';
import { BOX_BYTES, floodsOf, planBounds } from './share.js';

/** Estimate of a bake of goal bounds. */
export interface BoundsEstimate {
  /** Wall-clock time of the bake with the requested threads; within a factor of two on an idle machine. */
  seconds: number;
  rows: number;
  /** Bytes of boxes in memory; a blob holds them compressed. */
  bytes: number;
}

/** Runs of neighboring sources in a sample. Their second halves count: the first fill shared lists. */
const RUNS = 8;
const FIRST = 2 * RUNS;
const ENOUGH_SECONDS = 0.4;
/** Below this a bake starts no other thread. */
const ALONE_SECONDS = 0.25;

/** Takes up to 3 s on maps whose bakes take minutes. @throws {MapTooLargeError} if boxes would exceed 2 GiB */
export async function estimateBounds(grid: Grid, options: Partial<BoundsOptions> = {}): Promise<BoundsEstimate> {
  const { at, exact, threads } = { ...BOUNDS_DEFAULTS, ...options };
  const start = performance.now();
  const family = floodsOf(grid, exact);
  const { sources, stored, firstRow } = planBounds(family, at);
  const prepared = (performance.now() - start) / 1000;
  const count = sources.length;
  const bytes = BOX_BYTES * firstRow[count];
  /** @returns seconds */
  const flood = (from: number, end: number) => {
    const begin = performance.now();
    for (const source of sources.subarray(from, end)) family.flood(source, stored[source]);
    return (performance.now() - begin) / 1000;
  };
  const { seconds: floods } = await timeSample({
    units: count,
    whole: 0,
    first: FIRST,
    enough: ENOUGH_SECONDS,
    run(share) {
      if (share === 1) return { units: count, bytes, seconds: flood(0, count) };
      const half = Math.max(1, Math.floor((share * count) / RUNS / 2));
      let seconds = 0;
      for (let run = 0; run < RUNS; run++) {
        const first = Math.floor((run * count) / RUNS);
        flood(first, first + half);
        seconds += flood(first + half, first + 2 * half);
      }
      return { units: RUNS * half, bytes, seconds };
    },
  });
  const seconds =
    prepared + (floods > ALONE_SECONDS ? Math.max(ALONE_SECONDS, floods / (threads || defaultJobs())) : floods);
  return { seconds, rows: firstRow[count], bytes };
}
