/** Asks one engine its queries, turn by turn: times every pass, checks the paths of the first. */

import type { Grid } from '../../core/grid/grid.js';
import { unitOf } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import type { Query } from '../../core/search/engine.js';
import type { Answering, Counters } from './engines.js';
import type { Record } from './measures.js';

const WARM_MILLIS = 50;
/** A query that takes longer is not asked a second time while getting compiled. */
const LEAST_WARM = 3;
/**
 * Above this, the smaller of wall-clock and process time counts: a busy system interrupts long queries, hardly ever
 * short ones, which would favor fast engines.
 */
const SLOW_MICROS = 200;
const COUNTERS = ['expanded', 'generated', 'lookedAt', 'heapOperations', 'largestOpen'] as const;

export type Taker = ReturnType<typeof makeTaker>;

/** @param queries start x, y, goal x, y of each */
export function makeTaker(grid: Grid, engine: Answering, queries: Uint16Array) {
  const count = queries.length / 4;
  const unit = unitOf(grid);
  const passes: Float64Array[] = [];
  const costs = new Float64Array(count);
  const counts: Record['counts'] = {};
  let firstFault: string | undefined;
  let next = count;
  let slow = false;

  const queryAt = (i: number) => [...queries.subarray(4 * i, 4 * i + 4)] as unknown as Query;
  const ask = (i: number): boolean =>
    engine.search(queries[4 * i], queries[4 * i + 1], queries[4 * i + 2], queries[4 * i + 3]);

  /** The integer cost of the path as the checker walks it. */
  const walk = ([x0, y0, x1, y1]: Query): number => {
    try {
      const cost = checkPath(grid, engine.cells(), [x0, y0], [x1, y1]);
      const reported = engine.cost();
      if (reported === undefined || reported === cost / unit) return cost;
      throw new Error(`path from ${x0}, ${y0} to ${x1}, ${y1} costs ${cost / unit}, the engine reported ${reported}`);
    } catch (error) {
      firstFault ??= (error as Error).message;
      return -1;
    }
  };

  const addCounters = () => {
    const counters: Partial<Counters> = engine.counters?.() ?? {};
    for (const name of COUNTERS) if (counters[name] !== undefined) counts[name] = (counts[name] ?? 0) + counters[name];
    if (counters.largestOpen !== undefined) counts.mostOpen = Math.max(counts.mostOpen ?? 0, counters.largestOpen);
  };

  const beginPass = () => {
    passes.push(new Float64Array(count));
    next = 0;
  };

  /** Asks the next query and records its time, in the first pass also its path. @returns when the query ended */
  const takeNext = (): number => {
    const cpu = slow ? process.cpuUsage() : undefined;
    const start = performance.now();
    const hasPath = ask(next);
    const end = performance.now();
    const used = cpu && process.cpuUsage(cpu);
    const micros = (end - start) * 1000;
    passes[passes.length - 1][next] = used ? Math.min(micros, used.user + used.system) : micros;
    slow = micros > SLOW_MICROS;
    if (passes.length === 1) {
      costs[next] = hasPath ? walk(queryAt(next)) : Infinity;
      addCounters();
    }
    next++;
    return end;
  };

  return {
    warm(): void {
      const end = performance.now() + WARM_MILLIS;
      for (let i = 0; i < LEAST_WARM || performance.now() < end; i++) ask(i % count);
    },
    /** Queries up to the end of the first pass that ends after `least` milliseconds. @returns milliseconds spent */
    turn(most: number, least = 0): number {
      const begin = performance.now();
      for (;;) {
        if (next === count) beginPass();
        const end = takeNext();
        const spent = end - begin;
        if (spent >= most || (next === count && spent >= least)) return spent;
      }
    },
    report() {
      // An incomplete pass counts only if it is the first.
      const cut = passes.length === 1 ? next : count;
      const whole = passes.slice(0, next < count ? Math.max(1, passes.length - 1) : undefined);
      return {
        passes: whole.map((p) => p.slice(0, cut)),
        costs: costs.slice(0, cut),
        counts,
        ...(firstFault && { firstFault }),
      };
    },
  };
}
