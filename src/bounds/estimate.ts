/** What a bake will cost, from a sample of its floods: to be asked before hours are spent. */
import type { Grid } from '../grid/grid.js';
import type { JumpDistances } from '../jps/build.js';
import { defaultJobs } from '../pool/pool.js';
import { BOUNDS_DEFAULTS, type BoundsOptions, rayGraph } from './build.js';
import { costBound } from './costs.js';
import { Flood } from './flood.js';
import { BOX_BYTES, planBounds } from './plan.js';

export interface BoundsEstimate {
  /** Wall-clock time of the whole bake, with the threads asked for. Right within a factor of two, if the machine is free. */
  seconds: number;
  rows: number;
  /** Of the boxes in memory; a blob holds them compressed. */
  bytes: number;
}

/**
 * The sample: runs of neighbouring sources, spread over the map, of which the second half counts. The first half, like
 * most of a bake, makes lists that the neighbours' floods share, and warms up the compiler.
 */
const RUNS = 8;
const RUN = 16;
/** All runs together take no longer than this, unless a single flood does. */
const MOST_MS = 2000;

/**
 * Takes up to two seconds on maps whose bakes take minutes.
 * @throws {MapTooLargeError} if the boxes would take more than 2 GiB
 */
export function estimateBounds(grid: Grid, jumps: JumpDistances, options: Partial<BoundsOptions> = {}): BoundsEstimate {
  const { at, exact, jobs } = { ...BOUNDS_DEFAULTS, ...options };
  const start = performance.now();
  const graph = rayGraph(grid, jumps);
  const { sources, stored, firstRow } = planBounds(graph, at);
  const flood = new Flood(graph, exact, costBound(grid));
  const prepared = performance.now() - start;
  const rows = firstRow[sources.length];
  let counted = 0;
  let spent = 0;
  for (let run = 0; run < RUNS; run++) {
    const first = Math.floor((run * sources.length) / RUNS);
    const end = Math.min(first + RUN, Math.floor(((run + 1) * sources.length) / RUNS));
    const begin = performance.now();
    const times: number[] = [];
    for (let i = first; i < end && performance.now() - begin < MOST_MS / RUNS; i++) {
      const from = performance.now();
      flood.flood(sources[i], stored[sources[i]]);
      times.push(performance.now() - from);
    }
    for (const time of times.slice(times.length >> 1)) {
      spent += time;
      counted++;
    }
  }
  const each = spent / Math.max(1, counted);
  const milliseconds = prepared + (each * sources.length) / (jobs || defaultJobs());
  return { seconds: milliseconds / 1000, rows, bytes: BOX_BYTES * rows };
}
