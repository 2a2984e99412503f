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

/** Floods that warm up the compiler, then floods that count; either ends early when it has had its time. */
const FLOODS = 64;
const MOST_MS = 150;
/** A step through the sources that spreads them over the map, whatever their number. */
const GOLDEN = 0.6180339887498949;

/**
 * Takes at most about half a second, except on maps whose single floods take that long.
 * @throws {MapTooLargeError} if the boxes would take more than 2 GiB
 */
export function estimateBounds(grid: Grid, jumps: JumpDistances, options: Partial<BoundsOptions> = {}): BoundsEstimate {
  const { at, exact, jobs } = { ...BOUNDS_DEFAULTS, ...options };
  const start = performance.now();
  const graph = rayGraph(grid, jumps);
  const { sources, stored, firstRow } = planBounds(graph, at);
  const flood = new Flood(graph, exact, costBound(grid));
  const prepared = performance.now();
  const rows = firstRow[sources.length];
  let next = 0;
  const floods = () => {
    const from = performance.now();
    let n = 0;
    while (n < FLOODS && n < sources.length && performance.now() - from < MOST_MS) {
      const cell = sources[Math.floor(((next++ * GOLDEN) % 1) * sources.length)];
      flood.flood(cell, stored[cell]);
      n++;
    }
    return (performance.now() - from) / Math.max(1, n);
  };
  floods();
  const each = floods();
  const milliseconds = prepared - start + (each * sources.length) / (jobs || defaultJobs());
  return { seconds: milliseconds / 1000, rows, bytes: BOX_BYTES * rows };
}
