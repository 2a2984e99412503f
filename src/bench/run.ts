/**
 * A benchmark of one map: a process for each engine, on the same queries, in turns
 * (docs/decisions/bench-process-per-engine.md).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { aStar } from '../baselines/astar.js';
import { costsToBytes, countOpen, type Grid, gridToBits } from '../grid/grid.js';
import { unitOf } from '../grid/step-costs.js';
import { scenarioTolerance } from '../maps/scen.js';
import { PathBuffer } from '../search/path.js';
import { defaultJobs } from '../threads/pool.js';
import { workerFile } from '../version.js';
import { findEngine } from './lookup.js';
import { bestMicros, type Measures, measure, paretoFront, type Record } from './measures.js';
import type { Job, Order, Ready, Reply, Report, Turn } from './protocol.js';
import type { Query } from './queries.js';

export interface BenchOptions {
  engines: string[];
  /** Rounds in which each engine passes over the queries. */
  repeat: number;
  /** Milliseconds of queries after which an engine takes part in no further round. */
  budgetMillis: number;
  /** Milliseconds after which an engine's first pass is cut short. */
  capMillis: number;
  /** Milliseconds after which an engine that is still baking is left out. */
  bakeMillis: number;
  onProgress?: ((text: string) => void) | undefined;
}
/** Defaults of {@link BenchOptions}: rounds, and limits in milliseconds. */
export const BENCH_DEFAULTS = { repeat: 5, budgetMillis: 3000, capMillis: 25_000, bakeMillis: 45_000 };
/** What `--quick` makes of them. */
export const QUICK = { repeat: 2, budgetMillis: 100, capMillis: 400, bakeMillis: 4000 };

/** What one engine did on one map; `error` says why where it gave nothing. */
export interface EngineResult {
  engine: string;
  exact: boolean;
  /** On the Pareto front of time, storage and suboptimality. */
  front: boolean;
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
  queries: Query[];
  optima: number[];
  /** Queries whose optimum is not what the scenario file says. */
  disagreements: number;
  engines: EngineResult[];
  /** Engines that were left out: their bake took too long. */
  skipped: string[];
}

/** A turn is not longer than this, and a pass that is shorter is repeated until that long. */
const TURN_MILLIS = 100;
const SHORT_MILLIS = 20;
const WARM_MILLIS = 50;

/** Measures engines on one map, each in its process, in turns. @throws {Error} naming an engine that fails */
export async function benchMap(map: string, grid: Grid, queries: Query[], options: BenchOptions): Promise<MapResult> {
  const { engines, onProgress } = options;
  onProgress?.(`${map}: optima of ${queries.length} queries`);
  const optima = shortest(grid, queries);
  const workers: Worker[] = [];
  onProgress?.(`${map}: processes start`);
  const processes = startProcesses(engines);
  try {
    await processes.started;
    for (const [engine, child] of processes.children) {
      onProgress?.(`${map}: ${engine} bakes`);
      const worker = await startWorker(engine, child, grid, queries, options.bakeMillis);
      if (worker) workers.push(worker);
    }
    await takeTurns(map, workers, options);
    const records: (Record & Report)[] = [];
    for (const worker of workers) records.push(await record(worker));
    const unit = unitOf(grid);
    const measures = records.map((r) => measure(r, optima, unit));
    const front = paretoFront(measures, queries.length);
    return {
      map,
      width: grid.width,
      height: grid.height,
      openCells: countOpen(grid),
      queries,
      optima: optima.map((c) => c / unit),
      // Files of scenarios know no costs of cells.
      disagreements: grid.costs ? 0 : queries.filter(({ stated }, i) => disagrees(stated, optima[i] / unit)).length,
      skipped: engines.filter((name) => !workers.some(({ engine }) => engine === name)),
      engines: workers.map(({ engine }, i) => ({
        engine,
        exact: findEngine(engine).exact,
        front: front[i],
        measures: measures[i],
        micros: Array.from(bestMicros(records[i]), (us) => Math.round(us * 1000) / 1000),
        costs: Array.from(records[i].costs, (c) => (c === Infinity ? null : c < 0 ? -1 : c / unit)),
        ...(records[i].firstFault && { firstFault: records[i].firstFault }),
      })),
    };
  } finally {
    processes.kill();
  }
}

