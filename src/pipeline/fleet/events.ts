/** Events of a queue, read from Redis some times a second, in one request for any number of jobs. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

const EVERY_MS = 50;
const MOST = 1000;

export interface StreamEvent {
  event: string;
  jobId: string;
  returnvalue?: string;
  data?: string;
}

/** Hears what happens from now on. @returns ends it */
export async function listen(redis: Redis, queue: Queue, heard: (event: StreamEvent) => void): Promise<() => void> {
  const stream = queue.toKey('events');
  const [newest] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
  let last = newest?.[0] ?? '0-0';
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const read = async () => {
    for (let count = MOST; count === MOST && !isClosed && redis.status === 'ready'; ) {
      const [[, entries]] = (await redis.xread('COUNT', MOST, 'STREAMS', stream, last)) ?? [['', []]];
      count = entries.length;
      for (const [id, fields] of entries) {
        last = id;
        const pairs = fields.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, fields[i + 1]]] : []));
        heard(Object.fromEntries(pairs) as unknown as StreamEvent);
      }
    }
  };
  const wait = () => {
    // The connection may be lost: what is missed is looked for.
    if (!isClosed) timer = setTimeout(() => read().then(wait, wait), EVERY_MS);
  };
  wait();
  return () => {
    isClosed = true;
    clearTimeout(timer);
  };
}
