/** Caches of coarse paths in threads that run: one each, or one that all share (document E, section 5.6.4). */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { random } from '../../src/core/grid/sample.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import type { CoarsePath, Plans } from '../../src/core/hpa/plan.js';
import type { HpaSearch } from '../../src/core/hpa/query.js';
import { load } from '../../src/core/runtime/load-all.js';
import { PathBuffer } from '../../src/core/search/path.js';
import { drawPairs } from '../../src/lab/bench/queries.js';
import { threadTime } from '../../src/lab/bench/thread-time.js';
import { digits, percent, type ReadGrid, type Table } from './table.js';

const FILE = fileURLToPath(import.meta.url);
const THREADS = 2;
const QUERIES = 8000;

/** Entries of a set, numbers of an entry, and those before its nodes: key + 1, time of last use, cost, nodes. */
const [WAYS, ENTRY, HEAD] = [8, 128, 4];
/** Bytes of a cache: lock and clock, then its sets. */
export const cacheBytes = (entries: number) => 8 * (2 + ENTRY * entries);

/** A cache in shared memory, in sets whose least recently used entry goes first, behind one lock. */
export function sharedPlans(memory: SharedArrayBuffer): Plans & { waits: number } {
  const lock = new Int32Array(memory, 0, 1);
  const all = new Float64Array(memory);
  const sets = (all.length - 2) / (ENTRY * WAYS);
  const locked = <T>(work: () => T): T => {
    if (Atomics.compareExchange(lock, 0, 0, 1) !== 0) {
      plans.waits++;
      while (Atomics.compareExchange(lock, 0, 0, 1) !== 0) Atomics.wait(lock, 0, 1, 1);
    }
    const result = work();
    Atomics.store(lock, 0, 0);
    Atomics.notify(lock, 0, 1);
    return result;
  };
  /** Place of a key's entry, or of the least recently used of its set. */
  const placeOf = (key: number) => {
    const first = 2 + ENTRY * WAYS * (key % sets);
    const places = Array.from({ length: WAYS }, (_, i) => first + i * ENTRY);
    return places.find((at) => all[at] === key + 1) ?? places.reduce((a, b) => (all[b + 1] < all[a + 1] ? b : a));
  };
  const plans = {
    waits: 0,
    get: (key: number) =>
      locked(() => {
        const at = placeOf(key);
        if (all[at] !== key + 1) return undefined;
        all[at + 1] = ++all[1];
        return { cost: all[at + 2], nodes: [...all.subarray(at + HEAD, at + HEAD + all[at + 3])] };
      }),
    set(key: number, { nodes, cost }: CoarsePath) {
      if (nodes.length > ENTRY - HEAD) return;
      locked(() => all.set([key + 1, ++all[1], cost, nodes.length, ...nodes], placeOf(key)));
    },
  };
  return plans;
}

interface Task {
  blob: Uint8Array;
  queries: Int32Array;
  thread: number;
  /** None without a cache. */
  memory: SharedArrayBuffer | undefined;
  /** Threads that are ready. */
  ready: Int32Array;
}

/** Answers a thread's part of the queries. @returns hits, waits for the lock, milliseconds of processor time */
function answer({ blob, queries, thread, memory, ready }: Task) {
  const nav = load(blob, { engine: 'hpa' });
  const path = new PathBuffer();
  const ask = () => {
    for (let i = 4 * thread; i < queries.length; i += 4 * THREADS)
      nav.findPathInto(queries[i], queries[i + 1], queries[i + 2], queries[i + 3], path);
  };
  // Compiled before the cache is there.
  ask();
  let hits = 0;
  const plans = memory && sharedPlans(memory);
  (nav.search as HpaSearch).plans = plans && {
    get(key) {
      const plan = plans.get(key);
      if (plan) hits++;
      return plan;
    },
    set: plans.set,
  };
  Atomics.add(ready, 0, 1);
  Atomics.notify(ready, 0);
  for (let n = Atomics.load(ready, 0); n < THREADS; n = Atomics.load(ready, 0)) Atomics.wait(ready, 0, n);
  const start = threadTime();
  ask();
  return { hits, waits: plans?.waits ?? 0, millis: threadTime() - start };
}

/** All threads together. @param caches number of caches, which share the entries */
async function run(blob: Uint8Array, queries: Int32Array, caches: number, entries: number) {
  const memories = Array.from({ length: caches }, () => new SharedArrayBuffer(cacheBytes(entries / caches)));
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const answers = Array.from({ length: THREADS }, async (_, thread) => {
    const task: Task = { blob, queries, thread, memory: memories[thread % caches], ready };
    const worker = new Worker(FILE, { workerData: { documents: task } });
    const [message] = await once(worker, 'message');
    return message as ReturnType<typeof answer>;
  });
  const all = await Promise.all(answers);
  const sum = (of: keyof (typeof all)[0]) => all.reduce((total, one) => total + one[of], 0);
  return { hits: sum('hits'), waits: sum('waits'), millis: sum('millis') };
}

export async function caches(readGrid: ReadGrid, [map]: readonly string[]): Promise<Table> {
  const table: Table = [
    ['map', 'starts and goals', 'entries', 'hits, one each', 'hits, shared'].concat(
      ...['time, one each', 'time, shared', 'waits for the lock'],
    ),
  ];
  const grid = readGrid(map);
  const blob = await bakeHpa(grid);
  const nav = load(blob, { engine: 'hpa' });
  const next = random(7);
  const length = ([x0, y0, x1, y1]: number[]) => Math.hypot(x1 - x0, y1 - y0);
  const far = drawPairs(grid, { count: 20 }).map(({ from, to }) => [...from, ...to]);
  const [ends] = far.sort((a, b) => length(b) - length(a));
  for (const deviation of [5, 15, 40, 0]) {
    const near = (x: number, y: number): [number, number] => {
      const cell = [x, y].map((at, axis) =>
        Math.round(deviation > 0 ? at + deviation * normal(next) : next() * ((axis ? grid.height : grid.width) - 1)),
      ) as [number, number];
      return nav.isOpen(...cell) ? cell : near(x, y);
    };
    const queries: number[] = [];
    while (queries.length < 4 * QUERIES) {
      const [from, to] = [near(ends[0], ends[1]), near(ends[2], ends[3])];
      if (nav.isReachable(...from, ...to)) queries.push(...from, ...to);
    }
    for (const entries of [128, 1024]) {
      // In turns, the least of two.
      const best = [0, 2, 1].map(() => ({ hits: 0, waits: 0, millis: Infinity }));
      for (let turn = 0; turn < 2; turn++) {
        for (const [i, count] of [0, THREADS, 1].entries()) {
          const result = await run(blob, Int32Array.from(queries), count, entries);
          if (result.millis < best[i].millis) best[i] = result;
        }
      }
      const [none, each, shared] = best;
      const spread = deviation > 0 ? `normal, deviation of ${deviation} cells` : 'uniform';
      const hits = [each, shared].map((one) => percent(one.hits / QUERIES));
      const times = [each, shared].map((one) => digits(one.millis / none.millis));
      table.push([map, spread, entries, ...hits, ...times, percent(shared.waits / QUERIES, 1)]);
    }
  }
  return table;
}

/** A normally distributed number, by Box and Muller. */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

if (workerData?.documents) parentPort?.postMessage(answer(workerData.documents));
