/** A benchmark of one map: a process for each engine, on the same queries, in turns (docs/decisions/bench.md). */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { entering } from '../../core/search/entering.js';
import { PathBuffer } from '../../core/search/path.js';
import { defaultJobs } from '../../core/threads/pool.js';
import { workerFile } from '../../core/version.js';
import { isStated } from '../../maps/scen.js';
import { aStar } from '../baselines/astar.js';
import { bestMicros, type Measures, measure, unbeatenOf } from './measures.js';
import type { BenchQuery } from './queries.js';
import type { Answer, Calls } from './worker.js';

/** Defaults of {@link BenchOptions}, which the command line shows. */
export const BENCH_DEFAULTS = {
  /** Rounds in which each engine passes over the queries. */
  repeat: 5,
  /** Milliseconds of queries after which an engine takes part in no further round. */
  budgetMillis: 3000,
  /** Milliseconds after which an engine's first pass is cut short. */
  capMillis: 25_000,
  /** Milliseconds after which an engine that is still baking is left out. */
  bakeMillis: 45_000,
};
/** What `--quick` makes of them. */
export const QUICK: typeof BENCH_DEFAULTS = { repeat: 2, budgetMillis: 100, capMillis: 400, bakeMillis: 4000 };

export interface BenchOptions extends Readonly<typeof BENCH_DEFAULTS> {
  engines: string[];
  /** URL of a module with more engines, `ENGINES`. */
  module?: string;
  onProgress?: (text: string) => void;
}

export interface EngineResult {
  engine: string;
  exact: boolean;
  /** No other engine is better in time, storage and path length together. */
  unbeaten: boolean;
  measures: Measures;
  /** Best time of each query, microseconds; as far as it got. */
  micros: number[];
  /** Cost of each query's path in steps; -1 not legal, null none. */
  costs: (number | null)[];
  firstFault?: string;
}

export interface MapResult {
  map: string;
  width: number;
  height: number;
  openCells: number;
  queries: BenchQuery[];
  optima: number[];
  /** Number of queries whose optimum differs from the scenario file. */
  disagreements: number;
  engines: EngineResult[];
  /** Engines that were left out: their bake took too long. */
  skipped: string[];
}

/** Time until which a shorter pass is repeated. */
const SHORT_MILLIS = 20;

const FILE = fileURLToPath(workerFile('lab/bench/worker'));

type Report = Awaited<ReturnType<Calls['report']>>;

interface Worker {
  engine: string;
  child: ChildProcess;
  /** Milliseconds of its turns. */
  spent: number;
  ended: boolean;
}

/** Measures engines on the same queries. @throws {RangeError} without a path @throws {Error} if an engine fails */
export async function benchMap(
  map: string,
  grid: Grid,
  queries: BenchQuery[],
  options: BenchOptions,
): Promise<MapResult> {
  const { width, height } = grid;
  const unit = unitOf(grid);
  const status = (text: string) => options.onProgress?.(`${map}: ${text}`);
  status(`optima of ${queries.length} queries`);
  const shortest = shortestCosts(map, grid, queries);
  const optima = shortest.map((cost) => cost / unit);
  // Scenario files do not take cell costs into account.
  const differs = ({ stated }: BenchQuery, i: number) => stated !== undefined && !isStated(optima[i], stated);
  const disagreements = grid.costs ? 0 : queries.filter(differs).length;
  const blank = { map, width, height, openCells: countOpen(grid), queries, optima, disagreements };

  const workers: Worker[] = [];
  let skipped: string[] = [];
  let engines: EngineResult[] = [];
  try {
    status('processes start');
    await startWorkers(options.engines, workers);
    skipped = await bakeAll(workers, grid, queries, options, status);
    const reports = await takeTurns(workers, options, status);
    engines = reports.map(({ engine, report }) => resultOf(engine, report, shortest, unit));
  } finally {
    for (const { child } of workers) child.kill();
  }
  engines.sort((a, b) => options.engines.indexOf(a.engine) - options.engines.indexOf(b.engine));
  const unbeaten = unbeatenOf(
    engines.map(({ measures }) => measures),
    queries.length,
  );
  return { ...blank, engines: engines.map((result, i) => ({ ...result, unbeaten: unbeaten[i] })), skipped };
}

