/** The process in which a worker bakes: orders in, outputs out. It ends with its worker. */
import { failureOf } from '../../core/threads/pool.js';
import { bakesHere, type FromBaker, type ToBaker } from './baker.js';

const [threads, maxMemory] = process.argv.slice(2).map(Number);
const { bake } = bakesHere(threads, maxMemory);
const send = (message: FromBaker) => process.send?.(message, () => {});

process.on('message', ({ id, ...order }: ToBaker) => {
  bake(order, (...progress) => send({ id, progress })).then(
    (baked) => send({ id, baked }),
    (error) => send({ id, failure: failureOf(error) }),
  );
});
process.on('disconnect', () => process.exit());
// The worker decides when jobs end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
send({ ready: true });
