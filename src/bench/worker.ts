/** One engine in its own process, as in a game: code and garbage of others would change its compilation. */
import { costsFromBytes, gridFromBits } from '../grid/grid.js';
import { findEngine } from './lookup.js';
import type { Job, Order, Ready, Reply } from './protocol.js';
import { makeTaker } from './taker.js';

const send = (reply: Reply) => process.send?.(reply);
const fail = (error: unknown) =>
  send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });

// Whoever ordered is gone: Ctrl-C, or its failure.
process.on('disconnect', () => process.exit());

let obey: ((order: Order) => Promise<void>) | undefined;

// One listener from beginning to end: without any, Node would let the process end in the middle of a bake.
process.on('message', (message: Job | Order) => {
  const done = obey ? obey(message as Order) : serve(message as Job);
  done.catch(fail);
});

send({ up: true });

async function serve({ engine, width, height, terrain, moveRule, size, bits, prices, queries }: Job): Promise<void> {
  const grid = gridFromBits(width, height, terrain, bits, moveRule, size);
  if (prices.length > 0) costsFromBytes(grid, prices);
  const { bake } = findEngine(engine);
  const begin = performance.now();
  const baked = await bake(grid);
  const middle = performance.now();
  const answers = await baked.load();
  const end = performance.now();
  const ready: Ready = { storageBytes: baked.storageBytes, precomputeMillis: middle - begin, loadMillis: end - middle };
  const memoryBefore = await memory();
  const taker = makeTaker(grid, answers, queries);
  obey = async (order) => {
    if ('turn' in order) send(taker.turn(order.turn));
    else if ('warm' in order) {
      taker.warm(order.warm);
      send({ passEnded: false, millis: order.warm });
    } else send({ ...taker.report(), memoryBefore, memoryAfter: await memory() });
  };
  send(ready);
}

/** Live bytes of JavaScript heap and typed arrays; V8 frees the latter in the background, hence the wait. */
async function memory(): Promise<number> {
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
