/** One engine in its own process, as in a game: code and garbage of others would change its compilation. */
import { setTimeout } from 'node:timers/promises';
import { Grid } from '../../core/grid/grid.js';
import { findEngine } from './lookup.js';
import { makeTaker, type Taker } from './taker.js';

let taker: Taker;
let baked: { exact: boolean; storageBytes: number; precomputeMillis: number; loadMillis: number; memoryBefore: number };

/** Functions that the benchmark calls by messages, in this order. */
const calls = {
  /** Answers when the code of the process is loaded: the time that takes is not the engine's. */
  start() {},
  /** @param map a grid as messages leave it @param module URL of a module with more engines, `ENGINES` */
  async bake(engine: string, map: Omit<Grid, keyof typeof Grid.prototype>, queries: Uint16Array, module?: string) {
    const grid = Grid.prototype.copy.call(map);
    const more = module === undefined ? {} : (await import(module)).ENGINES;
    const { bake, exact } = more[engine] ?? findEngine(engine);
    const begin = performance.now();
    const { storageBytes, load } = await bake(grid);
    const middle = performance.now();
    const answers = await load();
    const times = { precomputeMillis: middle - begin, loadMillis: performance.now() - middle };
    baked = { exact, storageBytes, ...times, memoryBefore: await memory() };
    taker = makeTaker(grid, answers, queries);
    return true;
  },
  /** Queries that only compile. */
  warm: () => taker.warm(),
  turn: (most: number, least: number) => taker.turn(most, least),
  report: async () => ({ ...baked, ...taker.report(), memoryAfter: await memory() }),
};
export type Calls = typeof calls;
/** Of every call. */
export type Answer = { result: unknown } | { error: string };

// The benchmark has ended or failed.
process.on('disconnect', () => process.exit());
// One listener from beginning to end: without any, Node would let the process end in the middle of a bake.
process.on('message', async ([name, ...args]: [keyof Calls, ...unknown[]]) => {
  const call = calls[name] as (...args: unknown[]) => unknown;
  const answer = (reply: Answer) => process.send?.(reply);
  try {
    answer({ result: await call(...args) });
  } catch (error) {
    answer({ error: (error as Error).stack ?? String(error) });
  }
});

/** Live bytes of JavaScript heap and typed arrays; V8 frees the latter in the background, hence the wait. */
async function memory(): Promise<number> {
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.();
    await setTimeout(5);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
