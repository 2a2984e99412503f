/** From what an engine did to what is reported of it: the 13 measures of the Grid-Based Path Planning Competition, and a few more. */
import { STRAIGHT } from '../grid/step-costs.js';
import { dominated } from './pareto.js';
import type { Counts } from './protocol.js';
import { deviation, mean, quantile } from './statistics.js';

/** What one engine answered on one map. Arrays are by query, as far as the engine got. */
export interface Record {
  /** Microseconds of each pass. The first may be cut short; no later one is. */
  passes: Float64Array[];
  /** Integer cost of the path as walked by the checker; -1 where it was not a legal path of the cost that was said, Infinity where there was none. */
  costs: Float64Array;
  /** Microseconds until the first 20 steps are known, the best of some passes; absent where a path is given as a whole. */
  begins?: Float64Array;
  /** Microseconds of the longest piece of each path, the best of some passes; absent where a path is given as a whole. */
  segments?: Float64Array;
  /** Sums over the first pass. */
  counts: Counts;
  /** Bytes of JavaScript heap and typed arrays before the first query and after the last one, the grid included. */
  memoryBefore: number;
  memoryAfter: number;
  /** Bytes that ship beside the map, or in its place. */
  storageBytes: number;
  /** Grid to artifact, and artifact to the first query. */
  precomputeMillis: number;
  loadMillis: number;
}

/** What the benchmark tells about one engine on one map: GPPC's measures and the theses'. */
export interface Measures {
  /** The competition's 13, in its order. Times are the best of each query's passes. */
  totalSeconds: number;
  meanMicros: number;
  /** Mean time until the first 20 steps are known: `meanMicros` where a path is given as a whole. */
  first20Micros: number;
  /** Mean over the paths of the time of the longest piece: `meanMicros` where a path is given as a whole. */
  maxSegmentMicros: number;
  /** Longest time that a single call took. */
  longestMicros: number;
  /** Mean length of the legal paths, in steps. */
  meanLength: number;
  /** Mean of length / optimum - 1 over the legal paths. */
  meanSuboptimality: number;
  solved: number;
  invalid: number;
  unsolved: number;
  memoryBefore: number;
  memoryAfter: number;
  storageBytes: number;
  precomputeMinutes: number;
  /** Queries asked; less than there are where the engine was too slow. */
  queries: number;
  /** Legal paths longer than the shortest. */
  suboptimal: number;
  passes: number;
  /** Mean over the queries of the median over the passes: what to expect of a query, where `meanMicros` is what it can be. */
  typicalMicros: number;
  /** Quantiles and deviation over the queries, of the best times. */
  medianMicros: number;
  p95Micros: number;
  p99Micros: number;
  deviationMicros: number;
  loadMillis: number;
  /** Per query; absent where the engine does not count. */
  expanded?: number;
  generated?: number;
  lookedAt?: number;
  heapOperations?: number;
  /** Entries of the largest open list: mean over the queries, and of any query. */
  meanLargestOpen?: number;
  largestOpen?: number;
}

/** Best time of each query, in microseconds. */
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

/**
 * Which engines are on the Pareto front of mean time, storage and mean suboptimality. One that left queries unsolved,
 * unasked or answered wrongly is not.
 * @param queries number there was to ask
 */
export function paretoFront(engines: readonly Measures[], queries: number): boolean[] {
  const complete = engines.map((m) => m.solved === queries);
  const points = engines.map((m, i) =>
    complete[i] ? [m.meanMicros, m.storageBytes, m.meanSuboptimality] : [Infinity, Infinity, Infinity],
  );
  return dominated(points).map((beaten, i) => complete[i] && !beaten);
}
