/** A cache in Redis. Values that Redis evicts are misses. */
import type { Redis } from 'ioredis';
import { defined } from '../../core/options/option.js';
import { type Credentials, optional } from './address.js';
import { type Kind, type Store, StoreError, tooLong } from './store.js';

const PREFIX = 'gridprep';

/** @throws {ConfigError} if ioredis is not installed */
export async function redisStore(url: URL, { user, password }: Credentials): Promise<Store> {
  const { Redis } = await optional(() => import('ioredis'), 'ioredis', `a cache at ${url.protocol}//`);
  const redis = new Redis(url.href, {
    ...defined({ username: user, password }),
    lazyConnect: true,
    // One attempt: the work continues without a cache that is down.
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    // Each would be another answer before the first request.
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  return new RedisStore(redis);
}

/** Bytes of an answer in addition to its value: a length, a number, or an error. */
const OVERHEAD = 1024;

/**
 * Requests over one connection. The client collects answers of any length, so the connection is closed when more bytes
 * arrive than all waiting requests may get, or when a request is aborted.
 */
class RedisStore implements Store {
  /** Bytes that may still arrive. */
  private allowed = 0;
  /** Why the connection was closed. */
  private ended: Error | undefined;
  private waiting = 0;

  constructor(private readonly redis: Redis) {
    // The error of a command is only "Connection is closed".
    redis.on('error', (error) => {
      this.ended ??= error;
    });
    redis.on('connect', () => {
      // Answers to AUTH and SELECT, and to the requests that wait for them.
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

  /** @param length of the requested value */
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
      // Unused allowances of earlier answers do not add up.
      if (--this.waiting === 0) this.allowed = 0;
    }
  }

  private arrived(bytes: number): void {
    this.allowed -= bytes;
    if (this.allowed >= 0 || this.ended instanceof StoreError) return;
    this.ended = new StoreError('more bytes than requested; the connection is closed', 'wrong');
    this.drop();
  }

  /** Closes the connection immediately. The client's `disconnect` would read until the server closes it. */
  private drop(): void {
    this.redis.stream?.destroy();
  }

  /** Connects, also again after the connection was closed. */
  private async connected(): Promise<void> {
    if (this.redis.status !== 'wait' && this.redis.status !== 'end') return;
    this.ended = undefined;
    await this.redis.connect();
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }
}
