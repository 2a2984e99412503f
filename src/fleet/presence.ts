/** Who is there: workers and builds say so every few seconds, and are forgotten when they do not. */
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import type { Redis } from 'ioredis';
import { type Present, presentSchema } from './present-schema.js';
import { NAMES } from './redis.js';

const EVERY_MS = 2000;
const FORGOTTEN_AFTER_S = 8;

let named = 0;

/** A name of a build or worker: host and process, and a number from the second one of a process on. */
export function newName(): string {
  const name = `${hostname()}-${process.pid}`;
  const number = [threadId, named++].filter(Boolean).join('.');
  return number === '' ? name : `${name}-${number}`;
}

/** Says that someone is there, until it is ended. */
export function present(redis: Redis, kind: 'worker' | 'build', who: () => Present): { end(): Promise<void> } {
  const { name } = who();
  const key = NAMES[kind](name);
  const say = () => {
    const both = redis.pipeline().set(key, JSON.stringify(who()), 'EX', FORGOTTEN_AFTER_S).sadd(NAMES.all(kind), name);
    return both.exec().catch(() => {});
  };
  const timer = setInterval(say, EVERY_MS);
  say();
  return {
    async end() {
      clearInterval(timer);
      if (redis.status === 'ready')
        await redis
          .pipeline()
          .del(key)
          .srem(NAMES.all(kind), name)
          .exec()
          .catch(() => {});
    },
  };
}

/** Why a worker and a build of different versions do nothing for each other. */
export function otherVersion(other: Present, kind: 'worker' | 'build', here: string): string {
  const mine = kind === 'worker' ? 'build' : 'worker';
  return (
    `${kind} ${other.name} is of gridprep ${other.tool}, this ${mine} of ${here}: ` +
    'it gets none of its jobs; install the same version'
  );
}

/** All that are there, by name. */
export async function allPresent(redis: Redis, kind: 'worker' | 'build'): Promise<Present[]> {
  const names = await redis.smembers(NAMES.all(kind));
  const texts = names.length > 0 ? await redis.mget(names.map(NAMES[kind])) : [];
  const gone = names.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(NAMES.all(kind), ...gone);
  const all = texts.flatMap((text) => {
    const result = presentSchema.safeParse(text === null ? undefined : JSON.parse(text));
    return result.success ? [result.data] : [];
  });
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}
