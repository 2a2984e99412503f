/** Measures of an engine: the 13 of the Grid-Based Path Planning Competition, and a few more. */
import { STRAIGHT } from '../grid/step-costs.js';
import { dominated } from './pareto.js';
import type { Ready, Report } from './protocol.js';
import { deviation, mean, quantile } from './statistics.js';

/** What one engine answered on one map; see {@link Report}. */
export type Record = Ready & Omit<Report, 'firstFault'>;

/**
 * Measures in the order of a file of results: the competition's 13, then others. Times are the best of each query's
 * passes, in microseconds unless the name says otherwise; sizes are bytes.
 */
export const MEASURES = [
  'totalSeconds',
  'meanMicros',
  // Mean time until the first 20 steps are known; and of the longest piece. `meanMicros` where paths are given whole.
  'first20Micros',
  'maxSegmentMicros',
  // Of the legal paths, in steps; and of length / optimum - 1.
  'meanLength',
  'meanSuboptimality',
  'solved',
  'invalid',
  'unsolved',
  'memoryBefore',
  'memoryAfter',
  'storageBytes',
  'precomputeMinutes',
  // The slowest query.
  'longestMicros',
  // Queries asked; fewer than there are where the engine was too slow.
  'queries',
  // Legal paths longer than the shortest.
  'suboptimal',
  'passes',
  // Mean over the queries of the median over the passes: the expected time, `meanMicros` the best.
  'typicalMicros',
  // Quantiles and deviation over the queries.
  'medianMicros',
  'p95Micros',
  'p99Micros',
  'deviationMicros',
  'loadMillis',
  // Per query; absent where the engine does not count.
  'expanded',
  'generated',
  'lookedAt',
  'heapOperations',
  // Entries of the largest open list: mean over the queries, and of any query.
  'meanLargestOpen',
  'largestOpen',
] as const;

type Measure = (typeof MEASURES)[number];
type Counter = 'expanded' | 'generated' | 'lookedAt' | 'heapOperations' | 'meanLargestOpen' | 'largestOpen';
export type Measures = { [M in Exclude<Measure, Counter>]: number } & { [M in Counter]?: number };

export function bestMicros({ passes }: Pick<Record, 'passes'>): Float64Array {
  return passes[0].map((_, i) => Math.min(...passes.map((pass) => pass[i])));
}

/** @param optima integer cost of a shortest path of each query @param unit that of a step */
export function measure(record: Record, optima: ArrayLike<number>, unit = STRAIGHT): Measures {
  const { passes, costs, begins, segments, counts } = record;
  const best = bestMicros(record);
  const queries = best.length;
  const legal = Array.from(costs.keys()).filter((i) => costs[i] >= 0 && costs[i] < Infinity);
  const perQuery = (sum: number | undefined) => (sum === undefined ? undefined : sum / queries);
  const counters = {
    expanded: perQuery(counts.expanded),
    generated: perQuery(counts.generated),
    lookedAt: perQuery(counts.lookedAt),
    heapOperations: perQuery(counts.heapOperations),
    meanLargestOpen: perQuery(counts.largestOpen),
    largestOpen: counts.mostOpen,
  };
  const meanMicros = mean(best);
  return {
    totalSeconds: (meanMicros * queries) / 1e6,
    meanMicros,
    first20Micros: begins ? mean(begins) : meanMicros,
    maxSegmentMicros: segments ? mean(segments) : meanMicros,
    longestMicros: best.reduce((a, b) => Math.max(a, b), 0),
    meanLength: mean(legal.map((i) => costs[i])) / unit,
    meanSuboptimality: mean(legal.map((i) => costs[i] / optima[i] - 1)),
    solved: legal.length,
    invalid: costs.filter((c) => c < 0).length,
    unsolved: costs.filter((c) => c === Infinity).length,
    memoryBefore: record.memoryBefore,
    memoryAfter: record.memoryAfter,
    storageBytes: record.storageBytes,
    precomputeMinutes: record.precomputeMillis / 60_000,
    queries,
    suboptimal: legal.filter((i) => costs[i] > optima[i]).length,
    passes: passes.length,
    typicalMicros: mean(
      best.map((_, i) =>
        quantile(
          Float64Array.from(passes, (pass) => pass[i]),
          0.5,
        ),
      ),
    ),
    medianMicros: quantile(best, 0.5),
    p95Micros: quantile(best, 0.95),
    p99Micros: quantile(best, 0.99),
    deviationMicros: deviation(best),
    loadMillis: record.loadMillis,
    ...Object.fromEntries(Object.entries(counters).filter(([, v]) => v !== undefined)),
  };
}

/** Pareto front of mean time, storage and suboptimality; only engines that solved all `queries` are on it. */
export function paretoFront(engines: readonly Measures[], queries: number): boolean[] {
  const complete = engines.map((m) => m.solved === queries);
  const points = engines.map((m, i) =>
    complete[i] ? [m.meanMicros, m.storageBytes, m.meanSuboptimality] : [Infinity, Infinity, Infinity],
  );
  return dominated(points).map((beaten, i) => complete[i] && !beaten);
}