/** One process per engine, added to `workers`. They start before the first bake, which their loading would disturb. */
async function startWorkers(engines: string[], workers: Worker[]): Promise<void> {
  const limit = pLimit(defaultJobs());
  try {
    await limit.map(engines, (engine) => {
      const child = fork(FILE, { execArgv: ['--expose-gc'], serialization: 'advanced' });
      const worker: Worker = { engine, child, spent: 0, ended: false };
      workers.push(worker);
      return call(worker, 'start');
    });
  } finally {
    limit.clearQueue();
  }
}

/** Bakes and warms up one engine after the other. @returns engines whose bake took too long; their processes end */
async function bakeAll(
  workers: Worker[],
  grid: Grid,
  queries: BenchQuery[],
  { module, bakeMillis }: BenchOptions,
  status: (text: string) => void,
): Promise<string[]> {
  const coordinates = Uint16Array.from(queries.flatMap(({ from, to }) => [...from, ...to]));
  const skipped: string[] = [];
  for (const worker of workers) {
    const { engine, child } = worker;
    status(`${engine} bakes`);
    const baking = call(worker, 'bake', engine, { ...grid }, coordinates, module);
    if (await Promise.race([baking, setTimeout(bakeMillis, undefined, { ref: false })])) {
      await call(worker, 'warm');
      continue;
    }
    // The process is killed, so its call fails.
    baking.catch(() => {});
    child.kill();
    worker.ended = true;
    skipped.push(engine);
  }
  return skipped;
}

/** Rounds of turns, each begun by another engine. @returns the reports, in the order in which engines ended */
async function takeTurns(
  workers: Worker[],
  { repeat, budgetMillis, capMillis }: BenchOptions,
  status: (text: string) => void,
): Promise<{ engine: string; report: Report }[]> {
  const reports: { engine: string; report: Report }[] = [];
  for (let round = 0; round < repeat; round++) {
    const first = round % (workers.length || 1);
    for (const worker of [...workers.slice(first), ...workers.slice(0, first)]) {
      if (worker.ended) continue;
      status(`round ${round + 1} of ${repeat}, ${worker.engine}`);
      worker.spent += await call(worker, 'turn', round === 0 ? capMillis : 2 * budgetMillis, SHORT_MILLIS);
      worker.ended = round === repeat - 1 || worker.spent >= budgetMillis;
      if (!worker.ended) continue;
      reports.push({ engine: worker.engine, report: await call(worker, 'report') });
      worker.child.kill();
    }
  }
  return reports;
}

function resultOf(engine: string, report: Report, shortest: number[], unit: number): EngineResult {
  const { firstFault, ...record } = report;
  return {
    engine,
    exact: record.exact,
    unbeaten: false,
    measures: measure(record, shortest, unit),
    micros: Array.from(bestMicros(record), (micros) => Math.round(micros * 1000) / 1000),
    costs: Array.from(record.costs, (cost) => (cost === Infinity ? null : cost < 0 ? -1 : cost / unit)),
    ...(firstFault && { firstFault }),
  };
}

/** Integer costs of shortest paths by plain A*. @throws {RangeError} for a query without a path */
function shortestCosts(map: string, grid: Grid, queries: BenchQuery[]): number[] {
  const search = entering(grid, aStar(grid));
  const path = new PathBuffer();
  return queries.map(({ from, to }) => {
    if (!search.search(...from, ...to, path))
      throw new RangeError(`${map}: no path from ${from} to ${to}; are the scenarios of another map?`);
    return Math.round(path.cost * unitOf(grid));
  });
}

/** Calls a process. @throws {Error} if the call failed or the process ended */
async function call<K extends keyof Calls>({ engine, child }: Worker, name: K, ...args: Parameters<Calls[K]>) {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code, signalName]) => {
    throw new Error(`engine ${engine} ended with ${signalName ?? `exit code ${code}`}`);
  });
  child.send([name, ...args]);
  const [answer]: Answer[] = await Promise.race([once(child, 'message', { signal }), ended]);
  settled.abort();
  if ('error' in answer) throw new Error(`engine ${engine}: ${answer.error}`);
  return answer.result as Awaited<ReturnType<Calls[K]>>;
}
