/** One engine in its own process, as in a game: code and garbage of others would change its compilation. */
import { setTimeout } from 'node:timers/promises';
import { costsFromBytes, gridFromBits } from '../grid/grid.js';
import { findEngine } from './lookup.js';
import type { Job, Order, Reply } from './protocol.js';
import { makeTaker } from './taker.js';

const send = (reply: Reply) => process.send?.(reply);

// The benchmark has ended or failed.
process.on('disconnect', () => process.exit());

let obey: ((order: Order) => Promise<void>) | undefined;

// One listener from beginning to end: without any, Node would let the process end in the middle of a bake.
process.on('message', (message: Job | Order) => {
  const done = obey ? obey(message as Order) : serve(message as Job);
  done.catch((error) => send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
});

send({ up: true });

async function serve({ engine, module, bits, prices, queries, ...map }: Job): Promise<void> {
  const grid = gridFromBits(map.width, map.height, map.terrain, bits, map.moveRule, map.size);
  if (prices.length > 0) costsFromBytes(grid, prices);
  const more = module === undefined ? {} : (await import(module)).ENGINES;
  const { bake, exact } = more[engine] ?? findEngine(engine);
  const begin = performance.now();
  const baked = await bake(grid);
  const middle = performance.now();
  const answers = await baked.load();
  const loadMillis = performance.now() - middle;
  const memoryBefore = await memory();
  const taker = makeTaker(grid, answers, queries);
  obey = async (order) => {
    if ('turn' in order) send(taker.turn(order.turn));
    else if ('warm' in order) send(taker.warm(order.warm));
    else send({ ...taker.report(), memoryBefore, memoryAfter: await memory() });
  };
  send({ exact, storageBytes: baked.storageBytes, precomputeMillis: middle - begin, loadMillis });
}

/** Live bytes of JavaScript heap and typed arrays; V8 frees the latter in the background, hence the wait. */
async function memory(): Promise<number> {
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.();
    await setTimeout(5);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
