/** A cache in Redis. It forgets what Redis evicts, which is as good as a miss. */
import type { Redis } from 'ioredis';
import type { Credentials } from './address.js';
import { optional } from './optional.js';
import { type Kind, type Store, tooLong } from './store.js';

/** Before the names of its keys. */
const PREFIX = 'gridprep';

/** @throws {ConfigError} if ioredis is not installed */
export async function redisStore(url: URL, { user, password }: Credentials): Promise<Store> {
  const { Redis } = await optional(() => import('ioredis'), 'ioredis', `a cache at ${url.protocol}//`);
  const redis = new Redis(url.href, {
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    lazyConnect: true,
    // One attempt: whoever asks goes on without a cache that is down.
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // Each failed command reports its own error.
  redis.on('error', () => {});
  return new RedisStore(redis);
}

class RedisStore implements Store {
  constructor(private readonly redis: Redis) {}

  async get(kind: Kind, key: string, most: number): Promise<Uint8Array | undefined> {
    const name = `${PREFIX}:${kind}:${key}`;
    await this.connected();
    const bytes = await this.redis.getBuffer(name);
    if (!bytes) return undefined;
    if (bytes.length > most) throw tooLong(bytes.length, most);
    return bytes;
  }

  async put(kind: Kind, key: string, bytes: Uint8Array): Promise<void> {
    await this.connected();
    await this.redis.set(`${PREFIX}:${kind}:${key}`, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  }

  /** Of a connection that has ended, the next one who asks makes a new one. */
  private async connected(): Promise<void> {
    if (this.redis.status === 'wait' || this.redis.status === 'end') await this.redis.connect();
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }
}
