/** Who is there: workers and builds say so every few seconds, and are forgotten when they do not. */
import type { Redis } from 'ioredis';
import { type Present, presentSchema } from './present-schema.js';
import { NAMES } from './redis.js';

const EVERY_MS = 2000;
const FORGOTTEN_AFTER_S = 8;

/** Says that someone is there, until it is ended. */
export function present(redis: Redis, kind: 'worker' | 'build', who: () => Present): { end(): Promise<void> } {
  const key = NAMES[kind](who().name);
  const say = () => redis.set(key, JSON.stringify(who()), 'EX', FORGOTTEN_AFTER_S).catch(() => {});
  const timer = setInterval(say, EVERY_MS);
  say();
  return {
    async end() {
      clearInterval(timer);
      if (redis.status === 'ready') await redis.del(key).catch(() => {});
    },
  };
}

/** All that are there, by name. */
export async function allPresent(redis: Redis, kind: 'worker' | 'build'): Promise<Present[]> {
  const keys: string[] = [];
  for await (const found of redis.scanStream({ match: NAMES[kind]('*'), count: 500 })) keys.push(...found);
  const texts = keys.length > 0 ? await redis.mget([...new Set(keys)]) : [];
  const all = texts.flatMap((text) => {
    const result = presentSchema.safeParse(text === null ? undefined : JSON.parse(text));
    return result.success ? [result.data] : [];
  });
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}
