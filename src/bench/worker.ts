/** One engine in its own process, as in a game: code and garbage of others would change its compilation. */
import { setTimeout } from 'node:timers/promises';
import { costsFromBytes, gridFromBits } from '../grid/grid.js';
import { findEngine } from './lookup.js';
import type { Answer, Call, Calls } from './protocol.js';
import { makeTaker, type Taker } from './taker.js';

let taker: Taker;
let memoryBefore = 0;

const calls: Calls = {
  start() {},
  async bake({ engine, module, bits, prices, queries, ...map }) {
    const grid = gridFromBits(map.width, map.height, map.terrain, bits, map.moveRule, map.size);
    if (prices.length > 0) costsFromBytes(grid, prices);
    const more = module === undefined ? {} : (await import(module)).ENGINES;
    const { bake, exact } = more[engine] ?? findEngine(engine);
    const begin = performance.now();
    const baked = await bake(grid);
    const middle = performance.now();
    const answers = await baked.load();
    const loadMillis = performance.now() - middle;
    memoryBefore = await memory();
    taker = makeTaker(grid, answers, queries);
    return { exact, storageBytes: baked.storageBytes, precomputeMillis: middle - begin, loadMillis };
  },
  warm: () => taker.warm(),
  turn: (most, least) => taker.turn(most, least),
  report: async () => ({ ...taker.report(), memoryBefore, memoryAfter: await memory() }),
};

const answer = (reply: Answer) => process.send?.(reply);

// The benchmark has ended or failed.
process.on('disconnect', () => process.exit());
// One listener from beginning to end: without any, Node would let the process end in the middle of a bake.
process.on('message', async ([name, ...args]: Call) => {
  try {
    answer({ result: await (calls[name] as (...args: unknown[]) => unknown)(...args) });
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
