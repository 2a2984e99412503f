/** For whoever cannot do without a cache. */
import { setTimeout } from 'node:timers/promises';
import { FleetError } from '../errors.js';
import type { SharedCache } from './shared-cache.js';

/** Tries of what only a cache can give, and milliseconds after the first one; twice as many after each. */
const TRIES = 4;
const WAIT_MS = 1000;

/** Asks a cache, again while it gives nothing. @param isEnough ends it sooner @returns the last answer */
export async function retry<T>(cache: SharedCache, ask: () => Promise<T>, isEnough = () => false): Promise<T> {
  for (let tried = 1; ; tried++) {
    cache.revive();
    const answer = await ask();
    if (answer || isEnough() || tried === TRIES) return answer;
    await setTimeout(WAIT_MS * 2 ** (tried - 1));
  }
}

/** The error of a result that a worker has put into another cache. @param what it has baked */
export function notThere(cache: SharedCache, worker: string, what: string): FleetError {
  return new FleetError(
    `worker ${worker} has baked ${what}, and it is not in the cache ${cache.address}; is that of the worker the same?`,
  );
}
