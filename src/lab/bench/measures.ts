/** Measures of an engine: the measures of the Grid-Based Path Planning Competition for whole paths, and a few more. */
import { STRAIGHT } from '../../core/grid/step-costs.js';
import type { Counters } from './engines.js';
import { deviation, dominated, mean, quantile } from './statistics.js';

/** What one engine answered on one map. Arrays are by query, as far as the engine got; times are microseconds. */
export interface Record {
  /** Every path must be a shortest one. */
  exact: boolean;
  /** Bytes that ship with the map, or in its place. */
  storageBytes: number;
  /** Grid to artifact, and artifact to the first query. */
  precomputeMillis: number;
  loadMillis: number;
  /** Times by pass; the last pass is left out if it is incomplete, unless it is the only one. */
  passes: Float64Array[];
  /** Integer cost of each path as the checker walked it; -1 if illegal or misreported, Infinity if there was none. */
  costs: Float64Array;
  /** Sums of the counters over the first pass, and the largest open list. Absent where not counted. */
  counts: { [K in keyof Counters]?: number | undefined } & { mostOpen?: number };
  /** Bytes of JavaScript heap and typed arrays before the first query and after the last one, the grid included. */
  memoryBefore: number;
  memoryAfter: number;
}

/** A record, the best time of each query in microseconds, optimal costs, and the queries with legal paths. */
interface Answers extends Record {
  best: Float64Array;
  optima: ArrayLike<number>;
  legal: number[];
  /** Integer cost of a step. */
  unit: number;
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const micros = (us: number) => (us >= 100 ? us.toFixed(0) : us.toFixed(2));
const whole = (n: number) => n.toFixed(0);
const median = (values: ArrayLike<number>) => quantile(values, 0.5);

/** Heading with unit, text of a value, and how it is computed: undefined where an engine does not count it. */
type Measured = readonly [string, (value: number) => string, (answers: Answers) => number | undefined];

/** A counter a query. */
const counter = (heading: string, name: keyof Record['counts']) =>
  [heading, whole, ({ counts, best }) => counts[name] && counts[name] / best.length] as const satisfies Measured;
const time = (heading: string, read: (answers: Answers) => number) =>
  [heading, micros, read] as const satisfies Measured;

/**
 * Measures in the order of a file of results: the competition's, then others. Times are the best of each query's
 * passes, in microseconds unless the name says otherwise; sizes are bytes.
 */
const TABLE = {
  totalSeconds: ['total s', (seconds) => seconds.toPrecision(3), ({ best }) => (mean(best) * best.length) / 1e6],
  meanMicros: time('mean µs', ({ best }) => mean(best)),
  // Means over the legal paths, in steps; and of length / optimum - 1.
  meanLength: ['mean length', (steps) => steps.toFixed(3), (a) => mean(a.legal.map((i) => a.costs[i])) / a.unit],
  meanLonger: [
    'longer %',
    (share) => (100 * share).toFixed(3),
    ({ legal, costs, optima }) => mean(legal.map((i) => costs[i] / optima[i] - 1)),
  ],
  solved: ['solved', whole, ({ legal }) => legal.length],
  invalid: ['invalid', whole, ({ costs }) => costs.filter((cost) => cost < 0).length],
  unsolved: ['unsolved', whole, ({ costs }) => costs.filter((cost) => cost === Infinity).length],
  memoryBefore: ['memory before kB', kilobytes, ({ memoryBefore }) => memoryBefore],
  memoryAfter: ['memory after kB', kilobytes, ({ memoryAfter }) => memoryAfter],
  storageBytes: ['storage kB', kilobytes, ({ storageBytes }) => storageBytes],
  precomputeMinutes: ['bake s', (min) => (60 * min).toPrecision(2), (a) => a.precomputeMillis / 60_000],
  longestMicros: time('longest µs', ({ best }) => quantile(best, 1)),
  // Finished queries: fewer than all if the engine was too slow.
  queries: ['queries', whole, ({ best }) => best.length],
  // Legal paths longer than the shortest.
  longer: ['longer', whole, ({ legal, costs, optima }) => legal.filter((i) => costs[i] > optima[i]).length],
  passes: ['passes', whole, ({ passes }) => passes.length],
  // Mean over the queries of the median over the passes: the expected time, `meanMicros` the best.
  typicalMicros: time('typical µs', ({ best, passes }) =>
    mean(best.map((_, i) => median(passes.map((pass) => pass[i])))),
  ),
  // Quantiles and deviation over the queries.
  medianMicros: time('median µs', ({ best }) => median(best)),
  p95Micros: time('95 % µs', ({ best }) => quantile(best, 0.95)),
  p99Micros: time('99 % µs', ({ best }) => quantile(best, 0.99)),
  deviationMicros: time('deviation µs', ({ best }) => deviation(best)),
  loadMillis: ['load ms', (ms) => ms.toFixed(2), ({ loadMillis }) => loadMillis],
  expanded: counter('expanded', 'expanded'),
  generated: counter('generated', 'generated'),
  lookedAt: counter('looked at', 'lookedAt'),
  heapOperations: counter('list operations', 'heapOperations'),
  // Entries of the largest open list: mean over the queries, and of any query.
  meanLargestOpen: counter('largest open list, mean', 'largestOpen'),
  largestOpen: ['largest open list', whole, ({ counts }) => counts.mostOpen],
} satisfies { [name: string]: Measured };

type Measure = keyof typeof TABLE;
type Counter = 'expanded' | 'generated' | 'lookedAt' | 'heapOperations' | 'meanLargestOpen' | 'largestOpen';
export type Measures = { [M in Exclude<Measure, Counter>]: number } & { [M in Counter]?: number };
export const MEASURES = Object.keys(TABLE) as Measure[];

/** Heading of a measure, and its values as text; `-` where an engine has none. */
export function textOf(measure: Measure): [heading: string, text: (measures: Measures) => string] {
  const [heading, text] = TABLE[measure];
  return [heading, ({ [measure]: value }) => (value === undefined ? '-' : text(value))];
}

export function bestMicros({ passes }: Pick<Record, 'passes'>): Float64Array {
  return passes[0].map((_, i) => Math.min(...passes.map((pass) => pass[i])));
}

/** @param optima integer cost of a shortest path of each query @param unit cost of a step */
export function measure(record: Record, optima: ArrayLike<number>, unit = STRAIGHT): Measures {
  const { costs } = record;
  const legal = Array.from(costs.keys()).filter((i) => costs[i] >= 0 && costs[i] < Infinity);
  const answers = { ...record, best: bestMicros(record), optima, unit, legal };
  const values = MEASURES.map((name) => [name, TABLE[name][2](answers)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Measures;
}

/** The Pareto front: no engine that solved all `queries` is better in mean time, storage and path length together. */
export function unbeatenOf(engines: readonly Measures[], queries: number): boolean[] {
  const complete = engines.map((m) => m.solved === queries);
  const points = engines.map((m, i) =>
    complete[i] ? [m.meanMicros, m.storageBytes, m.meanLonger] : [Infinity, Infinity, Infinity],
  );
  return dominated(points).map((beaten, i) => complete[i] && !beaten);
}
