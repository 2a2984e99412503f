/** Events of a queue, read from Redis some times a second, in one request for any number of jobs. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

const EVERY_MS = 50;
/** Events in a request. */
const MOST = 1000;

/** An event as the queue's stream has it. */
export interface StreamEvent {
  event: string;
  jobId: string;
  /** JSON: of `completed` events, and of `progress`. */
  returnvalue?: string;
  data?: string;
}

export class Events {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  private constructor(
    private readonly redis: Redis,
    private readonly stream: string,
    private last: string,
    private readonly heard: (event: StreamEvent) => void,
  ) {
    this.wait();
  }

  /** Hears what happens from now on. */
  static async of(redis: Redis, queue: Queue, heard: (event: StreamEvent) => void): Promise<Events> {
    const stream = queue.toKey('events');
    const [newest] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
    return new Events(redis, stream, newest?.[0] ?? '0-0', heard);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private wait(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => this.read().finally(() => this.wait()), EVERY_MS);
  }

  private async read(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    try {
      for (let count = MOST; count === MOST && !this.isClosed; ) {
        const [[, entries]] = (await this.redis.xread('COUNT', MOST, 'STREAMS', this.stream, this.last)) ?? [['', []]];
        count = entries.length;
        for (const [id, fields] of entries) {
          this.last = id;
          const pairs = fields.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, fields[i + 1]]] : []));
          this.heard(Object.fromEntries(pairs) as unknown as StreamEvent);
        }
      }
    } catch {
      // The connection is lost: what is missed is looked for.
    }
  }
}

/** @returns undefined for what is no JSON */
export function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}