function disagrees(stated: number | undefined, optimum: number): boolean {
  return stated !== undefined && !(Math.abs(stated - optimum) <= scenarioTolerance(stated));
}

/** Integer costs of shortest paths by plain A*. @throws {RangeError} for a query without a path */
function shortest(grid: Grid, queries: Query[]): number[] {
  const search = aStar(grid);
  const path = new PathBuffer();
  return queries.map(({ from, to }) => {
    if (!search.search(...from, ...to, path)) throw new RangeError(`there is no path from ${from} to ${to}`);
    return Math.round(path.cost * unitOf(grid));
  });
}

interface Worker {
  engine: string;
  child: ChildProcess;
  ready: Ready;
  spent: number;
}

interface Processes {
  /** By engine, in the order they were named in. */
  children: Map<string, ChildProcess>;
  started: Promise<unknown>;
  kill(): void;
}

/** One process for each core at a time, all before the first bake, which loading would disturb. */
function startProcesses(engines: string[]): Processes {
  const file = fileURLToPath(workerFile('bench/worker'));
  const children = new Map<string, ChildProcess>();
  const limit = pLimit(defaultJobs());
  const start = (engine: string) => {
    const child = fork(file, { execArgv: ['--expose-gc'], serialization: 'advanced' });
    children.set(engine, child);
    return answer(engine, child);
  };
  const started = Promise.all(engines.map((engine) => limit(start, engine)));
  const kill = () => {
    limit.clearQueue();
    for (const child of children.values()) child.kill();
  };
  return { children, started, kill };
}

/** @returns nothing where the bake took too long */
async function startWorker(
  engine: string,
  child: ChildProcess,
  grid: Grid,
  queries: Query[],
  bakeMillis: number,
): Promise<Worker | undefined> {
  const { width, height, terrain, moveRule, size } = grid;
  const flat = Uint16Array.from(queries.flatMap(({ from, to }) => [...from, ...to]));
  const job: Job = {
    engine,
    width,
    height,
    terrain,
    moveRule,
    size,
    bits: gridToBits(grid),
    prices: costsToBytes(grid),
    queries: flat,
  };
  const baking = ask(engine, child, job) as Promise<Ready>;
  const ready = await Promise.race([baking, setTimeout(bakeMillis, undefined, { ref: false })]);
  if (!ready) {
    // Its end is expected.
    baking.catch(() => {});
    child.kill();
    return undefined;
  }
  await ask(engine, child, { warm: WARM_MILLIS });
  return { engine, child, ready, spent: 0 };
}

function ask(engine: string, child: ChildProcess, message: Job | Order): ReturnType<typeof answer> {
  child.send(message);
  return answer(engine, child);
}

/** The next message of a worker. @throws {Error} if it failed or ended */
function answer(engine: string, child: ChildProcess): Promise<Exclude<Reply, { error: string }>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) => {
      reject(new Error(`engine ${engine} ended with ${signal ?? `exit code ${code}`}`));
    };
    child.once('exit', onExit);
    child.once('message', (reply: Reply) => {
      child.off('exit', onExit);
      child.off('error', reject);
      if ('error' in reply) reject(new Error(`engine ${engine}: ${reply.error}`));
      else resolve(reply);
    });
    child.once('error', reject);
  });
}

async function takeTurns(
  map: string,
  workers: Worker[],
  { repeat, budgetMillis, capMillis, onProgress }: BenchOptions,
): Promise<void> {
  for (let round = 0; round < repeat; round++) {
    // Another engine begins each round.
    const order = workers.map((_, i) => workers[(i + round) % workers.length]);
    for (const worker of order) {
      if (round > 0 && worker.spent >= budgetMillis) continue;
      onProgress?.(`${map}: round ${round + 1} of ${repeat}, ${worker.engine}`);
      const most = round === 0 ? capMillis : 2 * budgetMillis;
      for (let spent = 0; ; ) {
        const { millis, passEnded } = (await ask(worker.engine, worker.child, { turn: TURN_MILLIS })) as Turn;
        spent += millis;
        worker.spent += millis;
        if (spent >= most || (passEnded && spent >= SHORT_MILLIS)) break;
      }
    }
  }
}

async function record({ engine, child, ready }: Worker): Promise<Record & Report> {
  const report = (await ask(engine, child, { report: true })) as Report;
  return { ...ready, ...report };
}
