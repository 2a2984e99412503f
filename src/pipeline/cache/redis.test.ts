import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HAS_REDIS, type RedisServer, startRedis } from '../../../test/redis.js';
import { openCache } from './shared-cache.js';

const key = '1'.repeat(64);
const bytes = Buffer.from([0, 1, 255, 254]);

describe.skipIf(!HAS_REDIS)('a shared cache in Redis (needs redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis({ args: ['--requirepass', 'secret'] });
    vi.stubEnv('GRIDPREP_CACHE_PASSWORD', 'secret');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await redis.close();
  });

  it('gives back what was put there, and survives its end', async () => {
    const messages: string[] = [];
    const cache = await openCache(redis.url, { onTrouble: (text) => messages.push(text) });
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, [bytes], { width: 3 });
    const again = await openCache(redis.url);
    expect(await again.get(key)).toMatchObject({ files: [bytes], about: { width: 3 } });
    expect(messages).toEqual([]);
    await redis.kill();
    expect([await cache.get(key), await cache.get(key)]).toEqual([undefined, undefined]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^cache redis:\/\/127\.0\.0\.1:\d+: .*; continuing without it$/);
    await redis.start();
    cache.revive();
    expect(await cache.put(key, [bytes], {})).toBe(true);
    expect(await cache.get(key)).toMatchObject({ files: [bytes], about: {} });
    expect(await cache.getFile({ sha256: key, bytes: 4 })).toBeUndefined();
    await Promise.all([cache.close(), again.close()]);
  });

  it('says that a password is missing, and does not say which is wrong', async () => {
    vi.stubEnv('GRIDPREP_CACHE_PASSWORD', 'wrong-secret');
    const messages: string[] = [];
    const cache = await openCache(redis.url, { onTrouble: (text) => messages.push(text) });
    expect(await cache.get(key)).toBeUndefined();
    expect(messages).toHaveLength(1);
    expect(messages[0]).not.toMatch('wrong-secret');
    await cache.close();
  });
});
