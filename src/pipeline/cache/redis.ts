/** A cache in Redis. It forgets what Redis evicts, which is as good as a miss. */

import type { Redis } from 'ioredis';
import { defined } from '../../core/options/option.js';
import type { Credentials } from './address.js';
import { optional } from './optional.js';
import { type Kind, type Store, StoreError, tooLong } from './store.js';

/** Before the names of its keys. */
const PREFIX = 'gridprep';

/** @throws {ConfigError} if ioredis is not installed */
export async function redisStore(url: URL, { user, password }: Credentials): Promise<Store> {
  const { Redis } = await optional(() => import('ioredis'), 'ioredis', `a cache at ${url.protocol}//`);
  const redis = new Redis(url.href, {
    ...defined({ username: user, password }),
    lazyConnect: true,
    // One attempt: whoever asks goes on without a cache that is down.
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    // Each would be one more answer before the first request.
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  return new RedisStore(redis);
}

/** Bytes of an answer beside its value: a length, a number, or an error. */
const OVERHEAD = 1024;

/**
 * Requests over one connection. The client collects an answer whole, however long: the connection ends as soon as more
 * arrives than all requests that wait may get together, or when a request is given up.
 */
class RedisStore implements Store {
  /** Bytes that may still arrive. */
  private allowed = 0;
  /** Why the connection was ended. */
  private ended: Error | undefined;
  private waiting = 0;

  constructor(private readonly redis: Redis) {
    // A command fails with "Connection is closed"; this says why.
    redis.on('error', (error) => {
      this.ended ??= error;
    });
    redis.on('connect', () => {
      // Answers to AUTH and SELECT, and to what waits for them.
      this.allowed = (this.waiting + 2) * OVERHEAD;
      redis.stream.on('data', (part: Uint8Array) => this.arrived(part.length));
    });
  }

  async get(kind: Kind, key: string, most: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const name = `${PREFIX}:${kind}:${key}`;
    const length = await this.request(0, signal, () => this.redis.strlen(name));
    if (length === 0) return undefined;
    if (length > most) throw tooLong(length, most);
    const bytes = await this.request(length, signal, () => this.redis.getBuffer(name));
    return bytes ?? undefined;
  }

  async put(kind: Kind, key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    await this.request(0, signal, () => this.redis.set(`${PREFIX}:${kind}:${key}`, value));
  }

  /** @param length of the value that is asked for */
  private async request<T>(length: number, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    const giveUp = () => this.drop();
    signal.addEventListener('abort', giveUp, { once: true });
    this.waiting++;
    try {
      await this.connected();
      this.allowed += length + OVERHEAD;
      return await ask();
    } catch (error) {
      throw this.ended ?? error;
    } finally {
      signal.removeEventListener('abort', giveUp);
      // What earlier answers left does not add up.
      if (--this.waiting === 0) this.allowed = 0;
    }
  }

  private arrived(bytes: number): void {
    this.allowed -= bytes;
    if (this.allowed >= 0 || this.ended instanceof StoreError) return;
    this.ended = new StoreError('more bytes than were asked for; the connection is closed', 'wrong');
    this.drop();
  }

  /** Ends the connection at once; the client's `disconnect` reads on until the server ends it, too. */
  private drop(): void {
    this.redis.stream?.destroy();
  }

  /** Of a connection that has ended, the next one who asks makes a new one. */
  private async connected(): Promise<void> {
    if (this.redis.status !== 'wait' && this.redis.status !== 'end') return;
    this.ended = undefined;
    await this.redis.connect();
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }
}
